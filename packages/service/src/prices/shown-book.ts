import {
	type BookChange,
	bookLevelsMax,
	changedLevels,
	Decimal,
	type OrderBook,
	type Pair,
	type PriceLevel,
	ShownOrderBook,
} from '@accord/protocol'
import type { AvailableLevel } from './maker-side.ts'

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

	constructor(pair: Pair, nowMs: number) {
		this.#book = { pair, bids: [], asks: [] }
		this.#version = { sequence: 0, atMs: nowMs }
	}

	get book(): OrderBook {
		return this.#book
	}

	get sequence(): number {
		return this.#version.sequence
	}

	/** Replaces the shown book and notifies listeners if anything visible has changed. */
	show(book: OrderBook, nowMs: number): void {
		const changed = changedLevels(this.#book, book)
		if (changed === undefined) return
		this.#book = book
		this.#version = { sequence: this.sequence + 1, atMs: nowMs }
		this.#bodies.clear()
		for (const listener of this.#listeners) listener({ pair: book.pair, ...this.#version, ...changed })
	}

	/** The JSON body of GET /trade/order_book, with at most `depth` levels on each side. */
	body(depth?: number): Buffer {
		const ready = this.#bodies.get(depth)
		if (ready !== undefined) return ready
		const { pair, bids, asks } = this.#book
		const shown = { pair, bids: bids.slice(0, depth), asks: asks.slice(0, depth), ...this.#version }
		const body = Buffer.from(JSON.stringify(ShownOrderBook.format(shown)))
		this.#bodies.set(depth, body)
		return body
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
	readonly bids: Iterable<AvailableLevel>
	readonly asks: Iterable<AvailableLevel>
	readonly makersPerOrder: number
}): OrderBook {
	const { pair, bids, asks, makersPerOrder } = request
	return { pair, bids: shownSide(bids, makersPerOrder), asks: shownSide(asks, makersPerOrder) }
}

/**
 * One tuple per price, ending before the first level that would require more makers than an order may be split over.
 */
function shownSide(available: Iterable<AvailableLevel>, makersPerOrder: number): PriceLevel[] {
	const makers = new Set<string>()
	const shown: PriceLevel[] = []
	for (const { makerId, price, amount } of available) {
		makers.add(makerId)
		const last = shown.at(-1)
		if (makers.size > makersPerOrder) break
		if (last?.price === price) shown[shown.length - 1] = { price, amount: Decimal.add(last.amount, amount) }
		else if (shown.length === bookLevelsMax) break
		else shown.push({ price, amount })
	}
	return shown
}
