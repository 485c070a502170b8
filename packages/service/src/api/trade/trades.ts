import {
	formatTrades,
	formatTradeTrace,
	type Pair,
	TradeError,
	type TradePage,
	type TradesQueryWire,
	type TradeTrace,
} from '@accord/protocol'
import type { tradesOperations } from '@accord/protocol/contract'
import type { TradesQuery } from '../../trace/trades.ts'
import type { Handlers } from '../http/routes.ts'

export type TradesDeps = {
	readonly market: { readonly pairs: readonly Pair[]; pair(base: string, quote: string): Pair }
	readonly trades: (query: TradesQuery) => Promise<TradePage>
	readonly traceTrade: (subintentId: string) => Promise<TradeTrace | undefined>
}

const pageDefault = 100

/** What was settled, and how each trade came about. */
export function tradesHandlers({ market, trades, traceTrade }: TradesDeps): Handlers<typeof tradesOperations> {
	return {
		getTrades: async ({ query }) => {
			const { limit = pageDefault, before } = query
			return formatTrades(await trades({ pairs: pairsOf(market, query), limit, before }))
		},
		getTradeTrace: async ({ params }) => {
			const trace = await traceTrade(params.subintent_id)
			if (trace === undefined) throw new TradeError('unknown_order', 'there is no order with this subintent id')
			return formatTradeTrace(trace)
		},
	}
}

function pairsOf(market: TradesDeps['market'], { base, quote }: TradesQueryWire): readonly Pair[] {
	return base === undefined || quote === undefined ? market.pairs : [market.pair(base, quote)]
}
