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

/** A book, and the newest order taken before it, if the book names that one. */
type Quoted = { readonly book: PriceBook; readonly newest?: string }

/** The newest book of each pair that a maker quotes: sent when it is set, and again with every new connection. */
export class QuotedBooks {
	readonly #deps: QuotedBooksDeps
	readonly #books = new Map<string, Quoted>()
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
		const newest = isNet && book.netOf === undefined ? this.#newest.idAt(performance.now()) : undefined
		const quoted = { book, ...(newest !== undefined && { newest }) }
		this.#books.set(pairKey(book.pair), quoted)
		this.#send(quoted)
	}

	sendAll(): void {
		for (const quoted of this.#books.values()) this.#send(quoted)
	}

	/**
	 * The service does not know the newest order, as after it was restored from a backup or another database took over:
	 * books that named it are sent again without it.
	 */
	forgetNewest(): void {
		this.#newest.forget()
		for (const [key, { book, newest }] of this.#books) {
			if (newest === undefined) continue
			this.#books.set(key, { book })
			this.#send({ book })
		}
	}

	#send({ book, newest }: Quoted): void {
		this.#deps.send(newest === undefined ? book : { ...book, netOf: newest })
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
