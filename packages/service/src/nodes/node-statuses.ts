import { createHash } from 'node:crypto'
import { NodeReport, type NodeStatus } from '@accord/protocol'
import type { Database } from '../db/tables.ts'
import type { Fingerprint } from './fingerprint.ts'
import { selectNodes } from './nodes-table.ts'

/** All nodes in the database, the oldest first. */
export async function nodeStatuses(db: Database, askedId: string): Promise<NodeStatus[]> {
	const rows = await selectNodes(db)
	return rows.map(({ nodeId, fingerprint, isThere, startedAtMs, seenMsAgo, report }) => {
		// A node of another version may report in a different form.
		const read = NodeReport.schema.safeParse(report)
		return {
			nodeId,
			isAsked: nodeId === askedId,
			isThere,
			fingerprint: hashOf(fingerprint),
			...(startedAtMs !== undefined && { startedAtMs }),
			seenMsAgo,
			...(read.success && { report: read.data }),
		}
	})
}

function hashOf(fingerprint: Fingerprint): string {
	const parts = Object.entries(fingerprint).toSorted(([one], [other]) => (one < other ? -1 : 1))
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12)
}
