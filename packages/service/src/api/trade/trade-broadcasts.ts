import { type Pair, pairKey, Trade, TradesSnapshot } from '@accord/protocol'
import type { TradeFeed } from '../../trades/trade-feed.ts'
import { FormattedEvent } from '../http/event-bytes.ts'
import type { EventSink } from '../http/event-streams.ts'

type TradesFed = {
	/** Its market is the one in force at each look. */
	readonly platform: { readonly market: { pair(base: string, quote: string): Pair } }
	readonly feed: Pick<TradeFeed, 'newest' | 'follow'>
}

/** The trades of all pairs that were ever followed, for the streams that follow them. */
export class TradeBroadcasts {
	readonly #fed: TradesFed
	readonly #broadcasts = new Map<string, Broadcast>()

	constructor(fed: TradesFed) {
		this.#fed = fed
	}

	/**
	 * Has the trades of a pair written to a sink until it ends.
	 * @throws TradeError `unknown_token`, `unknown_pair` before there is a sink
	 */
	of({ base, quote }: { readonly base: string; readonly quote: string }): (sink: EventSink) => void {
		const pair = this.#fed.platform.market.pair(base, quote)
		return sink => {
			const broadcast = this.#broadcasts.get(pairKey(pair)) ?? new Broadcast(this.#fed.feed, pair)
			this.#broadcasts.set(pairKey(pair), broadcast)
			broadcast.follow(sink)
		}
	}

	stop(): void {
		for (const broadcast of this.#broadcasts.values()) broadcast.stop()
	}
}

/** Writes the trades of one pair to all sinks that follow it; each trade is formatted once. */
class Broadcast {
	readonly #newest: () => readonly Trade[]
	readonly #sinks = new Set<EventSink>()
	readonly stop: () => void

	constructor(feed: Pick<TradeFeed, 'newest' | 'follow'>, pair: Pair) {
		this.#newest = () => feed.newest(pair)
		this.stop = feed.follow(pair, {
			onTrade: trade => this.#send(() => FormattedEvent.of({ event: 'trade', data: Trade.format(trade) })),
			onNewest: trades => this.#send(() => snapshotOf(trades)),
		})
	}

	#send(format: () => FormattedEvent): void {
		if (this.#sinks.size === 0) return
		const event = format()
		for (const sink of this.#sinks) sink.send(event)
	}

	follow(sink: EventSink): void {
		this.#sinks.add(sink)
		sink.onClose(() => this.#sinks.delete(sink))
		sink.send(snapshotOf(this.#newest()))
	}
}

function snapshotOf(trades: readonly Trade[]): FormattedEvent {
	return FormattedEvent.of({ event: 'snapshot', data: TradesSnapshot.format(trades) })
}
