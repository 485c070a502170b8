import { type BookChange, changedLevels, type OrderBook, type Pair, ShownOrderBook } from '@accord/protocol'
import { type ShowableLevel, shownLevels } from './implied-levels.ts'

/** Called with every change of a shown book, in order, as it happens. */
export type BookListener = (change: BookChange) => void

type Version = Pick<BookChange, 'sequence' | 'atMs'>

/**
 * The public book of one pair, cached as bytes. Its sequence number grows by exactly one with each visible change, so a
 * listener can tell whether it has missed any.
 */
export class ShownBook {
	readonly #listeners = new Set<BookListener>()
	readonly #bodies = new Map<number | undefined, Buffer>()
	#book: OrderBook
	#version: Version
	readonly #refresh: () => void

	/** `refresh` is called before each look at the book, and may show a newer one. */
	constructor(pair: Pair, nowMs: number, refresh: () => void = () => {}) {
		this.#refresh = refresh
		this.#book = { pair, bids: [], asks: [] }
		this.#version = { sequence: 0, atMs: nowMs }
	}

	get book(): OrderBook {
		this.#refresh()
		return this.#book
	}

	get sequence(): number {
		this.#refresh()
		return this.#version.sequence
	}

	/** When the book last changed, by the service's clock. */
	get atMs(): number {
		this.#refresh()
		return this.#version.atMs
	}

	/** Whether anyone is told of changes. */
	get isFollowed(): boolean {
		return this.#listeners.size > 0
	}

	/** Replaces the shown book and notifies listeners if anything visible has changed. */
	show(book: OrderBook, nowMs: number): void {
		const changed = changedLevels(this.#book, book)
		if (changed === undefined) return
		this.#book = book
		this.#version = { sequence: this.#version.sequence + 1, atMs: nowMs }
		this.#bodies.clear()
		for (const listener of this.#listeners) listener({ pair: book.pair, ...this.#version, ...changed })
	}

	/** The JSON body of GET /trade/order_book, with at most `depth` levels on each side. */
	body(depth?: number): Buffer {
		this.#refresh()
		const ready = this.#bodies.get(depth)
		if (ready !== undefined) return ready
		const body = Buffer.from(JSON.stringify(ShownOrderBook.format(this.shown(depth))))
		this.#bodies.set(depth, body)
		return body
	}

	/** The book now, with at most `depth` levels on each side. */
	shown(depth?: number): ShownOrderBook {
		this.#refresh()
		const { pair, bids, asks } = this.#book
		return { pair, bids: bids.slice(0, depth), asks: asks.slice(0, depth), ...this.#version }
	}

	/** Calls the listener with every change from now on, until the returned function is called. */
	subscribe(listener: BookListener): () => void {
		this.#listeners.add(listener)
		return () => this.#listeners.delete(listener)
	}
}

/** The public order book. Both sides are in priority order; whatever a client computes from it can be matched. */
export function shownOrderBook(request: {
	readonly pair: Pair
	readonly bids: Iterable<ShowableLevel>
	readonly asks: Iterable<ShowableLevel>
	readonly makersPerOrder: number
}): OrderBook {
	const { pair, bids, asks, makersPerOrder } = request
	return { pair, bids: shownLevels(bids, makersPerOrder), asks: shownLevels(asks, makersPerOrder) }
}
