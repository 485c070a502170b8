import { type FillExecution, TradeError } from '@accord/protocol'
import { AsyncQueue } from '../transport/async-queue.ts'

/** Where a reading begins and what ends it. */
export type FillLogOptions = {
	/** The first number wanted, 1 is the first there is; absent: what is new. */
	readonly from?: number
	readonly signal?: AbortSignal
}

type Source = {
	/** Asks the service for the log from a number on. */
	readonly start: (from: number) => Promise<void>
	/** Called with the error of a start that failed, other than `sequence_ahead`. */
	readonly onStartFailed: (error: unknown) => void
}

/** Beyond the end of any log. */
const beyond = Number.MAX_SAFE_INTEGER
const entriesMax = 10_000

/**
 * All readings of a maker's fill log over one connection at a time: the service sends one stream, from which each reading takes
 * the entry with its next number and nothing else, so none has a gap or a repeat.
 */
export class FillLog {
	readonly #source: Source
	readonly #readings = new Set<Reading>()

	constructor(source: Source) {
		this.#source = source
	}

	/** @throws TradeError `sequence_ahead` when `from` is beyond the next number */
	read({ from, signal }: FillLogOptions = {}): AsyncIterableIterator<FillExecution, void, undefined> {
		const entries: AsyncQueue<FillExecution> = new AsyncQueue({
			capacity: entriesMax,
			whenFull: 'refuse',
			signal,
			onDemand: () => {
				if (reading.state === 'idle') this.#start(reading)
			},
			onClose: () => this.#readings.delete(reading),
		})
		const reading: Reading = { entries, next: from === undefined ? undefined : Math.max(1, from), state: 'idle' }
		this.#readings.add(reading)
		return entries
	}

	/** Hands an entry from the service to the readings that wait for it. */
	take(entry: FillExecution): void {
		for (const reading of this.#readings) this.#offer(reading, entry)
	}

	/** Asks for everything again, on a new connection. */
	restart(): void {
		for (const reading of this.#readings) if (reading.state !== 'idle') this.#start(reading)
	}

	/** Ends all readings. */
	end(error?: Error): void {
		for (const { entries } of this.#readings) entries.end(error)
	}

	#offer(reading: Reading, entry: FillExecution): void {
		const { entries, state } = reading
		const next = reading.next ?? (state === 'current' ? entry.sequenceNumber : Number.POSITIVE_INFINITY)
		if (state === 'idle' || entry.sequenceNumber < next) return
		if (entry.sequenceNumber > next) {
			if (state === 'current') this.#start(reading)
		} else if (entries.push(entry)) {
			reading.next = next + 1
			reading.state = 'current'
		} else {
			reading.state = 'idle'
		}
	}

	/** A reading of what is new asks beyond the end of the log, which is refused with the number at which the log ends. */
	#start(reading: Reading): void {
		const { entries, next } = reading
		reading.state = 'starting'
		const started = () => {
			if (reading.state === 'starting') reading.state = 'current'
		}
		this.#source.start(next ?? beyond).then(started, error => {
			if (!(error instanceof TradeError) || error.code !== 'sequence_ahead') return this.#source.onStartFailed(error)
			const { last_sequence_number: last } = error.extra
			if (next !== undefined || typeof last !== 'number') return entries.end(error)
			reading.next = last + 1
			this.#start(reading)
		})
	}
}

type Reading = {
	readonly entries: AsyncQueue<FillExecution>
	/** The number of the next entry to take; undefined until a reading of what is new knows where the log ends. */
	next: number | undefined
	/**
	 * `idle`: nothing is requested, because reading has not begun or the reader has fallen behind; its next demand requests it.
	 * `starting`: requested from `next` on but not confirmed, so higher numbers belong to the stream before. `current`: a higher
	 * number is a gap, since entries were missed or another reading has moved the stream.
	 */
	state: 'idle' | 'starting' | 'current'
}
