import { isDeepStrictEqual } from 'node:util'
import { Decimal, type Pair, PriceBook } from '@accord/protocol'
import { quoteAround, type SpreadModel, type Stock } from './spread-model.ts'
import type { BestPrices } from './venue-market.ts'

/** What a maker quotes in one pair, and the book before it while orders that were matched with that may be under way. */
export class HedgedBooks {
	readonly #pair: Pair
	readonly #places: number
	readonly #model: SpreadModel
	readonly #honourMs: number
	#current: PriceBook
	#former: { readonly book: PriceBook; readonly untilMs: number } | undefined

	constructor(options: { pair: Pair; places: number; model: SpreadModel; honourMs: number }) {
		this.#pair = options.pair
		this.#places = options.places
		this.#model = options.model
		this.#honourMs = options.honourMs
		this.#current = { pair: this.#pair, bids: [], asks: [] }
	}

	get current(): PriceBook {
		return this.#current
	}

	/** The book to send now; undefined if it is the one that was sent last. Without prices or stock it is empty. */
	next(nowMs: number, best: BestPrices | undefined, stock: Stock | undefined): PriceBook | undefined {
		const book =
			best === undefined || stock === undefined
				? { pair: this.#pair, bids: [], asks: [] }
				: quoteAround({ pair: this.#pair, places: this.#places }, best, stock, this.#model)
		if (isDeepStrictEqual(PriceBook.format(book), PriceBook.format(this.#current))) return undefined
		this.#former = { book: this.#current, untilMs: nowMs + this.#honourMs }
		this.#current = book
		return book
	}

	/** The books at whose prices an order is filled: none once nothing is quoted. */
	honoured(nowMs: number): readonly PriceBook[] {
		if (this.#current.bids.length + this.#current.asks.length === 0) return []
		return this.#former !== undefined && this.#former.untilMs > nowMs
			? [this.#current, this.#former.book]
			: [this.#current]
	}
}

/** A balance less the part that fees are paid from. */
export function quotable(amount: Decimal, keptBack: Decimal): Decimal {
	return Decimal.mulDown(amount, Decimal.subtract(Decimal.one, keptBack))
}
