import { type SolverEvent, TradeError } from '@accord/protocol'
import { AsyncQueue } from '../transport/async-queue.ts'
import { ConnectionError } from '../transport/connection-error.ts'
import { type LogRestart, restartIn } from '../transport/log-restart.ts'
import { ReconnectingSocket, type ReconnectingSocketOptions } from '../transport/reconnecting-socket.ts'
import { type RemovedEntries, removedEntries } from '../transport/removed-entries.ts'
import { readSolverEvent } from '../transport/solver-messages.ts'

export type SolverEventStreamOptions = Pick<ReconnectingSocketOptions, 'backoff' | 'onOpen' | 'onClose'> & {
	/** Connects to resume after a cursor; undefined means to start with the open bundles. */
	readonly open: (since: string | undefined) => ReturnType<ReconnectingSocketOptions['open']>
	readonly since?: string | undefined
	/** Called when the stream has started over, before its first event; events still waiting to be read are dropped. */
	readonly onRestart?: ((restart: LogRestart) => void) | undefined
	readonly signal?: AbortSignal | undefined
	readonly onRemoved: (removed: RemovedEntries) => void
	/** Called once, when the reading has ended. */
	readonly onEnd: () => void
}

const eventsMax = 1_000
/** The service sends a cursor every 30 s. */
const idleMessagesMs = 75_000

/** The codes of refusals that a retry would only repeat: of the address or the key, or of a cursor that this stream never had. */
const finalCodes = new Set<string>([
	'validation_failed',
	'sequence_ahead',
	'sequence_too_old',
	'not_found',
	'unauthorized',
])

/**
 * One reading of the solver stream, without a gap over any number of connections: each resumes after the last event
 * taken. A reader that falls behind is disconnected, and reconnects once it has caught up. After the service is
 * restored from a backup, the reading starts over.
 */
export class SolverEventStream {
	readonly events: AsyncQueue<SolverEvent>
	readonly #socket: ReconnectingSocket
	readonly #onRestart: SolverEventStreamOptions['onRestart']
	#cursor: string | undefined
	readonly #onRemoved: (removed: RemovedEntries) => void
	/** Whether the cursor came from this stream, not from the caller. */
	#wasGivenOut = false

	constructor({ open, since, signal, onRestart, onRemoved, onEnd, ...options }: SolverEventStreamOptions) {
		this.#cursor = since
		this.#onRestart = onRestart
		this.#onRemoved = onRemoved
		this.#socket = new ReconnectingSocket({
			...options,
			open: () => open(this.#cursor),
			idleMs: 15_000,
			idleMessagesMs,
			onText: text => this.#receive(text),
			isFatal: error => !this.#restarted(error) && !this.#goesOn(error) && isFinalRefusal(error),
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

	/** Ends the connection immediately; events already received can still be read. */
	close(): void {
		this.#socket.close()
		this.events.end()
	}

	/** Whether the stream has started over: the next connection begins with the open bundles. */
	#restarted(error: unknown): boolean {
		const restart = restartIn(error, { wasGivenOut: this.#wasGivenOut })
		if (restart === undefined) return false
		this.#cursor = undefined
		this.events.clear()
		this.#onRestart?.(restart)
		return true
	}

	/** Whether entries were removed: the next connection continues at the first number kept. */
	#goesOn(error: unknown): boolean {
		const [number = '', incarnation = ''] = /^(\d+)(.*)$/.exec(this.#cursor ?? '')?.slice(1) ?? []
		const removed = removedEntries(error, Number(number))
		if (removed === undefined) return false
		this.#cursor = `${removed.to}${incarnation}`
		this.#onRemoved(removed)
		return true
	}

	#receive(text: string): void {
		try {
			const event = readSolverEvent(text)
			if (event === undefined) return
			if (!this.events.push(event)) this.#socket.close()
			else {
				this.#cursor = event.cursor
				this.#wasGivenOut = true
			}
		} catch (cause) {
			this.#socket.close()
			this.events.end(new ConnectionError('the solver stream sent an unexpected message', { cause }))
		}
	}
}

/** Whether another attempt to connect would be refused, too. */
export function isFinalRefusal(error: unknown): boolean {
	return error instanceof TradeError && finalCodes.has(error.code)
}
