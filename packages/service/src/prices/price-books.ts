import { type Clock, Decimal, type Pair, type PriceBook, type PriceLevel, pairKey, type Side } from '@accord/protocol'
import type { Bus } from '../bus/bus.ts'
import type { AskedPart } from './asked-part.ts'
import { type BookScope, type Quoting, type QuotingOptions, QuotingSessions } from './quoting-sessions.ts'

/** The most levels that a side of a maker's book may have. */
export const priceBookLevelsMax = 50

/** A level of a maker's book. `changedAt` is a sequence number: at the same price the lower one is filled first. */
export type MakerLevel = PriceLevel & { readonly changedAt: number }

/** The newest book of one maker for one pair. */
export type MakerBook = {
	readonly makerId: string
	readonly pair: Pair
	readonly bids: readonly MakerLevel[]
	readonly asks: readonly MakerLevel[]
	/** When it was set. Reservations that settle later still count against it. */
	readonly setAtMs: number
	/** The part that it accounts for with all that were reserved before: they are not subtracted from it. */
	readonly netOf?: AskedPart
	/** The smallest part that the maker takes on each side, in the token it sells there; absent: any. */
	readonly minParts?: Readonly<Record<Side, Decimal>>
}

/** A maker's book, the session that sent it and, if orders are not matched against it, why. */
export type BookStatus = {
	readonly book: MakerBook
	readonly sessionId: string
	readonly notInForceBecause?: 'withdrawn' | 'paused' | 'no_stream'
	readonly withdrawn?: Withdrawal
}

/**
 * Why a book was withdrawn: its session has ended or fell silent, its maker cancelled it, or sent another that was refused. One
 * that is looked up is not in force yet.
 */
export type Withdrawal = 'session_ended' | 'session_silent' | 'cancelled' | 'refused' | 'looked_up'

type StoredBook = { book: MakerBook; readonly sessionId: string; withdrawn: Withdrawal | undefined }

type SessionWithdrawal = {
	readonly makerId: string
	readonly sessionId: string
	readonly scope: BookScope
	readonly because?: Withdrawal
}

type PriceBooksDeps = { readonly clock: Clock; readonly bus: Bus; readonly withdrawAfterMs: number }

/**
 * The newest book of every maker and pair. A book is in force only while a session of its maker takes new orders for the
 * pair and the maker is not paused. It is withdrawn with the session that set it, unless another session has set it since,
 * and is in force again only once it is sent again. The cost of a message does not grow with the number of makers or pairs.
 */
export class PriceBooks {
	readonly #deps: PriceBooksDeps
	readonly #byPair = new Map<string, Map<string, StoredBook>>()
	readonly #inForce = new Map<string, Map<string, MakerBook>>()
	readonly #sessions = new QuotingSessions()
	#paused: ReadonlySet<string> = new Set()
	#events = 0

	constructor(deps: PriceBooksDeps) {
		this.#deps = deps
	}

	/**
	 * Replaces the maker's book of that pair; a book with both sides empty removes it. One whose order must be looked up first
	 * is not in force until {@link makeNet}.
	 */
	replacePriceBook(makerId: string, sessionId: string, book: PriceBook, netOf?: AskedPart | 'looked_up'): void {
		const key = pairKey(book.pair)
		const byMaker = this.#storedFor(key)
		const former = byMaker.get(makerId)
		const before = former?.withdrawn === undefined ? former?.book : undefined
		const changedAt = ++this.#events
		this.#sessions.of(makerId, sessionId).booksSet.add(key)
		if (book.bids.length === 0 && book.asks.length === 0) byMaker.delete(makerId)
		else
			byMaker.set(makerId, {
				sessionId,
				withdrawn: netOf === 'looked_up' ? netOf : undefined,
				book: {
					makerId,
					pair: book.pair,
					bids: keepPriority(book.bids, { before: before?.bids, changedAt, isBetter: (a, b) => a > b }),
					asks: keepPriority(book.asks, { before: before?.asks, changedAt, isBetter: (a, b) => a < b }),
					setAtMs: this.#deps.clock.nowMs(),
					...(typeof netOf === 'object' ? { netOf } : {}),
				},
			})
		this.#announce(makerId, book.pair)
	}

	/** Sets which pairs a session takes new orders for. */
	setQuoting(makerId: string, sessionId: string, quoting: Quoting, options: QuotingOptions = {}): void {
		this.#sessions.setQuoting(makerId, sessionId, quoting, options)
		this.#announceBooks(makerId)
	}

	/** Ends a session: its quoting stops at once; its books are withdrawn after a delay, or at once as `cancelOnDisconnect` says. */
	endSession(makerId: string, sessionId: string): void {
		const session = this.#sessions.end(makerId, sessionId)
		if (session === undefined) return
		const { clock, withdrawAfterMs } = this.#deps
		const { cancelOnDisconnect } = session.options
		const because = 'session_ended'
		if (cancelOnDisconnect !== undefined) this.withdraw({ makerId, sessionId, scope: cancelOnDisconnect, because })
		else {
			const withdraw = () => this.#withdraw(makerId, session.booksSet, { because, sessionId })
			clock.wakeAt(clock.nowMs() + withdrawAfterMs, withdraw)
		}
		// All of the maker's: books set by another session may have been in force only because this one took orders.
		this.#announceBooks(makerId)
	}

	/** Withdraws the books that a session set last, or all of its maker's, at once. */
	withdraw({ makerId, sessionId, scope, because = 'session_silent' }: SessionWithdrawal): void {
		this.#withdraw(makerId, this.#byPair.keys(), { because, ...(scope === 'session' ? { sessionId } : {}) })
	}

	/** Withdraws the maker's book of a pair for which it has sent another one that was refused. */
	withdrawRefused(makerId: string, pair: Pair): void {
		this.#withdraw(makerId, [pairKey(pair)], { because: 'refused' })
	}

	/** Withdraws the maker's books of these pairs, or all, whichever session set them, and returns how many. */
	withdrawAll(makerId: string, pairs?: readonly Pair[]): number {
		return this.#withdraw(makerId, pairs?.map(pairKey) ?? this.#byPair.keys(), { because: 'cancelled' })
	}

	/** Sets which makers are paused: their books are not in force. */
	setPausedMakers(makerIds: ReadonlySet<string>): void {
		const former = this.#paused
		this.#paused = new Set(makerIds)
		for (const makerId of new Set([...former, ...makerIds])) {
			if (former.has(makerId) !== makerIds.has(makerId)) this.#announceBooks(makerId)
		}
	}

	/** The books of a pair that are in force, by maker; an unchanged book is the same object. */
	inForce(pair: Pair): ReadonlyMap<string, MakerBook> {
		return this.#inForce.get(pairKey(pair)) ?? new Map()
	}

	/** The books of a pair that are in force, as a list. */
	booksOf(pair: Pair): MakerBook[] {
		return [...this.inForce(pair).values()]
	}

	/** A maker's book, whether it is in force or not. */
	bookOf(makerId: string, pair: Pair): MakerBook | undefined {
		return this.#byPair.get(pairKey(pair))?.get(makerId)?.book
	}

	/** Brings a book into force whose order was looked up, unless it has been replaced or withdrawn. */
	makeNet(book: MakerBook, netOf: AskedPart): void {
		const stored = this.#byPair.get(pairKey(book.pair))?.get(book.makerId)
		if (stored?.book !== book || stored.withdrawn !== 'looked_up') return
		stored.book = { ...book, netOf }
		stored.withdrawn = undefined
		this.#announce(book.makerId, book.pair)
	}

	/** All books of one maker, whether in force or not. */
	booksOfMaker(makerId: string): BookStatus[] {
		return [...this.#byPair.values()].flatMap(byMaker => {
			const stored = byMaker.get(makerId)
			if (stored === undefined) return []
			const { book, sessionId, withdrawn } = stored
			const notInForceBecause = this.#whyNotInForce(stored)
			if (notInForceBecause === undefined) return [{ book, sessionId }]
			return [{ book, sessionId, notInForceBecause, ...(withdrawn === undefined ? {} : { withdrawn }) }]
		})
	}

	/** The smallest part of the pair that the maker takes, in the token it would sell; zero if it takes any. */
	minAmountOf(of: { makerId: string; pair: Pair; symbol: string }): Decimal {
		return this.#sessions.minAmountOf(of)
	}

	#withMinParts(book: MakerBook): MakerBook {
		const { makerId, pair } = book
		const bids = this.minAmountOf({ makerId, pair, symbol: pair.quote })
		const asks = this.minAmountOf({ makerId, pair, symbol: pair.base })
		return Decimal.isZero(bids) && Decimal.isZero(asks) ? book : { ...book, minParts: { bids, asks } }
	}

	#whyNotInForce({ withdrawn, book: { makerId, pair } }: StoredBook): BookStatus['notInForceBecause'] {
		if (withdrawn !== undefined) return 'withdrawn'
		if (this.#paused.has(makerId)) return 'paused'
		return this.#sessions.isQuoting(makerId, pairKey(pair)) ? undefined : 'no_stream'
	}

	#withdraw(
		makerId: string,
		keys: Iterable<string>,
		{ because, sessionId }: { because: Withdrawal; sessionId?: string },
	): number {
		let count = 0
		for (const key of keys) {
			const stored = this.#byPair.get(key)?.get(makerId)
			if (stored === undefined || (sessionId ?? stored.sessionId) !== stored.sessionId) continue
			if (stored.withdrawn !== undefined && stored.withdrawn !== 'looked_up') continue
			stored.withdrawn = because
			count += 1
			this.#announce(makerId, stored.book.pair)
		}
		return count
	}

	#storedFor(key: string): Map<string, StoredBook> {
		const byMaker = this.#byPair.get(key) ?? new Map<string, StoredBook>()
		this.#byPair.set(key, byMaker)
		return byMaker
	}

	#announceBooks(makerId: string): void {
		for (const byMaker of this.#byPair.values()) {
			const book = byMaker.get(makerId)?.book
			if (book !== undefined) this.#announce(makerId, book.pair)
		}
	}

	/** To be called after every change of a book or of whether it is in force. */
	#announce(makerId: string, pair: Pair): void {
		const key = pairKey(pair)
		const stored = this.#byPair.get(key)?.get(makerId)
		const inForce = this.#inForce.get(key) ?? new Map<string, MakerBook>()
		this.#inForce.set(key, inForce)
		if (stored !== undefined && this.#whyNotInForce(stored) === undefined) {
			inForce.set(makerId, this.#withMinParts(stored.book))
		} else inForce.delete(makerId)
		this.#deps.bus.publish('price_book', { makerId, pair })
	}
}

type PreviousLevels = {
	readonly before: readonly MakerLevel[] | undefined
	readonly changedAt: number
	readonly isBetter: (a: Decimal, b: Decimal) => boolean
}

/** A level that keeps its price and does not grow keeps its time priority. Both lists are best first. */
function keepPriority(
	levels: readonly PriceLevel[],
	{ before = [], changedAt, isBetter }: PreviousLevels,
): MakerLevel[] {
	let at = 0
	return levels.map(({ price, amount }) => {
		let previous = before[at]
		while (previous !== undefined && isBetter(previous.price, price)) previous = before[++at]
		const kept = previous?.price === price && amount <= previous.amount ? previous : undefined
		return { price, amount, changedAt: kept?.changedAt ?? changedAt }
	})
}
