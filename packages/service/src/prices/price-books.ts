import { type Clock, type Pair, type PriceBook, type PriceLevel, pairKey } from '@accord/protocol'
import type { Bus } from '../bus/bus.ts'

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
}

/** Which pairs a session takes new orders for. */
export type Quoting = 'all' | 'none' | readonly Pair[]

type Held = { readonly book: MakerBook; readonly sessionId: string }
type Session = { quoting: 'all' | ReadonlySet<string>; readonly set: Set<string> }

type PriceBooksDeps = { readonly clock: Clock; readonly bus: Bus; readonly withdrawAfterMs: number }

/**
 * The newest book of every maker and pair. A book counts only while a session of its maker takes new orders for the pair,
 * and goes shortly after the session that set it has ended, unless another one has set it meanwhile. The cost of a message
 * does not grow with makers or pairs.
 */
export class PriceBooks {
	readonly #deps: PriceBooksDeps
	readonly #byPair = new Map<string, Map<string, Held>>()
	readonly #sessions = new Map<string, Map<string, Session>>()
	#events = 0

	constructor(deps: PriceBooksDeps) {
		this.#deps = deps
	}

	/** Takes a book in place of the maker's earlier one of that pair; both sides empty takes it away. */
	replacePriceBook(makerId: string, sessionId: string, book: PriceBook): void {
		const key = pairKey(book.pair)
		const held = this.#heldOf(key)
		const before = held.get(makerId)?.book
		const changedAt = ++this.#events
		this.#session(makerId, sessionId).set.add(key)
		if (book.bids.length === 0 && book.asks.length === 0) held.delete(makerId)
		else
			held.set(makerId, {
				sessionId,
				book: {
					makerId,
					pair: book.pair,
					bids: keepPlaces(book.bids, before?.bids, changedAt),
					asks: keepPlaces(book.asks, before?.asks, changedAt),
					setAtMs: this.#deps.clock.nowMs(),
				},
			})
		this.#announce(makerId, book.pair)
	}

	/** Says which pairs a session takes new orders for. */
	setQuoting(makerId: string, sessionId: string, quoting: Quoting): void {
		const session = this.#session(makerId, sessionId)
		session.quoting = quoting === 'all' ? 'all' : new Set(quoting === 'none' ? [] : quoting.map(pairKey))
		this.#announceBooks(makerId)
	}

	/** Ends a session: its quoting at once, the books that it set last a little later. */
	endSession(makerId: string, sessionId: string): void {
		const sessions = this.#sessions.get(makerId)
		const session = sessions?.get(sessionId)
		if (sessions === undefined || session === undefined) return
		sessions.delete(sessionId)
		if (sessions.size === 0) this.#sessions.delete(makerId)
		const { clock, withdrawAfterMs } = this.#deps
		clock.wakeAt(clock.nowMs() + withdrawAfterMs, () => this.#withdraw(makerId, sessionId, session.set))
		// Not only its own books: those of another session may have counted because this one took orders.
		this.#announceBooks(makerId)
	}

	/** The books of a pair that count now. */
	booksOf(pair: Pair): MakerBook[] {
		const key = pairKey(pair)
		const held = this.#byPair.get(key)?.values() ?? []
		return [...held].map(({ book }) => book).filter(({ makerId }) => this.#isQuoting(makerId, key))
	}

	#withdraw(makerId: string, sessionId: string, keys: ReadonlySet<string>): void {
		for (const key of keys) {
			const held = this.#byPair.get(key)
			if (held?.get(makerId)?.sessionId !== sessionId) continue
			this.#announceKey(makerId, key)
			held.delete(makerId)
		}
	}

	#isQuoting(makerId: string, key: string): boolean {
		const sessions = this.#sessions.get(makerId)?.values() ?? []
		return [...sessions].some(({ quoting }) => quoting === 'all' || quoting.has(key))
	}

	#session(makerId: string, sessionId: string): Session {
		const sessions = this.#sessions.get(makerId) ?? new Map<string, Session>()
		const session = sessions.get(sessionId) ?? { quoting: new Set<string>(), set: new Set<string>() }
		this.#sessions.set(makerId, sessions.set(sessionId, session))
		return session
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

	#announceKey(makerId: string, key: string): void {
		const pair = this.#byPair.get(key)?.get(makerId)?.book.pair
		if (pair !== undefined) this.#announce(makerId, pair)
	}

	#announce(makerId: string, pair: Pair): void {
		this.#deps.bus.publish('price_book', { makerId, pair })
	}
}

/** A level that keeps its price and does not grow keeps its place in time. */
function keepPlaces(
	levels: readonly PriceLevel[],
	before: readonly MakerLevel[] = [],
	changedAt: number,
): MakerLevel[] {
	const places = new Map(before.map(level => [level.price, level]))
	return levels.map(({ price, amount }) => {
		const place = places.get(price)
		const keeps = place !== undefined && amount <= place.amount
		return { price, amount, changedAt: keeps ? place.changedAt : changedAt }
	})
}
