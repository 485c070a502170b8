import { createHash } from 'node:crypto'
import { NodeReport, type NodeStatus, type Pair, type ReadinessCheck, type WireOf } from '@accord/protocol'
import type { Database } from '../db/tables.ts'
import type { PriceBooks } from '../prices/price-books.ts'
import type { Fingerprint } from './fingerprint.ts'
import { selectNodes } from './nodes-table.ts'

const makersMax = 50

type ReportDeps = {
	readonly nowMs: number
	readonly version: string
	readonly url: string
	readonly health: readonly ReadinessCheck[]
	readonly sessions: { readonly makers: number; readonly solvers: number }
	readonly pairs: readonly Pair[]
	readonly books: Pick<PriceBooks, 'inForce'>
}

/** What this node says of itself. */
export function nodeReport({ nowMs, pairs, books, ...rest }: ReportDeps): WireOf<typeof NodeReport> {
	const { version, url, health, sessions } = rest
	const newest = new Map<string, { pairs: number; setAtMs: number }>()
	for (const pair of pairs) {
		for (const { makerId, setAtMs } of books.inForce(pair).values()) {
			const known = newest.get(makerId) ?? { pairs: 0, setAtMs }
			newest.set(makerId, { pairs: known.pairs + 1, setAtMs: Math.max(known.setAtMs, setAtMs) })
		}
	}
	const oldestFirst = [...newest].sort(([, one], [, other]) => one.setAtMs - other.setAtMs).slice(0, makersMax)
	return NodeReport.format({
		version,
		url,
		health,
		sessions: { makers: sessions.makers, solvers: sessions.solvers },
		// A book that another node was sent has its time from there.
		books: oldestFirst.map(([makerId, { pairs: count, setAtMs }]) => {
			return { makerId, pairs: count, ageMs: Math.max(0, nowMs - setAtMs) }
		}),
	})
}

/** All nodes that the database knows, the oldest first. */
export async function nodeStatuses(db: Database, askedId: string): Promise<NodeStatus[]> {
	const rows = await selectNodes(db)
	return rows.map(({ nodeId, fingerprint, isThere, startedAtMs, seenMsAgo, report }) => {
		// One of another version may say something else.
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
