import { type Pair, type PriceBook, type PriceLevel, pairKey } from '@accord/protocol'
import { type DecimalLike, toDecimal } from '../transport/amount-like.ts'
import { NewestOrder } from './newest-order.ts'

/** A level of a book: the price in quote per base, the amount in base. */
export type PriceLevelLike = { readonly price: DecimalLike; readonly amount: DecimalLike }

/** A price book whose prices and amounts may be decimal strings. */
export type PriceBookLike = Omit<PriceBook, 'bids' | 'asks'> & {
	readonly bids: readonly PriceLevelLike[]
	readonly asks: readonly PriceLevelLike[]
}

type QuotedBooksDeps = {
	readonly send: (book: PriceBook) => void
	/** Whether books account for every order that was recorded. */
	readonly areNet: boolean
}

/** The newest book of each pair that a maker quotes: sent when it is set, and again with every new connection. */
export class QuotedBooks {
	readonly #deps: QuotedBooksDeps
	readonly #books = new Map<string, PriceBook>()
	readonly #newest = new NewestOrder()

	constructor(deps: QuotedBooksDeps) {
		this.#deps = deps
	}

	/** Records an order that the maker has taken: books set from now on account for it. */
	noteTaken(orderId: string): void {
		this.#newest.note(orderId, performance.now())
	}

	/** @throws TradeError `invalid_decimal` */
	set(given: PriceBookLike): void {
		const book = { ...given, bids: given.bids.map(readLevel), asks: given.asks.map(readLevel) }
		const isNet = this.#deps.areNet && book.bids.length + book.asks.length > 0
		const newest = isNet ? this.#newest.idAt(performance.now()) : undefined
		const sent = newest === undefined || book.netOf !== undefined ? book : { ...book, netOf: newest }
		this.#books.set(pairKey(book.pair), sent)
		this.#deps.send(sent)
	}

	sendAll(): void {
		for (const book of this.#books.values()) this.#deps.send(book)
	}

	/** Stops sending the books of these pairs, or of all. */
	forget(pairs?: readonly Pair[]): void {
		if (pairs === undefined) this.#books.clear()
		else for (const pair of pairs) this.#books.delete(pairKey(pair))
	}
}

function readLevel({ price, amount }: PriceLevelLike): PriceLevel {
	return { price: toDecimal(price), amount: toDecimal(amount) }
}
