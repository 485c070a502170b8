import type { NodeReport, WireOf } from '@accord/protocol'
import type { Parts } from './api-parts.ts'
import { nodeReport } from './nodes/node-statuses.ts'
import type { Running } from './operator-wiring.ts'

/** What this node says of itself to the others' operators. Asks no one: what the ledger said last is enough. */
export function reportOf(
	{ platform, exchange, books, loops, nodes }: Parts,
	{ wired, api, url }: Running,
): WireOf<typeof NodeReport> {
	const faults = {
		ledger: platform.ledgerWatch.doubt(),
		bus: nodes?.line.fault() ?? nodes?.feed.missing(),
		loops: loops.faults().join('; ') || undefined,
	}
	return nodeReport({
		nowMs: platform.clock.nowMs(),
		version: wired.trade.version.version,
		url,
		health: Object.entries(faults).map(([name, detail]) => {
			return { name: name as keyof typeof faults, ok: detail === undefined, ...(detail !== undefined && { detail }) }
		}),
		sessions: api.sessions(),
		pairs: exchange.market.pairs,
		books: books.books,
	})
}
