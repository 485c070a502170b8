import { NodeReport, type WireOf } from '@accord/protocol'
import type { LedgerWatch } from '../gateway/ledger-watch.ts'
import type { Loops } from '../loops/loops.ts'
import type { AgreedTerms } from '../platform/agreed-terms.ts'
import type { Platform } from '../platform/platform.ts'
import type { MakerQuotes } from '../prices/maker-quotes.ts'
import type { Nodes } from './open-nodes.ts'

const makersMax = 50

type ReportingRooms = {
	readonly platform: Pick<Platform, 'clock' | 'market'>
	readonly agreed: Pick<AgreedTerms, 'present' | 'newest' | 'heldKeys'>
	readonly ledgerWatch: Pick<LedgerWatch, 'doubt'>
	readonly nodes: Pick<Nodes, 'line' | 'feed'>
	readonly makerQuotes: Pick<MakerQuotes, 'inForce'>
	readonly loops: Pick<Loops, 'faults'>
	readonly node: ReportingNode
}

/** Facts that only the node's interfaces know. */
type ReportingNode = {
	readonly version: { readonly version: string }
	readonly url: string
	sessions(): { readonly makers: number; readonly solvers: number }
}

/** This node's report to operators at any node. Sends no requests: the ledger's last answer is enough. */
export function ownReport({
	platform,
	agreed,
	ledgerWatch,
	nodes,
	makerQuotes,
	loops,
	node,
}: ReportingRooms): WireOf<typeof NodeReport> {
	const faults = {
		ledger: ledgerWatch.doubt(),
		bus: nodes.line.fault() ?? nodes.feed.missing(),
		loops: loops.faults().join('; ') || undefined,
	}
	const { makers, solvers } = node.sessions()
	return NodeReport.format({
		version: node.version.version,
		url: node.url,
		health: Object.entries(faults).map(([name, detail]) => {
			return { name: name as keyof typeof faults, ok: detail === undefined, ...(detail !== undefined && { detail }) }
		}),
		sessions: { makers, solvers },
		books: reportedBooks(platform, makerQuotes),
		settings: {
			version: agreed.present.version,
			newest: agreed.newest.version,
			serviceKeys: agreed.heldKeys.map(({ publicKey }) => publicKey),
		},
	})
}

/** The age of each maker's newest book. A book from another node keeps that node's time. */
function reportedBooks(
	{ clock, market }: ReportingRooms['platform'],
	makerQuotes: ReportingRooms['makerQuotes'],
): NodeReport['books'] {
	const nowMs = clock.nowMs()
	const newest = new Map<string, { pairs: number; setAtMs: number }>()
	for (const pair of market.quotedPairs) {
		for (const { makerId, setAtMs } of makerQuotes.inForce(pair).values()) {
			const known = newest.get(makerId) ?? { pairs: 0, setAtMs }
			newest.set(makerId, { pairs: known.pairs + 1, setAtMs: Math.max(known.setAtMs, setAtMs) })
		}
	}
	const oldestFirst = [...newest].sort(([, one], [, other]) => one.setAtMs - other.setAtMs).slice(0, makersMax)
	return oldestFirst.map(([makerId, { pairs: count, setAtMs }]) => {
		return { makerId, pairs: count, ageMs: Math.max(0, nowMs - setAtMs) }
	})
}
