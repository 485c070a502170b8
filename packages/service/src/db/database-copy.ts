import type { ClientBase } from 'pg'

/**
 * What tells one copy of the database from another: the server, its timeline, the database and the table itself. A
 * dump is restored into new tables, and a server that was promoted or restored from its archive starts a new timeline.
 * @throws Error if the server is a standby, which accepts no writes
 */
export async function copyIdOf(client: ClientBase): Promise<string> {
	const { rows } = await client.query<{ copy_id: string | null }>(copyId)
	const found = rows[0]?.copy_id
	if (typeof found !== 'string')
		throw new Error('the server is a standby, which accepts no writes until it is promoted')
	return found
}

const copyId = `
	select case when not pg_is_in_recovery() then concat_ws('-',
		(select system_identifier from pg_control_system()), left(pg_walfile_name(pg_current_wal_lsn()), 8),
		(select oid from pg_database where datname = current_database()), to_regclass('incarnation')::oid
	) end as copy_id`

/** The database that answers now is another copy than before: nothing read from the former one still holds. */
export class MovedError extends Error {
	constructor() {
		super('the database is another copy than before: a standby was promoted, or a backup restored')
	}
}
