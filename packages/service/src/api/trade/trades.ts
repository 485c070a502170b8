import {
	type Pair,
	subintentIdWire,
	TradeError,
	type TradesQueryWire,
	type TradesWire,
	type TradeTraceWire,
	tradesQueryWire,
} from '@accord/protocol'
import { z } from 'zod'
import type { TradesQuery } from '../../trace/trades.ts'
import type { TradeApp } from './trade-app.ts'

type TradesDeps = {
	readonly market: { readonly pairs: readonly Pair[]; pair(base: string, quote: string): Pair }
	readonly trades: (query: TradesQuery) => Promise<TradesWire>
	readonly traceTrade: (subintentId: string) => Promise<TradeTraceWire | undefined>
}

const pageDefault = 100
const params = z.object({ subintent_id: subintentIdWire })

/** GET /trade/trades, /trade/trades/:subintent_id */
export function trades(app: TradeApp, deps: TradesDeps): void {
	app.get('/trade/trades', { schema: { querystring: tradesQueryWire } }, async ({ query }) => {
		const { limit = pageDefault, before } = query
		return deps.trades({ pairs: pairsOf(deps.market, query), limit, before })
	})
	app.get('/trade/trades/:subintent_id', { schema: { params } }, async (request): Promise<TradeTraceWire> => {
		const trace = await deps.traceTrade(request.params.subintent_id)
		if (trace === undefined) throw new TradeError('unknown_order', 'there is no order of this subintent id')
		return trace
	})
}

function pairsOf(market: TradesDeps['market'], { base, quote }: TradesQueryWire): readonly Pair[] {
	return base === undefined || quote === undefined ? market.pairs : [market.pair(base, quote)]
}
