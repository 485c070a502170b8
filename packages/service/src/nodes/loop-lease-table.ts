import { sql } from 'kysely'
import { databaseNowMs } from '../db/database-now.ts'
import type { Database } from '../db/tables.ts'

/** Takes the lease, or keeps it, unless another node has it; returns whether this node has it. */
export async function takeLease(db: Database, { nodeId, forMs }: { nodeId: string; forMs: number }): Promise<boolean> {
	const { rows } = await sql`
		with kept as (
			update loop_lease set node_id = ${nodeId}, until_ms = ${databaseNowMs} + ${forMs}
			where node_id = ${nodeId} or until_ms < ${databaseNowMs}
			returning place
		),
		first as (
			insert into loop_lease select 1, ${nodeId}, ${databaseNowMs} + ${forMs} where not exists (select from loop_lease)
			on conflict do nothing
			returning place
		)
		select place from kept union all select place from first`.execute(db)
	return rows.length > 0
}

/** Leaves the lease to another node at once, if this node has it. */
export async function endLease(db: Database, nodeId: string): Promise<void> {
	await sql`update loop_lease set until_ms = 0 where node_id = ${nodeId}`.execute(db)
}
