import {
	CandlePage,
	type Pair,
	pairKey,
	Trade,
	TradePage,
	type TradesQueryWire,
	TradesSnapshot,
	TradeTrace,
} from '@accord/protocol'
import type { tradesOperations } from '@accord/protocol/contract'
import type { FastifyInstance } from 'fastify'
import { unknownOrder } from '../../orders/unknown-order.ts'
import type { Traces } from '../../trace/traces.ts'
import type { TradeFeed } from '../../trades/trade-feed.ts'
import type { Trades } from '../../trades/trades.ts'
import { type EventStream, type EventStreams, eventBytes, type StreamEvent } from '../http/event-streams.ts'
import type { Handlers } from '../http/routes.ts'

type PairsOfMarket = { readonly pairs: readonly Pair[]; pair(base: string, quote: string): Pair }

type TradesDeps = {
	/** Its market is the one in force at each look. */
	readonly platform: { readonly market: PairsOfMarket }
	readonly trades: Pick<Trades, 'page' | 'candles' | 'feed'>
	readonly eventStreams: EventStreams
	readonly traces: Pick<Traces, 'ofTrade'>
}

const pageDefault = 100
const candlesDefault = 300

/** Settled trades, and how each came about. */
export function tradesHandlers(app: FastifyInstance, deps: TradesDeps): Handlers<typeof tradesOperations> {
	const { platform, trades, traces, eventStreams } = deps
	const broadcasts = new Map<string, Broadcast>()
	const broadcastOf = (pair: Pair): Broadcast => {
		const broadcast = broadcasts.get(pairKey(pair)) ?? new Broadcast(trades.feed, pair)
		broadcasts.set(pairKey(pair), broadcast)
		return broadcast
	}
	// Not earlier, because streams end a few at a time and get trades until then.
	app.addHook('onClose', async () => {
		for (const broadcast of broadcasts.values()) broadcast.stop()
	})
	return {
		getTrades: async ({ query }) => {
			const { limit = pageDefault, before } = query
			return TradePage.format(await trades.page({ pairs: pairsOf(platform.market, query), limit, before }))
		},
		streamTrades: ({ query: { base, quote }, request, reply }) => {
			broadcastOf(platform.market.pair(base, quote)).follow(eventStreams.open(request, reply))
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

/** Writes the trades of one pair to all streams that follow it; each trade is formatted once. */
class Broadcast {
	readonly #newest: () => readonly Trade[]
	readonly #streams = new Set<EventStream>()
	readonly stop: () => void

	constructor(feed: Pick<TradeFeed, 'newest' | 'follow'>, pair: Pair) {
		this.#newest = () => feed.newest(pair)
		this.stop = feed.follow(pair, {
			onTrade: trade => this.#send(() => ({ event: 'trade', data: Trade.format(trade) })),
			onNewest: trades => this.#send(() => snapshotOf(trades)),
		})
	}

	#send(event: () => StreamEvent): void {
		if (this.#streams.size === 0) return
		const bytes = eventBytes(event())
		for (const stream of this.#streams) stream.send(bytes)
	}

	follow(stream: EventStream): void {
		this.#streams.add(stream)
		stream.onClose(() => this.#streams.delete(stream))
		stream.send(snapshotOf(this.#newest()))
	}
}

function snapshotOf(trades: readonly Trade[]): StreamEvent {
	return { event: 'snapshot', data: TradesSnapshot.format(trades) }
}
