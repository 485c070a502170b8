import {
	formatOrderBook,
	type OrderBook,
	type OrderBookChangeWire,
	type Pair,
	type ShownOrderBookWire,
} from '@accord/protocol'
import { changedLevels } from './order-book-change.ts'

/** Told of every change of a shown book, in order, as it happens. */
export type BookListener = (change: OrderBookChangeWire) => void

type Place = Pick<ShownOrderBookWire, 'sequence' | 'timestamp' | 'timestamp_ms'>

/**
 * The book of one pair as everybody sees it, kept ready as bytes. Its number grows by one with each change that can be
 * seen, and by none without; who listens from a number on misses none after it.
 */
export class ShownBook {
	readonly #listeners = new Set<BookListener>()
	readonly #bodies = new Map<number | undefined, Buffer>()
	#book: OrderBook
	#place: Place

	constructor(pair: Pair, nowMs: number) {
		this.#book = { pair, bids: [], asks: [] }
		this.#place = placeOf(0, nowMs)
	}

	get book(): OrderBook {
		return this.#book
	}

	get sequence(): number {
		return this.#place.sequence
	}

	/** Puts this book in the place of the one shown. */
	show(book: OrderBook, nowMs: number): void {
		const changed = changedLevels(this.#book, book)
		if (changed === undefined) return
		this.#book = book
		this.#place = placeOf(this.sequence + 1, nowMs)
		this.#bodies.clear()
		const { base, quote } = book.pair
		for (const listener of this.#listeners) listener({ pair: { base, quote }, ...this.#place, ...changed })
	}

	/** The answer to GET /trade/order_book as JSON, with at most `depth` levels a side. */
	body(depth?: number): Buffer {
		const ready = this.#bodies.get(depth)
		if (ready !== undefined) return ready
		const { pair, bids, asks } = this.#book
		const cut = { pair, bids: bids.slice(0, depth), asks: asks.slice(0, depth) }
		const shown: ShownOrderBookWire = { ...formatOrderBook(cut), ...this.#place }
		const body = Buffer.from(JSON.stringify(shown))
		this.#bodies.set(depth, body)
		return body
	}

	/** Tells of every change from now on, until the returned function is called. */
	subscribe(listener: BookListener): () => void {
		this.#listeners.add(listener)
		return () => this.#listeners.delete(listener)
	}
}

function placeOf(sequence: number, nowMs: number): Place {
	return { sequence, timestamp: Math.floor(nowMs / 1000), timestamp_ms: nowMs }
}
