import { fromProblem, problemWire, TradeError } from '@accord/protocol'
import { ConnectionError } from './connection-error.ts'
import { type EventStreamRequest, readEventStream, type ServerEvent } from './event-stream.ts'
import { Patience } from './patience.ts'
import { backoffMs, isRetryable, retryAfterMs } from './retry.ts'
import { pause } from './timers.ts'

/** How a stream continues across failed connections. */
export type ResumeOptions = {
	readonly signal?: AbortSignal
	/**
	 * How long the service may be unreachable before the stream throws, from the moment when the connection broke; 60 s
	 * when absent.
	 */
	readonly giveUpAfterMs?: number
}

export type ResumedEventsRequest = Omit<EventStreamRequest, 'lastEventId' | 'onHeard' | 'onOver'> &
	ResumeOptions & {
		/** The event after which the next connection continues; called once per connection. */
		readonly lastEventId?: () => string | undefined
		/** Errors to throw even if a retry might help. */
		readonly isFinal?: (error: unknown) => boolean
	}

const pauses = { minMs: 100, maxMs: 5_000 }

/**
 * The events of one path over any number of connections: when one breaks off, the next one continues where the reader
 * is. Ends when the service has no further events, or when `signal` is aborted.
 * @throws TradeError that a retry cannot fix; ConnectionError when the service was unreachable for too long, or
 * something else answered in its place (`NoEventStream`)
 */
export async function* resumedEvents(request: ResumedEventsRequest): AsyncGenerator<ServerEvent, void, undefined> {
	const { api, path, signal, giveUpAfterMs = 60_000 } = request
	const patience = new Patience(giveUpAfterMs)
	let attempt = 0
	let isOver = false
	const onHeard = () => patience.heard()
	const onOver = () => {
		isOver = true
	}
	while (!isAborted(signal)) {
		let failure: unknown = new ConnectionError(`${path}: the stream ended`)
		try {
			const lastEventId = request.lastEventId?.()
			for await (const event of readEventStream({ api, path, signal, lastEventId, onHeard, onOver })) {
				if (event.event === 'closing') throw closingReason(event)
				attempt = 0
				yield event
			}
			if (isOver) return
		} catch (error) {
			failure = error
		}
		if (isAborted(signal)) return
		if (!canResume(failure) || request.isFinal?.(failure) === true || !patience.allowsRetry()) throw failure
		await pause(retryAfterMs(failure) ?? backoffMs(pauses, attempt++, Math.random), signal)
	}
}

function canResume(failure: unknown): boolean {
	return isRetryable(failure) || (failure instanceof TradeError && failure.code === 'slow_consumer')
}

function closingReason({ data }: ServerEvent): Error {
	try {
		return fromProblem(problemWire.parse(JSON.parse(data)))
	} catch (cause) {
		return new ConnectionError('the stream was closed without a reason', { cause })
	}
}

/** A call, so that the compiler does not assume an earlier result: the signal may have been aborted during an await. */
function isAborted(signal: AbortSignal | undefined): boolean {
	return signal?.aborted === true
}
