import { CandlePage, type Pair, TradePage, type TradesQueryWire, TradeTrace } from '@accord/protocol'
import type { tradesOperations } from '@accord/protocol/contract'
import type { FastifyInstance } from 'fastify'
import { unknownOrder } from '../../orders/unknown-order.ts'
import type { Traces } from '../../trace/traces.ts'
import type { Trades } from '../../trades/trades.ts'
import type { EventStreams } from '../http/event-streams.ts'
import type { Handlers } from '../http/routes.ts'
import type { TradeBroadcasts } from './trade-broadcasts.ts'

type PairsOfMarket = { readonly pairs: readonly Pair[]; pair(base: string, quote: string): Pair }

type TradesDeps = {
	/** Its market is the one in force at each look. */
	readonly platform: { readonly market: PairsOfMarket }
	readonly trades: Pick<Trades, 'page' | 'candles'>
	readonly tradeStreams: Pick<TradeBroadcasts, 'of' | 'stop'>
	readonly eventStreams: EventStreams
	readonly traces: Pick<Traces, 'ofTrade'>
}

const pageDefault = 100
const candlesDefault = 300

/** Settled trades, and how each came about. */
export function tradesHandlers(app: FastifyInstance, deps: TradesDeps): Handlers<typeof tradesOperations> {
	const { platform, trades, tradeStreams, traces, eventStreams } = deps
	// Not earlier, because streams end a few at a time and get trades until then.
	app.addHook('onClose', async () => tradeStreams.stop())
	return {
		getTrades: async ({ query }) => {
			const { limit = pageDefault, before } = query
			return TradePage.format(await trades.page({ pairs: pairsOf(platform.market, query), limit, before }))
		},
		streamTrades: ({ query, request, reply }) => {
			const follow = tradeStreams.of(query)
			follow(eventStreams.open(request, reply))
			return reply
		},
		getCandles: async ({ query: { base, quote, interval, limit = candlesDefault, before: beforeMs } }) =>
			CandlePage.format(await trades.candles({ pair: platform.market.pair(base, quote), interval, limit, beforeMs })),
		getTradeTrace: async ({ params }) => {
			const trace = await traces.ofTrade(params.subintent_id)
			if (trace === undefined) throw unknownOrder(params.subintent_id)
			return TradeTrace.format(trace)
		},
	}
}

function pairsOf(market: PairsOfMarket, { base, quote }: TradesQueryWire): readonly Pair[] {
	return base === undefined || quote === undefined ? market.pairs : [market.pair(base, quote)]
}
