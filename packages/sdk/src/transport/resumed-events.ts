import { fromProblem, problemWire, TradeError } from '@accord/protocol'
import { ConnectionError } from './connection-error.ts'
import type { ServerEvent } from './event-decoder.ts'
import { type EventStreamRequest, NoEventStream, readEventStream } from './event-stream.ts'
import { backoffMs, isRetryable, retryAfterMs } from './retry.ts'
import { pause } from './timers.ts'

/** How a stream goes on over the failures of its connections. */
export type ResumeOptions = {
	signal?: AbortSignal
	/** How long the service may be out of reach before the reader is told with an error; 60 s when absent. */
	giveUpAfterMs?: number
}

export type ResumedEventsRequest = Omit<EventStreamRequest, 'lastEventId'> &
	ResumeOptions & {
		/** Where the next connection goes on, asked for each. */
		lastEventId?: () => string | undefined
		/** Errors that the reader wants to have, although another try may help. */
		isFinal?: (error: unknown) => boolean
	}

const pauses = { minMs: 100, maxMs: 5_000 }

/**
 * The events of one path over any number of connections: when one breaks off, the next goes on where the reader stands.
 * Ends when the service says that there is nothing more, or when `signal` is aborted.
 * @throws TradeError what no other try can mend; NoEventStream; ConnectionError when the service was out of reach for too long
 */
export async function* resumedEvents(request: ResumedEventsRequest): AsyncGenerator<ServerEvent, void, undefined> {
	const { api, path, signal, giveUpAfterMs = 60_000 } = request
	let lastContactMs = performance.now()
	let attempt = 0
	let isOver = false
	const inContact = () => {
		lastContactMs = performance.now()
	}
	const onOver = () => {
		isOver = true
	}
	while (!isAborted(signal)) {
		let failure: unknown = new ConnectionError(`${path}: the stream ended`)
		try {
			const lastEventId = request.lastEventId?.()
			for await (const event of readEventStream({ api, path, signal, lastEventId, onOpen: inContact, onOver })) {
				if (event.event === 'closing') throw closingReason(event)
				attempt = 0
				inContact()
				yield event
			}
			if (isOver) return
		} catch (error) {
			failure = error
		}
		if (isAborted(signal)) return
		const isPatient = performance.now() - lastContactMs < giveUpAfterMs
		if (!isPatient || !canResume(failure) || request.isFinal?.(failure) === true) throw failure
		await pause(retryAfterMs(failure) ?? backoffMs(pauses, attempt++, Math.random), signal)
	}
}

function canResume(failure: unknown): boolean {
	if (failure instanceof NoEventStream) return false
	return isRetryable(failure) || (failure instanceof TradeError && failure.code === 'slow_consumer')
}

function closingReason({ data }: ServerEvent): Error {
	try {
		return fromProblem(problemWire.parse(JSON.parse(data)))
	} catch (cause) {
		return new ConnectionError('the stream was closed without a reason', { cause })
	}
}

/** Read anew: an abort may have come while something was awaited. */
function isAborted(signal: AbortSignal | undefined): boolean {
	return signal?.aborted === true
}
