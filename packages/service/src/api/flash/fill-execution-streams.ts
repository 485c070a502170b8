import type { FillExecution } from '@accord/protocol'
import type { LogRange } from '../../db/log-range.ts'
import { requirePlace } from '../sockets/log-place.ts'
import { type LogStart, NumberedStream, type Subscriber } from '../sockets/numbered-stream.ts'
import type { Replays } from '../sockets/replays.ts'
import { SharedPages } from '../sockets/shared-pages.ts'

type Reads = {
	readonly fillExecutionsAfter: (entries: {
		makerId: string
		after: number
		limit: number
	}) => Promise<readonly FillExecution[]>
	/** Reads entries up to a number, all of which no longer change. */
	readonly history: (entries: {
		makerId: string
		after: number
		upTo: number
		limit: number
	}) => Promise<readonly FillExecution[]>
	readonly replays: Pick<Replays, 'turn' | 'historyTurn'>
	readonly logRange: (makerId: string) => Promise<LogRange>
	/** The current incarnation of all logs. */
	readonly incarnation: () => string
	/** Called while the maker has a stream here; returns what ends it. */
	readonly follow: (makerId: string) => () => void
	readonly onError: (error: unknown) => void
}

const pageSize = 500

/** Where a maker wants its log to begin. */
type FillLogStart = { readonly startingPoint?: number | undefined; readonly incarnation?: string | undefined }

/** Sends each maker's fill log to its sessions, from any number on, with one live reader per maker. */
export class FillExecutionStreams {
	readonly #reads: Reads
	readonly #makers = new Map<string, NumberedStream<FillExecution>>()
	readonly #unfollow = new Map<string, () => void>()

	constructor(reads: Reads) {
		this.#reads = reads
	}

	/**
	 * The number after which a stream begins: the one before `startingPoint`, or the newest number if that is undefined. 0
	 * means from the first entry that is kept.
	 * @throws TradeError `log_restarted`, `sequence_ahead`, `sequence_too_old`
	 */
	async startAfter(
		makerId: string,
		{ startingPoint, incarnation }: FillLogStart,
	): Promise<Required<LogStart> & { readonly incarnation: string }> {
		const bounds = { incarnation: this.#reads.incarnation(), ...(await this.#reads.logRange(makerId)) }
		const after = startingPoint === undefined ? bounds.last : startingPoint === 0 ? bounds.removed : startingPoint - 1
		requirePlace({ after, incarnation }, bounds)
		return { after, end: bounds.last, incarnation: bounds.incarnation }
	}

	/** Sends all existing and future entries from the starting point on, until the returned function is called. */
	subscribe(makerId: string, subscriber: Subscriber<FillExecution>, start: LogStart): () => void {
		return this.#streamOf(makerId).subscribe({ ...subscriber, client: makerId }, start)
	}

	/** Reports that the maker's log may have grown. */
	wake(makerId: string): void {
		this.#makers.get(makerId)?.wake()
	}

	/** Reports that any log may have grown; removes streams without subscribers. */
	wakeAll(): void {
		for (const [makerId, stream] of this.#makers) {
			if (stream.idle) this.#end(makerId)
			else stream.wake()
		}
	}

	#end(makerId: string): void {
		this.#makers.delete(makerId)
		this.#unfollow.get(makerId)?.()
		this.#unfollow.delete(makerId)
	}

	#streamOf(makerId: string): NumberedStream<FillExecution> {
		const known = this.#makers.get(makerId)
		if (known !== undefined) return known
		const { fillExecutionsAfter, follow, history, onError, replays } = this.#reads
		const stream = new NumberedStream<FillExecution>({
			readAfter: (after, limit) => fillExecutionsAfter({ makerId, after, limit }),
			numberOf: entry => entry.sequenceNumber,
			onError,
			pageSize,
			replays,
			history: new SharedPages({
				readRange: (after, upTo) => history({ makerId, after, upTo, limit: pageSize }),
				isFinal: () => true,
				pageSize,
			}),
		})
		this.#makers.set(makerId, stream)
		this.#unfollow.set(makerId, follow(makerId))
		return stream
	}
}
