import type { FillExecution } from '@accord/protocol'
import type { LogRange } from '../../db/log-range.ts'
import { type LogPlace, requirePlace } from '../sockets/log-place.ts'
import { NumberedStream, type Subscriber } from '../sockets/numbered-stream.ts'

type Reads = {
	readonly fillExecutionsAfter: (entries: {
		makerId: string
		after: number
		limit: number
	}) => Promise<readonly FillExecution[]>
	readonly logRange: (makerId: string) => Promise<LogRange>
	/** Of all logs, now. */
	readonly incarnation: () => string
	readonly onError: (error: unknown) => void
}

/** Where a maker wants its log to begin. */
type FillLogStart = { readonly startingPoint?: number | undefined; readonly incarnation?: string | undefined }

/** Sends each maker's fill log to its sessions, from any number on, with one live reader per maker. */
export class FillExecutionStreams {
	readonly #reads: Reads
	readonly #makers = new Map<string, NumberedStream<FillExecution>>()

	constructor(reads: Reads) {
		this.#reads = reads
	}

	/**
	 * The number after which a stream begins: the one before `startingPoint`, or the newest number if that is undefined.
	 * 0 begins with everything that is kept.
	 * @throws TradeError `log_restarted`, `sequence_ahead`, `sequence_too_old`
	 */
	async startAfter(makerId: string, { startingPoint, incarnation }: FillLogStart): Promise<Required<LogPlace>> {
		const bounds = { incarnation: this.#reads.incarnation(), ...(await this.#reads.logRange(makerId)) }
		const after = startingPoint === undefined ? bounds.last : startingPoint === 0 ? bounds.removed : startingPoint - 1
		requirePlace({ after, incarnation }, bounds)
		return { after, incarnation: bounds.incarnation }
	}

	/** Sends everything after the number `after`, now and from now on, until the returned function is called. */
	subscribe(makerId: string, subscriber: Subscriber<FillExecution>, after: number): () => void {
		return this.#streamOf(makerId).subscribe(subscriber, after)
	}

	/** Reports that the maker's log may have grown. */
	wake(makerId: string): void {
		this.#makers.get(makerId)?.wake()
	}

	/** Reports that any log may have grown; removes streams without subscribers. */
	wakeAll(): void {
		for (const [makerId, stream] of this.#makers) {
			if (stream.idle) this.#makers.delete(makerId)
			else stream.wake()
		}
	}

	#streamOf(makerId: string): NumberedStream<FillExecution> {
		const known = this.#makers.get(makerId)
		if (known !== undefined) return known
		const stream = new NumberedStream<FillExecution>({
			readAfter: (after, limit) => this.#reads.fillExecutionsAfter({ makerId, after, limit }),
			numberOf: entry => entry.sequenceNumber,
			onError: this.#reads.onError,
		})
		this.#makers.set(makerId, stream)
		return stream
	}
}
