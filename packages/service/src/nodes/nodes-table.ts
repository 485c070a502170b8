import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import type { Fingerprint } from './fingerprint.ts'

/** A node as the database knows it. */
export type NodeRow = { readonly nodeId: string; readonly fingerprint: Fingerprint; readonly seenAtMs: bigint }

/** A node that has not been seen for this long is gone. By the database's clock, which all nodes share. */
const goneAfterMs = 10_000
const forgottenAfterMs = 3_600_000

const nowMs = sql<bigint>`(extract(epoch from clock_timestamp()) * 1000)::int8`

/** The other nodes that are there. */
export async function selectOtherNodes(db: Database, nodeId: string): Promise<NodeRow[]> {
	const rows = await db
		.selectFrom('node')
		.select(['node_id', 'fingerprint', 'seen_at_ms'])
		.where('node_id', '!=', nodeId)
		.where('seen_at_ms', '>', sql<bigint>`${nowMs} - ${goneAfterMs}`)
		.execute()
	return rows.map(row => ({ nodeId: row.node_id, fingerprint: row.fingerprint, seenAtMs: row.seen_at_ms }))
}

/** Writes that a node is there; those that have been gone for an hour are forgotten. */
export async function upsertNode(
	db: Database,
	{ nodeId, fingerprint }: Pick<NodeRow, 'nodeId' | 'fingerprint'>,
): Promise<void> {
	await sql`
		with forgotten as (delete from node where seen_at_ms < ${nowMs} - ${forgottenAfterMs})
		insert into node (node_id, fingerprint, seen_at_ms) values (${nodeId}, ${JSON.stringify(fingerprint)}::jsonb, ${nowMs})
		on conflict (node_id) do update set seen_at_ms = excluded.seen_at_ms`.execute(db)
}

/** False if it had been taken for gone. */
export async function updateNodeSeen(db: Database, nodeId: string): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable('node')
		.set({ seen_at_ms: nowMs })
		.where('node_id', '=', nodeId)
		.where('seen_at_ms', '>', sql<bigint>`${nowMs} - ${goneAfterMs}`)
		.executeTakeFirst()
	return numUpdatedRows > 0n
}

export async function deleteNode(db: Database, nodeId: string): Promise<void> {
	await db.deleteFrom('node').where('node_id', '=', nodeId).execute()
}

/** A name that all nodes of this database share, and those of no other: that of its first incarnation. */
export async function selectCluster(db: Database): Promise<string> {
	const { incarnation } = await db
		.selectFrom('incarnation')
		.select('incarnation')
		.orderBy('number')
		.limit(1)
		.executeTakeFirstOrThrow()
	return incarnation
}
