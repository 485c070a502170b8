import { type FillExecution, TradeError } from '@accord/protocol'
import { NumberedStream, type Subscriber } from '../sockets/numbered-stream.ts'

type Reads = {
	readonly fillExecutionsAfter: (entries: {
		makerId: string
		after: number
		limit: number
	}) => Promise<readonly FillExecution[]>
	readonly lastSequenceNumber: (makerId: string) => Promise<number>
	readonly onError: (error: unknown) => void
}

/** Sends each maker's fill log to its sessions, from any number on, with one live reader per maker. */
export class FillExecutionStreams {
	readonly #reads: Reads
	readonly #makers = new Map<string, NumberedStream<FillExecution>>()

	constructor(reads: Reads) {
		this.#reads = reads
	}

	/**
	 * The number after which a stream begins: the one before `startingPoint`, or the newest number if that is undefined.
	 * @throws TradeError `sequence_ahead`
	 */
	async startAfter(makerId: string, startingPoint: number | undefined): Promise<number> {
		const last = await this.#reads.lastSequenceNumber(makerId)
		if (startingPoint === undefined) return last
		if (startingPoint <= last + 1) return Math.max(0, startingPoint - 1)
		throw new TradeError('sequence_ahead', `the log ends at ${last}; expected at most ${last + 1}`, {
			extra: { last_sequence_number: last },
		})
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
