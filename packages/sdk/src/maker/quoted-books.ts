import {
	amountForm,
	type Form,
	type Pair,
	type PriceBook,
	type PriceLevel,
	pairForm,
	pairKey,
	requireArguments,
} from '@accord/protocol'
import { type DecimalLike, toDecimal } from '../transport/amount-like.ts'
import { refuseUnknown } from '../transport/known-options.ts'
import { NewestOrder } from './newest-order.ts'

/** A level of a book: the price in quote per base, the amount in base. */
export type PriceLevelLike = { readonly price: DecimalLike; readonly amount: DecimalLike }

/** A price book whose prices and amounts may be decimal strings. */
export type PriceBookLike = Omit<PriceBook, 'bids' | 'asks'> & {
	readonly bids: readonly PriceLevelLike[]
	readonly asks: readonly PriceLevelLike[]
}

const sideForm: Form = { items: { members: { price: amountForm, amount: amountForm } } }
const bookForm: Form = { members: { pair: pairForm, bids: sideForm, asks: sideForm } }

type QuotedBooksDeps = {
	readonly send: (book: PriceBook) => void
	/** Whether books account for every order that was recorded. */
	readonly areNet: boolean
	readonly nowMs: () => number
	/** A book that was set longer ago is not sent again, whatever happened since. */
	readonly ageMsMax: number
	/** Nor is one since which the service was not heard for this long: this computer slept, or the line was gone. */
	readonly silenceMsMax: () => number
	/** Called with the pairs of books that are not sent again. */
	readonly onTooOld: (pairs: readonly Pair[]) => void
}

/** A book, and the newest order taken before it, if the book names that one. */
type Quoted = { readonly book: PriceBook; readonly setAtMs: number; readonly newest?: string }

/**
 * The newest book of each pair that a maker quotes: sent when it is set, and again with every new connection, unless its
 * prices may be out of date by then.
 */
export class QuotedBooks {
	readonly #deps: QuotedBooksDeps
	readonly #books = new Map<string, Quoted>()
	readonly #newest = new NewestOrder()
	#heardAtMs = Number.NEGATIVE_INFINITY
	/** Books set before this have been through a silence that was too long. */
	#trustedFromMs = Number.NEGATIVE_INFINITY

	constructor(deps: QuotedBooksDeps) {
		this.#deps = deps
	}

	/** The service was heard. */
	heard(): void {
		const nowMs = this.#deps.nowMs()
		const sinceMs = nowMs - this.#deps.silenceMsMax()
		if (this.#heardAtMs < sinceMs) this.#trustedFromMs = sinceMs
		this.#heardAtMs = nowMs
	}

	/** Records an order that the maker has taken: books set from now on account for it. */
	noteTaken(orderId: string): void {
		this.#newest.note(orderId, performance.now())
	}

	/** @throws TradeError `invalid_decimal`; TypeError for an unknown member, or one of another form */
	set(given: PriceBookLike): void {
		requireArguments('setPriceBook', { book: bookForm }, { book: given })
		refuseUnknown('a price book', given, ['pair', 'bids', 'asks', 'netOf'])
		const book = { ...given, bids: given.bids.map(readLevel), asks: given.asks.map(readLevel) }
		const isNet = this.#deps.areNet && book.bids.length + book.asks.length > 0
		const newest = isNet && book.netOf === undefined ? this.#newest.idAt(performance.now()) : undefined
		const quoted = { book, setAtMs: this.#deps.nowMs(), ...(newest !== undefined && { newest }) }
		this.#books.set(pairKey(book.pair), quoted)
		this.#send(quoted)
	}

	/** Sends every book on a new connection, except those whose prices may be out of date: these are forgotten. */
	sendAll(): void {
		this.heard()
		const fromMs = Math.max(this.#trustedFromMs, this.#deps.nowMs() - this.#deps.ageMsMax)
		const tooOld = [...this.#books.values()].filter(quoted => quoted.setAtMs < fromMs && isQuoting(quoted.book))
		this.forget(tooOld.map(({ book }) => book.pair))
		for (const quoted of this.#books.values()) this.#send(quoted)
		if (tooOld.length > 0) this.#deps.onTooOld(tooOld.map(({ book }) => book.pair))
	}

	/**
	 * The service has withdrawn the books of these pairs after a silence. Those set since are on their way to it, and are
	 * kept.
	 */
	withdrawn(pairs: readonly Pair[]): void {
		const silentSinceMs = this.#deps.nowMs() - this.#deps.silenceMsMax()
		const isKept = (pair: Pair) => (this.#books.get(pairKey(pair))?.setAtMs ?? 0) > silentSinceMs
		this.forget(pairs.filter(pair => !isKept(pair)))
	}

	/**
	 * The service does not know the newest order, as after it was restored from a backup or another database took over:
	 * books that named it are sent again without it.
	 */
	forgetNewest(): void {
		this.#newest.forget()
		for (const [key, { newest, ...quoted }] of this.#books) {
			if (newest === undefined) continue
			this.#books.set(key, quoted)
			this.#send(quoted)
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

function isQuoting({ bids, asks }: PriceBook): boolean {
	return bids.length + asks.length > 0
}

function readLevel({ price, amount }: PriceLevelLike): PriceLevel {
	return { price: toDecimal(price), amount: toDecimal(amount) }
}
