import { sql } from 'kysely'
import type { Database } from './tables.ts'

/**
 * How many standbys follow the database, and whether a commit waits for any of them. Other roles may not see their
 * states, so the setting decides: it is what makes commits wait.
 */
export async function standbysOf(
	db: Database,
): Promise<{ readonly count: number; readonly isAnySynchronous: boolean }> {
	const { rows } = await sql<{ count: number; names: string }>`
		select count(*)::int4 as count, current_setting('synchronous_standby_names') as names
		from pg_stat_replication`.execute(db)
	const [row] = rows
	return { count: row?.count ?? 0, isAnySynchronous: (row?.names ?? '') !== '' }
}
