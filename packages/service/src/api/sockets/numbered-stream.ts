import type { Replays } from './replays.ts'
import type { SharedPages } from './shared-pages.ts'

/** Receives the entries of a numbered log, from its own starting number on. */
export type Subscriber<Entry> = {
	/** Called once for each entry, in order, without gaps. */
	readonly push: (entry: Entry) => void
	/** Resolves when everything pushed has been sent, so that a long backfill adapts to the reader's pace. */
	readonly flushed: () => Promise<void>
	/** Whether a backfill must wait for the socket in the middle of a page. */
	readonly isFilling?: () => boolean
	/** The log could not be read, so the subscription has ended. */
	readonly failed: (error: unknown) => void
	/** Called once, when the backfill is complete. */
	readonly joined?: () => void
	/** The client whose turns are used to read its pages; if absent, no particular client. */
	readonly client?: string
}

/** Reads entries numbered above `after`, in ascending order, at most `limit`. Numbers may have gaps. */
export type NumberedLog<Entry> = {
	readonly readAfter: (after: number, limit: number) => Promise<readonly Entry[]>
	readonly numberOf: (entry: Entry) => number
	/** Called when a live read fails; it is retried on the next wake. */
	readonly onError: (error: unknown) => void
	readonly pageSize?: number
	/** Paces the pages of backfills. */
	readonly replays?: Pick<Replays, 'turn' | 'historyTurn'>
	/** The pages of entries that no longer change. */
	readonly history?: SharedPages<Entry>
}

/** Where a subscription begins, and where the log ended at that moment: everything up to that end is history. */
export type LogStart = { readonly after: number; readonly end?: number }

type Subscription<Entry> = Subscriber<Entry> & { cursor: number; ended: boolean; readonly end: number }

/**
 * Pushes a log that grows in the database to any number of subscribers. There is one live reader. A new subscriber
 * reads its own backfill, and joins the live reader when both have reached the same number, so no subscriber misses an
 * entry or gets it twice.
 */
export class NumberedStream<Entry> {
	readonly #log: NumberedLog<Entry>
	readonly #pageSize: number
	readonly #live = new Set<Subscription<Entry>>()
	/** The number that the live reader has reached. */
	#position = 0
	#backfills = 0
	#reading = false
	#woken = false

	constructor(log: NumberedLog<Entry>) {
		this.#log = log
		this.#pageSize = log.pageSize ?? 500
	}

	/** Whether there are no subscribers. */
	get idle(): boolean {
		return this.#live.size === 0 && this.#backfills === 0
	}

	/** Pushes all existing and future entries after a number, until the returned function is called. */
	subscribe(subscriber: Subscriber<Entry>, { after, end: knownEnd = 0 }: LogStart): () => void {
		const subscription = { ...subscriber, cursor: after, ended: false, end: knownEnd }
		const end = () => {
			subscription.ended = true
			this.#live.delete(subscription)
		}
		this.#backfills += 1
		this.#backfill(subscription)
			.catch(error => {
				end()
				subscriber.failed(error)
			})
			.finally(() => {
				this.#backfills -= 1
			})
		return end
	}

	/** Reports that the log may have grown. */
	wake(): void {
		this.#woken = true
		if (!this.#reading) void this.#readLive()
	}

	async #backfill(subscription: Subscription<Entry>): Promise<void> {
		await this.#replay(subscription)
		while (!subscription.ended) {
			const position = this.#position
			const page = await this.#turn(subscription, 'turn', () =>
				this.#log.readAfter(subscription.cursor, this.#pageSize),
			)
			await this.#deliverPage(subscription, page)
			if (page.length < this.#pageSize) {
				// The page reached the log's end, so it included everything that the live reader had already read.
				subscription.cursor = Math.max(subscription.cursor, position)
				if (this.#join(subscription)) return
			}
			await subscription.flushed()
		}
	}

	/** Delivers the complete pages of history, which others may be reading, too. */
	async #replay(subscription: Subscription<Entry>): Promise<void> {
		const { history } = this.#log
		if (history === undefined) return
		for (;;) {
			const upTo = history.endOf(subscription.cursor)
			if (subscription.ended || upTo > subscription.end) return
			// Delivery is part of the turn, because it takes processing time away from others.
			const rest = await this.#turn(subscription, 'historyTurn', async () => {
				const page = await history.page(subscription.cursor)
				return page.slice(this.#deliverWhileEmpty(subscription, page))
			})
			await this.#deliverPage(subscription, rest)
			subscription.cursor = Math.max(subscription.cursor, upTo)
			await subscription.flushed()
		}
	}

	#turn<T>({ client = '' }: Subscription<Entry>, kind: 'turn' | 'historyTurn', read: () => Promise<T>): Promise<T> {
		const { replays } = this.#log
		return replays === undefined ? read() : replays[kind](client, read)
	}

	/**
	 * Delivers until it has to wait for the reader, because no turn may last that long; returns how many entries it
	 * delivered.
	 */
	#deliverWhileEmpty(subscription: Subscription<Entry>, page: readonly Entry[]): number {
		for (const [at, entry] of page.entries()) {
			this.#deliver(subscription, entry)
			if (subscription.isFilling?.()) return at + 1
		}
		return page.length
	}

	async #deliverPage(subscription: Subscription<Entry>, page: readonly Entry[]): Promise<void> {
		for (const entry of page) {
			this.#deliver(subscription, entry)
			if (subscription.isFilling?.()) await subscription.flushed()
		}
	}

	#join(subscription: Subscription<Entry>): boolean {
		if (subscription.ended) return true
		if (this.#live.size === 0 && !this.#reading) this.#position = subscription.cursor
		if (subscription.cursor < this.#position) return false
		this.#live.add(subscription)
		subscription.joined?.()
		this.wake()
		return true
	}

	async #readLive(): Promise<void> {
		this.#reading = true
		try {
			while (this.#woken && this.#live.size > 0) {
				this.#woken = false
				await this.#readToEnd()
			}
		} catch (error) {
			this.#log.onError(error)
		} finally {
			this.#reading = false
		}
	}

	async #readToEnd(): Promise<void> {
		for (;;) {
			const page = await this.#log.readAfter(this.#position, this.#pageSize)
			for (const subscription of this.#live) for (const entry of page) this.#deliver(subscription, entry)
			const last = page.at(-1)
			if (last !== undefined) this.#position = Math.max(this.#position, this.#log.numberOf(last))
			if (page.length < this.#pageSize) return
		}
	}

	#deliver(subscription: Subscription<Entry>, entry: Entry): void {
		const number = this.#log.numberOf(entry)
		if (subscription.ended || number <= subscription.cursor) return
		subscription.cursor = number
		subscription.push(entry)
	}
}
