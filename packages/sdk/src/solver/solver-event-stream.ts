import { type SolverEvent, TradeError } from '@accord/protocol'
import { AsyncQueue } from '../transport/async-queue.ts'
import { ConnectionError } from '../transport/connection-error.ts'
import { ReconnectingSocket, type ReconnectingSocketOptions } from '../transport/reconnecting-socket.ts'
import { readSolverEvent } from '../transport/solver-messages.ts'

export type SolverEventStreamOptions = Pick<ReconnectingSocketOptions, 'backoff' | 'onOpen' | 'onClose'> & {
	/** Connects, to resume after a cursor; undefined means from what is open now. */
	readonly open: (since: string | undefined) => ReturnType<ReconnectingSocketOptions['open']>
	readonly since?: string | undefined
	readonly signal?: AbortSignal | undefined
	/** Called once, when reading is over. */
	readonly onEnd: () => void
}

const eventsMax = 1_000
/** The service sends a cursor every 30 s. */
const idleMessagesMs = 75_000

/** The codes of refusals that a retry would get again: a cursor that this stream never had, or one beyond its end. */
const finalCodes = new Set<string>(['validation_failed', 'sequence_ahead', 'not_found'])

/**
 * One reading of the solver stream, without a gap over any number of connections: each resumes after the last event taken. A
 * reader that falls behind is disconnected, and connected again once it has caught up.
 */
export class SolverEventStream {
	readonly events: AsyncQueue<SolverEvent>
	readonly #socket: ReconnectingSocket
	#cursor: string | undefined

	constructor({ open, since, signal, onEnd, ...options }: SolverEventStreamOptions) {
		this.#cursor = since
		this.#socket = new ReconnectingSocket({
			...options,
			open: () => open(this.#cursor),
			idleMs: 15_000,
			idleMessagesMs,
			onText: text => this.#receive(text),
			isFatal: error => error instanceof TradeError && finalCodes.has(error.code),
			onFatal: error => this.events.end(error),
		})
		this.events = new AsyncQueue({
			capacity: eventsMax,
			whenFull: 'refuse',
			signal,
			onDemand: () => this.#socket.start(),
			onClose: () => {
				this.#socket.close()
				onEnd()
			},
		})
	}

	#receive(text: string): void {
		try {
			const event = readSolverEvent(text)
			if (event === undefined) return
			if (this.events.push(event)) this.#cursor = event.cursor
			else this.#socket.close()
		} catch (cause) {
			this.#socket.close()
			this.events.end(new ConnectionError('the solver stream sent an unexpected message', { cause }))
		}
	}
}
