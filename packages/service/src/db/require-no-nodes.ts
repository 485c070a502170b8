import { type Kysely, sql } from 'kysely'
import { databaseNowMs } from './database-now.ts'

/** A node that has not been seen for this long is presumed gone, by the database's clock, which all nodes share. */
export const goneAfterMs = 10_000

/**
 * For migrations that nodes of the previous version could not continue on.
 * @throws Error naming the nodes that run
 */
export async function requireNoNodes(db: Kysely<never>): Promise<void> {
	const { rows } = await sql<{ place: string }>`
		select coalesce(place, node_id) as place from node
		where seen_at_ms > ${databaseNowMs} - ${goneAfterMs} order by place`.execute(db)
	if (rows.length === 0) return
	const places = rows.map(({ place }) => place).join(', ')
	throw new Error(
		`nodes of an earlier version run (${places}), which cannot continue on this version's tables: stop them all, wait 10 s, and start again`,
	)
}
