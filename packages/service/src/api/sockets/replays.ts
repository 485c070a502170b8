import { TradeError } from '@accord/protocol'
import { FairQueue } from '../../queues/fair-queue.ts'

type Options = {
	/** How many pages are read from the database at the same time. */
	readonly pagesAtOnce?: number
	/** How many may wait for their turn; any more are refused. */
	readonly waitingMax?: number
	/** How many replays each client may have at the same time. */
	readonly perClient: number
}

type Waiting = { readonly start: () => void; readonly refuse: (error: TradeError) => void }

const retryAfterS = 10
/** How long a place rests after a page: a multiple of the time the page took, and the maximum. */
const rest = { times: 4, maxMs: 1000 }

/**
 * Paces the reading of history: few pages are read at the same time, the waiting clients take turns, and each client
 * has few replays. After each page of old history its place rests several times as long as the page took, so all
 * replays together use a small part of this process, and less when it is busy. Other requests therefore wait for a page
 * or two at most.
 */
export class Replays {
	readonly #pagesAtOnce: number
	readonly #perClient: number
	readonly #waiting: FairQueue<Waiting>
	readonly #replaying = new Map<string, number>()
	/** Places in which a page is being read, or that are resting. */
	#taken = 0
	#reading = 0

	constructor({ pagesAtOnce = 2, waitingMax = 4096, perClient }: Options) {
		this.#pagesAtOnce = pagesAtOnce
		this.#perClient = perClient
		this.#waiting = new FairQueue({ capacity: waitingMax })
	}

	/** How many pages are being read, and how many are waited for. */
	get depth(): { readonly reading: number; readonly waiting: number } {
		return { reading: this.#reading, waiting: this.#waiting.size }
	}

	/**
	 * Begins a replay of the client; the returned function ends it.
	 * @throws TradeError `rate_limited` while the client already has the most it may have
	 */
	begin(client: string): () => void {
		if (this.#replayingOf(client) >= this.#perClient) {
			const detail = `${this.#perClient} replays of the log are under way already; wait for one of them, or begin later in the log`
			throw new TradeError('rate_limited', detail, { extra: { retry_after_s: retryAfterS } })
		}
		this.#count(client, 1)
		let isOver = false
		return () => {
			if (!isOver) this.#count(client, -1)
			isOver = true
		}
	}

	/**
	 * Reads a page when it is the client's turn, and processes it in the same turn.
	 * @throws TradeError `busy`
	 */
	turn<T>(client: string, read: () => Promise<T>): Promise<T> {
		return this.#turn(client, read, 0)
	}

	/** A turn for a page of old history: its place rests afterwards. */
	historyTurn<T>(client: string, read: () => Promise<T>): Promise<T> {
		return this.#turn(client, read, rest.times)
	}

	async #turn<T>(client: string, read: () => Promise<T>, restTimes: number): Promise<T> {
		if (this.#taken < this.#pagesAtOnce) this.#taken += 1
		else await this.#wait(client)
		this.#reading += 1
		const startedMs = performance.now()
		try {
			return await read()
		} finally {
			this.#reading -= 1
			const restMs = Math.min(restTimes * (performance.now() - startedMs), rest.maxMs)
			if (restMs > 0) setTimeout(() => this.#pass(), restMs)
			else this.#pass()
		}
	}

	#wait(client: string): Promise<void> {
		return new Promise((start, refuse) => {
			const displaced = this.#waiting.push(client, { start, refuse })
			displaced?.refuse(new TradeError('busy', 'too many are reading the log'))
		})
	}

	/** Gives the place to the next in line, after any other work that has arrived in the meantime. */
	#pass(): void {
		const next = this.#waiting.shift()
		if (next === undefined) this.#taken -= 1
		else setImmediate(next.start)
	}

	#replayingOf(client: string): number {
		return this.#replaying.get(client) ?? 0
	}

	#count(client: string, change: 1 | -1): void {
		const replaying = this.#replayingOf(client) + change
		if (replaying === 0) this.#replaying.delete(client)
		else this.#replaying.set(client, replaying)
	}
}
