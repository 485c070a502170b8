import { TradeError } from '@accord/protocol'
import { ConnectionError } from '../transport/connection-error.ts'
import { ReconnectingSocket, type ReconnectingSocketOptions } from '../transport/reconnecting-socket.ts'
import { readSolverEvent, type SolverEvent } from './solver-event.ts'

export type SolverEventStreamOptions = Pick<ReconnectingSocketOptions, 'backoff' | 'onOpen' | 'onClose'> & {
	/** Connects to go on after a cursor; undefined means from what is open now. */
	open: (since: string | undefined) => ReturnType<ReconnectingSocketOptions['open']>
	since?: string
}

const waitingMax = 1_000
/** A cursor comes every 30 s. */
const idleMessagesMs = 75_000

/**
 * One reading of the solver stream, without a miss over any number of connections: each goes on after the last event taken.
 * A reader that falls behind is disconnected, and connected again once it has caught up.
 */
export class SolverEventStream {
	readonly #socket: ReconnectingSocket
	readonly #waiting: SolverEvent[] = []
	#cursor: string | undefined
	#isEnded = false
	#isBehind = false
	#error: Error | undefined
	#wake: () => void = () => undefined

	constructor({ open, since, ...options }: SolverEventStreamOptions) {
		this.#cursor = since
		this.#socket = new ReconnectingSocket({
			...options,
			open: () => open(this.#cursor),
			idleMs: 15_000,
			idleMessagesMs,
			onText: text => this.#received(text),
			isFatal: error => error instanceof TradeError && final.has(error.code),
			onFatal: error => this.end(error),
		})
	}

	/** Ends the reading, with an error for whoever reads if one is given. */
	end(error?: Error): void {
		this.#isEnded = true
		this.#error ??= error
		this.#socket.close()
		this.#wake()
	}

	/** The events from now on; one reader only. */
	async *events(): AsyncGenerator<SolverEvent, void, undefined> {
		if (!this.#isEnded) this.#socket.start()
		for (;;) {
			const event = this.#waiting.shift()
			if (event !== undefined) yield event
			else if (this.#isEnded) {
				if (this.#error !== undefined) throw this.#error
				return
			} else {
				if (this.#isBehind) this.#catchUp()
				await new Promise<void>(resolve => {
					this.#wake = resolve
				})
			}
		}
	}

	#received(text: string): void {
		const event = this.#read(text)
		if (event === undefined || this.#isEnded) return
		this.#cursor = event.cursor
		this.#waiting.push(event)
		if (this.#waiting.length >= waitingMax) {
			this.#isBehind = true
			this.#socket.close()
		}
		this.#wake()
	}

	#read(text: string): SolverEvent | undefined {
		try {
			return readSolverEvent(text)
		} catch (cause) {
			this.end(new ConnectionError('a message of the solver stream is not what this API promises', { cause }))
			return undefined
		}
	}

	#catchUp(): void {
		this.#isBehind = false
		this.#socket.start()
	}
}

/** Refusals that another try gets again: a cursor that this stream never gave, or one beyond its end. */
const final = new Set<string>(['validation_failed', 'sequence_ahead', 'not_found'])
