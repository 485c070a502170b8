import { type Clock, Decimal, type Pair, type PriceBook, type PriceLevel, pairKey } from '@accord/protocol'
import type { Bus } from '../bus/bus.ts'
import type { Side } from '../db/tables.ts'
import { type BookScope, type Quoting, QuotingSessions, type SessionTerms } from './quoting-sessions.ts'

/** Levels that a side of a maker's book may have. */
export const priceBookLevelsMax = 50

/** A level of a maker's book. `changedAt` counts the service's events: an earlier one is filled first at the same price. */
export type MakerLevel = PriceLevel & { readonly changedAt: number }

/** The newest book of one maker for one pair. */
export type MakerBook = {
	readonly makerId: string
	readonly pair: Pair
	readonly bids: readonly MakerLevel[]
	readonly asks: readonly MakerLevel[]
	/** When it was set. A reservation that settled later still counts against it. */
	readonly setAtMs: number
	/** The least that a part may sell, in the token that the maker sells on each side; absent: anything. */
	readonly leastParts?: Readonly<Record<Side, Decimal>>
}

/** A maker's book, and why no order is matched against it where none is. */
export type MakerBookState = {
	readonly book: MakerBook
	readonly notInForceBecause?: 'withdrawn' | 'paused' | 'no_stream'
}

type Held = { readonly book: MakerBook; readonly sessionId: string; isWithdrawn: boolean }

type PriceBooksDeps = { readonly clock: Clock; readonly bus: Bus; readonly withdrawAfterMs: number }

/**
 * The newest book of every maker and pair. A book counts only while a session of its maker takes new orders for the pair
 * and the maker is not paused. It is withdrawn with the session that set it, unless another one has set it meanwhile, and
 * counts again only when it is sent again. The cost of a message does not grow with makers or pairs.
 */
export class PriceBooks {
	readonly #deps: PriceBooksDeps
	readonly #byPair = new Map<string, Map<string, Held>>()
	readonly #inForce = new Map<string, Map<string, MakerBook>>()
	readonly #sessions = new QuotingSessions()
	#paused: ReadonlySet<string> = new Set()
	#events = 0

	constructor(deps: PriceBooksDeps) {
		this.#deps = deps
	}

	/** Takes a book in place of the maker's earlier one of that pair; both sides empty takes it away. */
	replacePriceBook(makerId: string, sessionId: string, book: PriceBook): void {
		const key = pairKey(book.pair)
		const held = this.#heldOf(key)
		const former = held.get(makerId)
		const before = former?.isWithdrawn === false ? former.book : undefined
		const changedAt = ++this.#events
		this.#sessions.of(makerId, sessionId).set.add(key)
		if (book.bids.length === 0 && book.asks.length === 0) held.delete(makerId)
		else
			held.set(makerId, {
				sessionId,
				isWithdrawn: false,
				book: {
					makerId,
					pair: book.pair,
					bids: keepPlaces(book.bids, { before: before?.bids, changedAt, isBetter: (a, b) => a > b }),
					asks: keepPlaces(book.asks, { before: before?.asks, changedAt, isBetter: (a, b) => a < b }),
					setAtMs: this.#deps.clock.nowMs(),
				},
			})
		this.#announce(makerId, book.pair)
	}

	/** Says which pairs a session takes new orders for, and on which terms. */
	setQuoting(makerId: string, sessionId: string, quoting: Quoting, terms: SessionTerms = {}): void {
		this.#sessions.setQuoting(makerId, sessionId, quoting, terms)
		this.#announceBooks(makerId)
	}

	/** Ends a session: its quoting at once; its books, or all of the maker, at once or a little later as it has asked. */
	endSession(makerId: string, sessionId: string): void {
		const session = this.#sessions.end(makerId, sessionId)
		if (session === undefined) return
		const { clock, withdrawAfterMs } = this.#deps
		const { cancelOnDisconnect } = session.terms
		if (cancelOnDisconnect !== undefined) this.withdraw({ makerId, sessionId, scope: cancelOnDisconnect })
		else clock.wakeAt(clock.nowMs() + withdrawAfterMs, () => this.#withdraw(makerId, session.set, sessionId))
		// Not only its own books: those of another session may have counted because this one took orders.
		this.#announceBooks(makerId)
	}

	/** Withdraws the books that a session set last, or all of its maker, at once. */
	withdraw({ makerId, sessionId, scope }: { makerId: string; sessionId: string; scope: BookScope }): void {
		this.#withdraw(makerId, this.#byPair.keys(), scope === 'session' ? sessionId : undefined)
	}

	/** Withdraws the maker's books of these pairs, or all, whichever session set them. Gives how many there were. */
	withdrawAll(makerId: string, pairs?: readonly Pair[]): number {
		return this.#withdraw(makerId, pairs?.map(pairKey) ?? this.#byPair.keys())
	}

	/** Says whose books do not count for now. */
	setPausedMakers(makerIds: ReadonlySet<string>): void {
		const former = this.#paused
		this.#paused = new Set(makerIds)
		for (const makerId of new Set([...former, ...makerIds])) {
			if (former.has(makerId) !== makerIds.has(makerId)) this.#announceBooks(makerId)
		}
	}

	/** The books of a pair that count now, by maker; a book that has not changed is the same object. */
	inForce(pair: Pair): ReadonlyMap<string, MakerBook> {
		return this.#inForce.get(pairKey(pair)) ?? new Map()
	}

	/** The same as a list. */
	booksOf(pair: Pair): MakerBook[] {
		return [...this.inForce(pair).values()]
	}

	/** When a maker's book was set, whether it counts or not. */
	setAtMsOf(makerId: string, pair: Pair): number | undefined {
		return this.#byPair.get(pairKey(pair))?.get(makerId)?.book.setAtMs
	}

	/** All books of one maker, those that do not count too. */
	booksOfMaker(makerId: string): MakerBookState[] {
		return [...this.#byPair.values()].flatMap(held => {
			const own = held.get(makerId)
			if (own === undefined) return []
			const notInForceBecause = this.#whyNot(own)
			return [notInForceBecause === undefined ? { book: own.book } : { book: own.book, notInForceBecause }]
		})
	}

	/** The least amount of `symbol`, which the maker would sell, that a part of the pair may be asked for; zero if any will do. */
	minAmountOf(of: { makerId: string; pair: Pair; symbol: string }): Decimal {
		return this.#sessions.minAmountOf(of)
	}

	#withLeastParts(book: MakerBook): MakerBook {
		const { makerId, pair } = book
		const bids = this.minAmountOf({ makerId, pair, symbol: pair.quote })
		const asks = this.minAmountOf({ makerId, pair, symbol: pair.base })
		return Decimal.isZero(bids) && Decimal.isZero(asks) ? book : { ...book, leastParts: { bids, asks } }
	}

	#whyNot({ isWithdrawn, book: { makerId, pair } }: Held): MakerBookState['notInForceBecause'] {
		if (isWithdrawn) return 'withdrawn'
		if (this.#paused.has(makerId)) return 'paused'
		return this.#sessions.isQuoting(makerId, pairKey(pair)) ? undefined : 'no_stream'
	}

	#withdraw(makerId: string, keys: Iterable<string>, sessionId?: string): number {
		let count = 0
		for (const key of keys) {
			const held = this.#byPair.get(key)?.get(makerId)
			if (held === undefined || held.isWithdrawn || (sessionId ?? held.sessionId) !== held.sessionId) continue
			held.isWithdrawn = true
			count += 1
			this.#announce(makerId, held.book.pair)
		}
		return count
	}

	#heldOf(key: string): Map<string, Held> {
		const held = this.#byPair.get(key) ?? new Map<string, Held>()
		this.#byPair.set(key, held)
		return held
	}

	#announceBooks(makerId: string): void {
		for (const held of this.#byPair.values()) {
			const book = held.get(makerId)?.book
			if (book !== undefined) this.#announce(makerId, book.pair)
		}
	}

	/** Called with every change of a book and of whether it counts. */
	#announce(makerId: string, pair: Pair): void {
		const key = pairKey(pair)
		const held = this.#byPair.get(key)?.get(makerId)
		const inForce = this.#inForce.get(key) ?? new Map<string, MakerBook>()
		this.#inForce.set(key, inForce)
		if (held !== undefined && this.#whyNot(held) === undefined) inForce.set(makerId, this.#withLeastParts(held.book))
		else inForce.delete(makerId)
		this.#deps.bus.publish('price_book', { makerId, pair })
	}
}

type Former = {
	readonly before: readonly MakerLevel[] | undefined
	readonly changedAt: number
	readonly isBetter: (a: Decimal, b: Decimal) => boolean
}

/** A level that keeps its price and does not grow keeps its place in time. Both sides come best first. */
function keepPlaces(levels: readonly PriceLevel[], { before = [], changedAt, isBetter }: Former): MakerLevel[] {
	let at = 0
	return levels.map(({ price, amount }) => {
		let place = before[at]
		while (place !== undefined && isBetter(place.price, price)) place = before[++at]
		const keeps = place?.price === price && amount <= place.amount ? place : undefined
		return { price, amount, changedAt: keeps?.changedAt ?? changedAt }
	})
}
