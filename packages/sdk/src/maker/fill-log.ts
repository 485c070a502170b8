import { type FillExecution, TradeError } from '@accord/protocol'
import { AsyncQueue } from '../transport/async-queue.ts'
import { refuseUnknown } from '../transport/known-options.ts'
import { type LogRestart, restartIn, restartOf } from '../transport/log-restart.ts'
import { type RemovedEntries, removedEntries } from '../transport/removed-entries.ts'

/** Where a reading begins and what ends it. */
export type FillLogOptions = {
	/** The first number wanted; 1 is the first entry of the log. If absent, only new entries. */
	readonly from?: number
	/** The incarnation that `from` belongs to, if known. */
	readonly incarnation?: string
	readonly signal?: AbortSignal
}

type Source = {
	/** Requests the log from a number on; returns the log's incarnation, if the service reports it. */
	readonly start: (place: FillLogPlace) => Promise<string | undefined>
	/** Called before a reading starts over because the service was restored from a backup. */
	readonly onRestart: (restart: LogRestart) => void
	/** Called when a reading skips entries that the service has removed. */
	readonly onRemoved: (removed: RemovedEntries) => void
	/**
	 * Called with the error of a failed start, other than `sequence_ahead`, `sequence_too_old` and `log_restarted`; returns
	 * it if another attempt cannot help.
	 */
	readonly onStartFailed: (error: unknown) => Error | undefined
}

/** A number in a log, with the log's incarnation if known. */
export type FillLogPlace = { readonly from: number; readonly incarnation?: string | undefined }

/** A number beyond the end of any log. */
const beyond = Number.MAX_SAFE_INTEGER
const entriesMax = 10_000

/**
 * All readings of a maker's fill log over one connection at a time. The service sends one stream, from which each
 * reading takes only the entry with its next number, so no reading has a gap or a repeat. After the service is restored
 * from a backup, every reading starts over.
 */
export class FillLog {
	readonly #source: Source
	readonly #readings = new Set<Reading>()

	constructor(source: Source) {
		this.#source = source
	}

	/** @throws TradeError `sequence_ahead` when `from` is beyond the next number; TypeError for an unknown option */
	read(options: FillLogOptions = {}): AsyncIterableIterator<FillExecution, void, undefined> {
		refuseUnknown('fillExecutions', options, ['from', 'incarnation', 'signal'])
		const { from, incarnation, signal } = options
		const entries: AsyncQueue<FillExecution> = new AsyncQueue({
			capacity: entriesMax,
			whenFull: 'refuse',
			signal,
			onDemand: () => {
				if (reading.state === 'idle') this.#start(reading)
			},
			onClose: () => this.#readings.delete(reading),
		})
		const next = from === undefined ? undefined : Math.max(1, from)
		const reading: Reading = { entries, next, incarnation, wasStarted: false, state: 'idle' }
		this.#readings.add(reading)
		return entries
	}

	/** Offers an entry from the service to the waiting readings. */
	take(entry: FillExecution): void {
		for (const reading of this.#readings) this.#offer(reading, entry)
	}

	/** Requests everything again, on a new connection. */
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

	/** A reading of new entries asks for a number beyond the end of the log. The refusal reveals where the log ends. */
	#start(reading: Reading): void {
		const { entries, next, incarnation, wasStarted } = reading
		reading.state = 'starting'
		const started = (now: string | undefined) => {
			reading.incarnation = now
			reading.wasStarted = true
			if (reading.state === 'starting') reading.state = 'current'
		}
		this.#source.start({ from: next ?? beyond, incarnation }).then(started, error => {
			const restart = restartIn(error, { wasGivenOut: wasStarted })
			if (restart !== undefined) return this.#startAgain(reading, { restart, error })
			const removed = removedEntries(error, (next ?? beyond) - 1)
			if (removed !== undefined) return this.#startLater(reading, removed)
			if (!(error instanceof TradeError) || error.code !== 'sequence_ahead') {
				const refused = this.#source.onStartFailed(error)
				return refused && entries.end(refused)
			}
			const { last_sequence_number: last } = error.extra
			if (next !== undefined || typeof last !== 'number') return entries.end(error)
			reading.next = last + 1
			reading.incarnation = restartOf(error).incarnation
			this.#start(reading)
		})
	}

	/** Continue from the first entry that is kept. */
	#startLater(reading: Reading, removed: RemovedEntries): void {
		reading.next = removed.to + 1
		this.#source.onRemoved(removed)
		this.#start(reading)
	}

	/**
	 * Start again from the first entry: entries of the former log, whether read or waiting to be read, may never have
	 * happened.
	 */
	#startAgain(reading: Reading, { restart, error }: { restart: LogRestart; error: TradeError }): void {
		const { first_sequence_number: first } = error.extra
		reading.next = typeof first === 'number' ? first : 1
		reading.incarnation = restart.incarnation
		reading.wasStarted = false
		reading.entries.clear()
		this.#source.onRestart(restart)
		this.#start(reading)
	}
}

type Reading = {
	readonly entries: AsyncQueue<FillExecution>
	/** The number of the next entry to take; undefined while a reading of new entries does not know where the log ends. */
	next: number | undefined
	/** The incarnation that `next` belongs to; undefined until the service has reported it. */
	incarnation: string | undefined
	/** Whether the service has accepted a start, which means that it issued the number `next` itself. */
	wasStarted: boolean
	/**
	 * `idle`: nothing is requested, because reading has not begun or the reader has fallen behind; its next demand sends
	 * the request. `starting`: requested from `next` on but not confirmed, so higher numbers belong to the previous stream.
	 * `current`: a higher number is a gap, since entries were missed or another reading has moved the stream.
	 */
	state: 'idle' | 'starting' | 'current'
}
