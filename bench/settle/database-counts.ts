import type { Database } from '@accord/service'
import { sql } from 'kysely'

/** How many transactions were committed so far, including read-only ones. */
export async function commitsOf(db: Database): Promise<number> {
	const { rows } = await sql<{ commits: number }>`
		select xact_commit::float8 as commits from pg_stat_database where datname = current_database()`.execute(db)
	return rows[0]?.commits ?? 0
}

/**
 * How often the database has synced its log to disk so far: a sync shared by several commits counts once, and reading
 * takes none. Its processes report it about once a second.
 */
export async function syncsOf(db: Database): Promise<number> {
	const { rows } = await sql<{ syncs: number }>`
		select sum(fsyncs)::float8 as syncs from pg_stat_io where object = 'wal'`.execute(db)
	return rows[0]?.syncs ?? 0
}

/** The bytes of each table's rows and of each index, by name, without reusable space. */
export async function bytesOf(db: Database): Promise<Readonly<Record<string, number>>> {
	await sql`vacuum full`.execute(db)
	const { rows } = await sql<{ name: string; bytes: number }>`
		select relname as name, case relkind when 'r' then pg_table_size(oid) else pg_relation_size(oid) end::float8 as bytes
		from pg_class where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace`.execute(db)
	return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]))
}
