import type { FillExecutionWire, Outcome } from '@accord/protocol'

/** An entry of a maker's numbered fill log. */
export type FillExecution = {
	sequenceNumber: number
	occurredAtS: number
	orderId: string
	change: { kind: 'started' } | { kind: 'completed'; outcome: Outcome }
}

const waitingMax = 10_000

/**
 * One reading of the fill log, without a miss or a repeat over any number of connections: only the next number is taken, older
 * ones are repeats, and after a gap or a full buffer the log is asked for again from the next number on.
 */
export class FillExecutionStream {
	readonly #restart: (from: number | undefined) => void
	readonly #waiting: FillExecution[] = []
	#next: number | undefined
	#behind = false
	#error: Error | undefined
	#ended = false
	#wake: () => void = () => undefined

	/** `from` is the first number wanted; absent means whatever comes first. `restart` asks the service for the log anew. */
	constructor(options: { from?: number; restart: (from: number | undefined) => void }) {
		this.#next = options.from === undefined ? undefined : Math.max(1, options.from)
		this.#restart = options.restart
	}

	/** The next number to ask for; undefined as long as a live reading does not know where the log ends. */
	get next(): number | undefined {
		return this.#next
	}

	/** Where a live reading begins. */
	begin(next: number): void {
		this.#next ??= next
	}

	take(wire: FillExecutionWire): void {
		const { sequence_number: number } = wire
		const next = this.#next ?? number
		const isFull = this.#waiting.length >= waitingMax
		if (number < next) return
		if (number > next || isFull) {
			this.#fellBehind(isFull)
			return
		}
		this.#behind = false
		this.#next = number + 1
		this.#waiting.push(parseFillExecution(wire))
		this.#wake()
	}

	/** Ends the reading, with an error for whoever reads if one is given. */
	end(error?: Error): void {
		this.#ended = true
		this.#error = error
		this.#wake()
	}

	async *entries(): AsyncGenerator<FillExecution, void, undefined> {
		for (;;) {
			const entry = this.#waiting.shift()
			if (entry !== undefined) {
				yield entry
			} else if (this.#ended) {
				if (this.#error !== undefined) throw this.#error
				return
			} else {
				if (this.#behind) this.#restart(this.#next)
				await new Promise<void>(resolve => {
					this.#wake = resolve
				})
			}
		}
	}

	/** What came cannot be taken now: once there is room, the log is asked for again from the next number on. */
	#fellBehind(isFull: boolean): void {
		const isFirst = !this.#behind
		this.#behind = true
		if (isFirst && !isFull) this.#restart(this.#next)
	}
}

function parseFillExecution(wire: FillExecutionWire): FillExecution {
	return {
		sequenceNumber: wire.sequence_number,
		occurredAtS: wire.occurred_at,
		orderId: wire.order_id,
		change:
			'completed' in wire.change ? { kind: 'completed', outcome: wire.change.completed.outcome } : { kind: 'started' },
	}
}
