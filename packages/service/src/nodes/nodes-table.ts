import { sql } from 'kysely'
import { databaseNowMs } from '../db/database-now.ts'
import { goneAfterMs } from '../db/require-no-nodes.ts'
import type { Database } from '../db/tables.ts'
import type { Fingerprint } from './fingerprint.ts'

/** A node's row in the database. */
export type NodeRow = { readonly nodeId: string; readonly fingerprint: Fingerprint; readonly seenAtMs: bigint }

/** Three missed beats. */
const replacedAfterMs = 3_000
const forgottenAfterMs = 3_600_000
/** Only the newest: a node that keeps crashing leaves a row each time. */
const listedMax = 50

/** The other running nodes. */
export async function selectOtherNodes(db: Database, nodeId: string): Promise<NodeRow[]> {
	const rows = await db
		.selectFrom('node')
		.select(['node_id', 'fingerprint', 'seen_at_ms'])
		.where('node_id', '!=', nodeId)
		.where('seen_at_ms', '>', sql<bigint>`${databaseNowMs} - ${goneAfterMs}`)
		.execute()
	return rows.map(row => ({ nodeId: row.node_id, fingerprint: row.fingerprint, seenAtMs: row.seen_at_ms }))
}

/** Records that a node is running; nodes that have been gone for an hour are forgotten. */
export async function upsertNode(
	db: Database,
	{ nodeId, fingerprint, place }: Pick<NodeRow, 'nodeId' | 'fingerprint'> & { readonly place: string | undefined },
): Promise<void> {
	await sql`
		with forgotten as (delete from node where seen_at_ms < ${databaseNowMs} - ${forgottenAfterMs})
		insert into node (node_id, fingerprint, place, seen_at_ms, started_at_ms)
			values (${nodeId}, ${JSON.stringify(fingerprint)}::jsonb, ${place ?? null}, ${databaseNowMs}, ${databaseNowMs})
		on conflict (node_id) do update set seen_at_ms = excluded.seen_at_ms`.execute(db)
}

/** A node with its own report. */
export type ListedNode = Pick<NodeRow, 'nodeId' | 'fingerprint'> & {
	readonly isThere: boolean
	readonly startedAtMs?: number
	readonly seenMsAgo: number
	/** The report as the node wrote it. */
	readonly report: unknown
}

/** All nodes that were seen in the last hour and did not shut down cleanly, the oldest first. */
export async function selectNodes(db: Database): Promise<ListedNode[]> {
	const rows = await db
		.selectFrom('node')
		.select([
			'node_id',
			'fingerprint',
			'started_at_ms',
			'report',
			sql<bigint>`${databaseNowMs} - seen_at_ms`.as('seen_ms_ago'),
		])
		.where('seen_at_ms', '>', sql<bigint>`${databaseNowMs} - ${forgottenAfterMs}`)
		.orderBy('seen_at_ms', 'desc')
		.limit(listedMax)
		.execute()
	const nodes = rows.map(row => ({
		nodeId: row.node_id,
		fingerprint: row.fingerprint,
		isThere: row.seen_ms_ago < goneAfterMs,
		...(row.started_at_ms !== null && { startedAtMs: Number(row.started_at_ms) }),
		seenMsAgo: Math.max(0, Number(row.seen_ms_ago)),
		report: row.report,
	}))
	return nodes.toSorted((one, other) => (one.startedAtMs ?? 0) - (other.startedAtMs ?? 0))
}

type NodeSeen = { readonly nodeId: string; readonly place: string | undefined; readonly report: unknown }

/**
 * The time, by the database's clock; undefined if the node had been presumed gone. A silent node at the same place was
 * this one before its restart, and is forgotten.
 */
export async function updateNodeSeen(db: Database, { nodeId, place, report }: NodeSeen): Promise<number | undefined> {
	const { rows } = await sql<{ seen_at_ms: bigint }>`
		with replaced as (
			delete from node where place = ${place ?? null} and node_id <> ${nodeId}
				and seen_at_ms < ${databaseNowMs} - ${replacedAfterMs}
		)
		update node set seen_at_ms = ${databaseNowMs},
			report = coalesce(${report === undefined ? null : JSON.stringify(report)}::jsonb, report)
		where node_id = ${nodeId} and seen_at_ms > ${databaseNowMs} - ${goneAfterMs}
		returning seen_at_ms`.execute(db)
	const [row] = rows
	return row && Number(row.seen_at_ms)
}

export async function deleteNode(db: Database, nodeId: string): Promise<void> {
	await db.deleteFrom('node').where('node_id', '=', nodeId).execute()
}

/** A name that all nodes of this database share, and no other nodes do: that of its first incarnation. */
export async function selectCluster(db: Database): Promise<string> {
	const { incarnation } = await db
		.selectFrom('incarnation')
		.select('incarnation')
		.orderBy('number')
		.limit(1)
		.executeTakeFirstOrThrow()
	return incarnation
}
