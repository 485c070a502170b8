import {
	isTerminalOrderState,
	type OrderEvent,
	type OrderStatus,
	orderEvents,
	orderEventWire,
	parseOrderEvent,
	TradeError,
} from '@accord/protocol'
import { ConnectionError } from '../transport/connection-error.ts'
import { NoEventStream } from '../transport/event-stream.ts'
import { type ResumeOptions, resumedEvents } from '../transport/resumed-events.ts'
import { isRetryable } from '../transport/retry.ts'
import { pause } from '../transport/timers.ts'
import type { TradeApi } from '../transport/trade-api.ts'

/** How an order is followed. */
export type FollowOptions = ResumeOptions & {
	/** The number of the last event that is known already; 0, the default, means none. */
	after?: number
	/** `polling` asks again and again instead of holding a stream open; by default it is what is left when no stream can be had. */
	via?: 'events' | 'polling'
}

type Source = {
	api: TradeApi
	order(subintentId: string, options: { waitSeconds: number; signal?: AbortSignal }): Promise<OrderStatus>
}

/**
 * Everything that happens to an order, each entry of its history once and in order, whatever becomes of the connections;
 * ends after the final event, or when `signal` is aborted.
 * @throws TradeError `unknown_order`, `sequence_ahead`; ConnectionError when the service was out of reach for too long
 */
export async function* followOrder(
	source: Source,
	subintentId: string,
	options: FollowOptions = {},
): AsyncGenerator<OrderEvent, void, undefined> {
	let seen = options.after ?? 0
	if (options.via !== 'polling') {
		try {
			for await (const event of streamedEvents(source, { subintentId, ...options, seen: () => seen })) {
				if (event.sequence <= seen) continue
				if (event.sequence > seen + 1) throw new NoEventStream(`${subintentId}: event ${seen + 1} was left out`)
				seen = event.sequence
				yield event
				if (event.isFinal) return
			}
			return
		} catch (error) {
			if (!isWithoutStream(error)) throw error
		}
	}
	yield* polledEvents(source, { subintentId, ...options, after: seen })
}

type Streamed = ResumeOptions & { subintentId: string; seen: () => number }

async function* streamedEvents({ api }: Source, { subintentId, seen, ...options }: Streamed) {
	const path = `/trade/orders/${encodeURIComponent(subintentId)}/events`
	const lastEventId = () => (seen() === 0 ? undefined : String(seen()))
	const request = { api, path, ...options, lastEventId, isFinal: isWithoutStream }
	for await (const { event, data } of resumedEvents(request)) if (event === 'state') yield readEvent(data)
}

function readEvent(data: string): OrderEvent {
	try {
		return parseOrderEvent(orderEventWire.parse(JSON.parse(data)))
	} catch (cause) {
		throw new ConnectionError('an event of the order is not what this API promises', { cause })
	}
}

const withoutStream = new Set<string>(['rate_limited', 'not_found', 'method_not_allowed'])

/** Streams are scarce, or unknown to an older service: then the order can still be asked for. */
function isWithoutStream(error: unknown): boolean {
	return error instanceof NoEventStream || (error instanceof TradeError && withoutStream.has(error.code))
}

/** The service answers at once when the order ends, and otherwise after so long with what has happened meanwhile. */
const waitSeconds = 2

type Polled = ResumeOptions & { subintentId: string; after: number }

async function* polledEvents(
	source: Source,
	{ subintentId, after, signal, giveUpAfterMs = 60_000 }: Polled,
): AsyncGenerator<OrderEvent, void, undefined> {
	let lastContactMs = performance.now()
	for (let seen = after; signal?.aborted !== true; ) {
		const askedMs = performance.now()
		try {
			const status = await source.order(subintentId, { waitSeconds, ...(signal === undefined ? {} : { signal }) })
			lastContactMs = performance.now()
			for (const event of orderEvents(status, seen)) {
				yield event
				if (event.isFinal) return
			}
			if (isTerminalOrderState(status.state)) return
			seen = Math.max(seen, status.history.length)
		} catch (error) {
			if (signal?.aborted) return
			if (!isRetryable(error) || performance.now() - lastContactMs >= giveUpAfterMs) throw error
		}
		await pause(Math.max(0, leastPauseMs - (performance.now() - askedMs)), signal)
	}
}

/** Also towards a service that knows no waiting. */
const leastPauseMs = 250
