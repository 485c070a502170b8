import { type Pair, pairKey, Trade, TradesSnapshot } from '@accord/protocol'
import { ConnectionError } from '../transport/connection-error.ts'
import type { ServerEvent } from '../transport/event-stream.ts'
import { type ResumeOptions, resumedEvents } from '../transport/resumed-events.ts'
import type { TradeApi } from '../transport/trade-api.ts'

/**
 * What a stream of trades yields: on each connection a `snapshot` of up to 50 of the newest trades, newest first, then
 * one `trade` at a time. Trades that settled between connections are in the snapshot or, beyond 50, at
 * `DexClient.trades`. A snapshot replaces everything before it; another one follows if a trade turns out not to have
 * settled.
 */
export type TradesEvent =
	| { readonly event: 'snapshot'; readonly trades: readonly Trade[] }
	| { readonly event: 'trade'; readonly trade: Trade }

/**
 * The trades of a pair as they settle, over any number of connections, until `signal` is aborted.
 * @throws TradeError `unknown_pair`; ConnectionError when the service was unreachable for too long
 */
export async function* followTrades(
	api: TradeApi,
	pair: Pair,
	options: ResumeOptions = {},
): AsyncGenerator<TradesEvent, void, undefined> {
	const query = new URLSearchParams({ base: pair.base, quote: pair.quote })
	for await (const event of resumedEvents({ api, path: `/trade/trades/stream?${query}`, ...options })) {
		const known = readEvent(event, pair)
		if (known !== undefined) yield known
	}
}

function readEvent({ event, data }: ServerEvent, pair: Pair): TradesEvent | undefined {
	try {
		if (event === 'snapshot') return { event, trades: TradesSnapshot.parse(JSON.parse(data)) }
		if (event === 'trade') return { event, trade: Trade.parse(JSON.parse(data)) }
		return undefined
	} catch (cause) {
		throw new ConnectionError(`the stream of trades of ${pairKey(pair)} sent an unexpected message`, { cause })
	}
}
