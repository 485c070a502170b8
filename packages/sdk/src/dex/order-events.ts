import { isTerminalOrderState, OrderEvent, type OrderStatus, orderEvents, TradeError } from '@accord/protocol'
import { ConnectionError } from '../transport/connection-error.ts'
import { NoEventStream } from '../transport/event-stream.ts'
import { Patience } from '../transport/patience.ts'
import { type ResumeOptions, resumedEvents } from '../transport/resumed-events.ts'
import { isRetryable, retryAfterMs } from '../transport/retry.ts'
import { pause } from '../transport/timers.ts'
import type { TradeApi } from '../transport/trade-api.ts'

/** How an order is followed. */
export type FollowOptions = ResumeOptions & {
	/** The number of the last known event; 0, the default, means none. */
	readonly after?: number
	/**
	 * `polling` repeats a request instead of holding a stream open; by default it is the fallback when there is no event
	 * stream.
	 */
	readonly via?: 'events' | 'polling'
}

type Source = {
	readonly api: TradeApi
	order(subintentId: string, options: { waitSeconds: number; signal?: AbortSignal }): Promise<OrderStatus>
}

/**
 * Each entry of an order's history, once and in order, over any number of connections; ends after the final event, or
 * when `signal` is aborted. If the service is restored from a backup in the meantime, the final event as restored still
 * follows.
 * @throws TradeError `unknown_order`, `sequence_ahead`; ConnectionError when the service was unreachable for too long
 */
export async function* followOrder(
	source: Source,
	subintentId: string,
	options: FollowOptions = {},
): AsyncGenerator<OrderEvent, void, undefined> {
	const { after = 0 } = options
	let seen = after
	if (options.via !== 'polling') {
		try {
			for await (const event of streamedEvents(source, { subintentId, ...options, seen: () => seen })) {
				// The connection that tabs share begins with the whole history.
				if (event.isFinal && event.sequence < seen) throw new NoEventStream(`${subintentId}: the order was restored`)
				if (event.isFinal && event.sequence === seen) return
				if (event.sequence <= seen) continue
				if (event.sequence > seen + 1) throw new NoEventStream(`${subintentId}: event ${seen + 1} is missing`)
				seen = event.sequence
				yield event
				if (event.isFinal) return
			}
			if (seen === after) return
		} catch (error) {
			const isRestored = seen > after && error instanceof TradeError && error.code === 'sequence_ahead'
			if (!isRestored && !isWithoutStream(error)) throw error
		}
	}
	yield* polledEvents(source, { subintentId, ...options, after: seen, owesFinal: seen > after })
}

type Streamed = ResumeOptions & { readonly subintentId: string; readonly seen: () => number }

async function* streamedEvents({ api }: Source, { subintentId, seen, ...options }: Streamed) {
	const path = `/trade/orders/${encodeURIComponent(subintentId)}/events`
	const lastEventId = () => (seen() === 0 ? undefined : String(seen()))
	const request = { api, path, ...options, lastEventId, isFinal: isWithoutStream }
	for await (const { event, data } of resumedEvents(request)) if (event === 'state') yield readEvent(data)
}

function readEvent(data: string): OrderEvent {
	try {
		return OrderEvent.parse(JSON.parse(data))
	} catch (cause) {
		throw new ConnectionError('the event stream of the order sent an unexpected message', { cause })
	}
}

const withoutStreamCodes = new Set<string>(['rate_limited', 'not_found', 'method_not_allowed'])

/** Streams are limited in number, and older services have none; the order can still be polled. */
function isWithoutStream(error: unknown): boolean {
	return error instanceof NoEventStream || (error instanceof TradeError && withoutStreamCodes.has(error.code))
}

/** A safeguard in case a service does not hold back its answer. */
const pauseMsMin = 250
/** The service answers immediately when the order ends, otherwise after this time with the events so far. */
const waitSeconds = 2

type Polled = ResumeOptions & {
	readonly subintentId: string
	readonly after: number
	/** Whether the reader has received events of the order, but not its final one. */
	readonly owesFinal: boolean
}

async function* polledEvents(
	source: Source,
	{ subintentId, after, owesFinal, signal, giveUpAfterMs = 60_000 }: Polled,
): AsyncGenerator<OrderEvent, void, undefined> {
	const patience = new Patience(giveUpAfterMs)
	for (let seen = after; signal?.aborted !== true; ) {
		const sentMs = performance.now()
		try {
			const status = await source.order(subintentId, { waitSeconds, ...(signal === undefined ? {} : { signal }) })
			patience.heard()
			for (const event of orderEvents(status, seen)) {
				yield event
				if (event.isFinal) return
			}
			if (isTerminalOrderState(status.state)) {
				// After a restore from a backup, the order at the service ended with fewer events than before.
				if (owesFinal || seen > after) yield* orderEvents(status, status.history.length - 1)
				return
			}
			seen = Math.max(seen, status.history.length)
		} catch (error) {
			if (signal?.aborted) return
			if (!isRetryable(error) || !patience.allowsRetry()) throw error
			await pause(retryAfterMs(error) ?? 0, signal)
		}
		await pause(Math.max(0, pauseMsMin - (performance.now() - sentMs)), signal)
	}
}
