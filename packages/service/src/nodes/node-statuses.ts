import { createHash } from 'node:crypto'
import { NodeReport, type NodeStatus } from '@accord/protocol'
import type { Database } from '../db/tables.ts'
import type { Fingerprint } from './fingerprint.ts'
import { selectNodes } from './nodes-table.ts'

/** All nodes in the database, the oldest first. */
export async function nodeStatuses(db: Database, askedId: string): Promise<NodeStatus[]> {
	const rows = await selectNodes(db)
	// A node that has started since settings were applied has no parts for them.
	const common = (name: string) => rows.every(({ fingerprint }) => fingerprint[name] !== undefined)
	return rows.map(({ nodeId, fingerprint, isThere, startedAtMs, seenMsAgo, report }) => {
		// A node of another version may report in a different form.
		const read = NodeReport.schema.safeParse(report)
		return {
			nodeId,
			isAsked: nodeId === askedId,
			isThere,
			fingerprint: hashOf(fingerprint, common),
			...(startedAtMs !== undefined && { startedAtMs }),
			seenMsAgo,
			...(read.success && { report: read.data }),
		}
	})
}

function hashOf(fingerprint: Fingerprint, isHashed: (name: string) => boolean): string {
	const named = Object.entries(fingerprint).filter(([name]) => isHashed(name))
	const parts = named.toSorted(([one], [other]) => (one < other ? -1 : 1))
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12)
}
