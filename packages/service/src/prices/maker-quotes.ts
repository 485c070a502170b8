import { type Clock, type Decimal, type Pair, type PriceBook, pairKey } from '@accord/protocol'
import type { Bus } from '../bus/bus.ts'
import { LogsRead } from './logs-read.ts'
import type {
	AskedPart,
	MakerBook,
	MakerQuote,
	OtherNodes,
	QuoteEvent,
	QuoteStatus,
	SessionWithdrawal,
	Withdrawal,
} from './maker-book.ts'
import { keepPriority } from './maker-offer.ts'
import { type PriceBandOf, withinBand } from './price-band.ts'
import { QuoteVersions } from './quote-versions.ts'
import { type Quoting, type QuotingOptions, QuotingSessions } from './quoting-sessions.ts'
import { StoredQuotes } from './stored-quotes.ts'

/** The most levels that a side of a maker's book may have. */
export const priceBookLevelsMax = 50

type MakerQuotesDeps = {
	readonly clock: Clock
	readonly bus: Bus
	readonly withdrawAfterMs: number
	/** If absent, levels count at any price. */
	readonly priceBandOf?: PriceBandOf
}

/**
 * The newest book of every maker and pair. A book is in force only while a session of its maker takes new orders for
 * the pair and the maker is not paused. It is withdrawn when the session that set it ends, unless another session has
 * set it since, and is in force again only after it is sent again. The cost of a message does not grow with the number
 * of makers or pairs. Reading changes nothing: conditions that depend on time, such as a silent node, are evaluated at
 * each read.
 */
export class MakerQuotes {
	/** Settlements of each maker that are known to this node and therefore accounted for in each book that it accepts. */
	readonly logsRead = new LogsRead()
	readonly #deps: MakerQuotesDeps
	readonly #stored = new StoredQuotes()
	readonly #inForce = new Map<string, Map<string, MakerBook>>()
	readonly #sessions = new QuotingSessions()
	readonly #versions: QuoteVersions
	#paused: ReadonlySet<string> = new Set()
	#others: OtherNodes | undefined

	constructor(deps: MakerQuotesDeps) {
		this.#deps = deps
		this.#versions = new QuoteVersions(deps)
	}

	/** From now on, tells other nodes about each change. */
	shareWith(others: OtherNodes): void {
		this.#others = others
		this.#versions.share()
	}

	/**
	 * Replaces the maker's book of that pair; a book with both sides empty removes it. If its order must be looked up
	 * first, the book is not in force until {@link makeNet}.
	 */
	replacePriceBook(makerId: string, sessionId: string, book: PriceBook, netOf?: AskedPart | 'looked_up'): void {
		const { pair } = book
		const former = this.#stored.of(makerId, pair)
		const before = former?.withdrawn === undefined ? former?.book : undefined
		const changedAt = this.#versions.nextEvent()
		this.#sessions.of(makerId, sessionId).booksSet.add(pairKey(pair))
		const kept: MakerBook = {
			makerId,
			pair,
			bids: keepPriority(book.bids, { before: before?.bids, changedAt, isBetter: (a, b) => a > b }),
			asks: keepPriority(book.asks, { before: before?.asks, changedAt, isBetter: (a, b) => a < b }),
			setAtMs: this.#deps.clock.nowMs(),
			settledUpTo: this.logsRead.upTo(makerId),
			...(typeof netOf === 'object' ? { netOf } : {}),
		}
		const isEmpty = book.bids.length === 0 && book.asks.length === 0
		const withdrawn = netOf === 'looked_up' ? netOf : undefined
		this.#stored.set(makerId, pair, isEmpty ? undefined : { sessionId, withdrawn, book: kept })
		this.#changedHere(makerId, pair, { sessionId })
	}

	/** Sets the pairs for which a session takes new orders. */
	setQuoting(makerId: string, sessionId: string, quoting: Quoting, options: QuotingOptions = {}): void {
		this.#sessions.setQuoting(makerId, sessionId, quoting, options)
		const { minAmounts = new Map() } = options
		this.#others?.tell({ kind: 'session', makerId, sessionId, quoting, minAmounts })
		this.#announceBooks(makerId)
	}

	/**
	 * Ends a session: its quotes stop counting immediately, and its books are withdrawn after a delay, or immediately if
	 * `cancelOnDisconnect` says so.
	 */
	endSession(makerId: string, sessionId: string): void {
		const session = this.#sessions.end(makerId, sessionId)
		if (session === undefined) return
		this.#others?.tell({ kind: 'session_ended', makerId, sessionId })
		const { clock, withdrawAfterMs } = this.#deps
		const { cancelOnDisconnect } = session.options
		const because = 'session_ended'
		if (cancelOnDisconnect !== undefined) this.withdraw({ makerId, sessionId, scope: cancelOnDisconnect, because })
		else {
			const withdraw = () => this.#withdraw(makerId, session.booksSet, { because, sessionId })
			clock.wakeAt(clock.nowMs() + withdrawAfterMs, withdraw)
		}
		// All of the maker's books: those set by another session may have been in force only because this session took
		// orders.
		this.#announceBooks(makerId)
	}

	/** Immediately withdraws the books that a session was the last to set, or all of its maker's books; returns their pairs. */
	withdraw({ makerId, sessionId, scope, because = 'session_silent' }: SessionWithdrawal): readonly Pair[] {
		const pairs = this.#withdraw(makerId, this.#stored.pairKeys(), {
			because,
			...(scope === 'session' ? { sessionId } : {}),
		})
		// The exchange with other nodes reports a failure; there is nobody here to answer.
		if (scope === 'account') this.#others?.cancel(makerId).catch(() => {})
		return pairs
	}

	/** Withdraws the maker's book of a pair after a refused replacement, even a book that only another node knows. */
	withdrawRefused(makerId: string, pair: Pair): void {
		const withdrawn = this.#withdraw(makerId, [pairKey(pair)], { because: 'refused' })
		if (withdrawn.length === 0) this.#others?.note({ makerId, pair, version: this.#versions.nextEvent() })
	}

	/** Withdraws the maker's books of these pairs, or all, whichever session set them, and returns how many. */
	withdrawAll(makerId: string, pairs?: readonly Pair[]): number {
		return this.#withdraw(makerId, pairs?.map(pairKey) ?? this.#stored.pairKeys(), { because: 'cancelled' }).length
	}

	/** The same, but resolves once it is certain that every node drops them within a second. */
	async cancelAll(makerId: string, pairs?: readonly Pair[]): Promise<number> {
		const count = this.withdrawAll(makerId, pairs)
		await this.#others?.cancel(makerId, pairs)
		return count
	}

	/** Sets which makers are paused: their books are not in force. */
	setPausedMakers(makerIds: ReadonlySet<string>): void {
		const former = this.#paused
		this.#paused = new Set(makerIds)
		for (const makerId of new Set([...former, ...makerIds])) {
			if (former.has(makerId) !== makerIds.has(makerId)) this.#announceBooks(makerId)
		}
	}

	/** Decides for all books anew which of their levels are held back: the prices from which they may not be far have changed. */
	reviewBooks(): void {
		for (const { book } of this.#stored.all()) this.#announce(book.makerId, book.pair)
	}

	/** Applies a change from another node. The latest change counts, in whatever order they arrive. */
	receive(event: QuoteEvent, writer: string): void {
		if (event.kind === 'book') this.#receiveBook(event, writer)
		else {
			const { kind, makerId, sessionId } = event
			if (kind === 'session_ended') this.#sessions.end(makerId, sessionId)
			else this.#sessions.setQuoting(makerId, sessionId, event.quoting, event, writer)
			this.#announceBooks(makerId)
		}
	}

	/** Forgets the sessions of another node and withdraws their books, until that node sends them again. */
	dropNode(node: string): void {
		const makers = new Set(this.#sessions.dropNode(node))
		for (const stored of this.#stored.all()) {
			if (stored.node !== node) continue
			stored.withdrawn ??= 'session_ended'
			makers.add(stored.book.makerId)
		}
		for (const makerId of makers) this.#announceBooks(makerId)
	}

	/** Every change here that another node needs to know. */
	*ownEvents(): Generator<QuoteEvent> {
		for (const { makerId, sessionId, quoting, options } of this.#sessions.own()) {
			yield { kind: 'session', makerId, sessionId, quoting, minAmounts: options.minAmounts ?? new Map() }
		}
		const nodeId = this.#others?.nodeId
		for (const { book, sessionId, node, withdrawn } of this.#stored.all()) {
			const changed = this.#versions.of(book)
			if (changed === undefined || nodeId === undefined || changed.writer !== nodeId) continue
			const { makerId, pair } = book
			const of = { makerId, pair, version: changed.version, sessionId, node: node ?? nodeId, book }
			yield { kind: 'book', ...of, ...(withdrawn && { withdrawn }) }
		}
	}

	/** The books of a pair that are in force, without levels that are held back, by maker; an unchanged book is the same object. */
	inForce(pair: Pair): ReadonlyMap<string, MakerBook> {
		const inForce = this.#inForce.get(pairKey(pair)) ?? new Map<string, MakerBook>()
		const silent = this.#others?.silent()
		if (silent === undefined || silent.size === 0) return inForce
		const heard = Array.from(inForce.values(), book => this.#asHeard(book, silent) ?? [])
		return new Map(heard.flat().map(book => [book.makerId, book]))
	}

	/** The books of a pair that are in force, as a list. */
	booksOf(pair: Pair): MakerBook[] {
		return [...this.inForce(pair).values()]
	}

	/** A maker's book, whether it is in force or not. */
	bookOf(makerId: string, pair: Pair): MakerBook | undefined {
		return this.#stored.of(makerId, pair)?.book
	}

	/** A maker's book, unless it has been withdrawn; also one whose order is still looked up. */
	standingBookOf(makerId: string, pair: Pair): MakerBook | undefined {
		const stored = this.#stored.of(makerId, pair)
		return stored !== undefined && isStanding(stored) ? stored.book : undefined
	}

	/** Brings a book into force once its order has been looked up, unless the book has been replaced or withdrawn. */
	makeNet(book: MakerBook, netOf: AskedPart): void {
		const stored = this.#stored.of(book.makerId, book.pair)
		if (stored?.book !== book || stored.withdrawn !== 'looked_up') return
		stored.book = { ...book, netOf }
		stored.withdrawn = undefined
		this.#changedHere(book.makerId, book.pair, stored)
	}

	/** All books of one maker, whether in force or not. */
	booksOfMaker(makerId: string): QuoteStatus[] {
		return this.#stored.ofMaker(makerId).map(stored => {
			const { book, sessionId, withdrawn } = stored
			const notInForceBecause = this.#whyNotInForce(stored)
			if (notInForceBecause === undefined) return { book, sessionId }
			return { book, sessionId, notInForceBecause, ...(withdrawn === undefined ? {} : { withdrawn }) }
		})
	}

	/** The smallest part of the pair that the maker accepts, in the token it would sell; zero if it accepts any. */
	minAmountOf(of: { makerId: string; pair: Pair; symbol: string }): Decimal {
		return this.#sessions.minAmountOf(of)
	}

	#whyNotInForce({ withdrawn, book: { makerId, pair } }: MakerQuote): QuoteStatus['notInForceBecause'] {
		if (withdrawn !== undefined) return 'withdrawn'
		if (this.#paused.has(makerId)) return 'paused'
		return this.#sessions.isQuoting(makerId, pairKey(pair)) ? undefined : 'no_stream'
	}

	/** A book if it is in force; undefined if it would not be without the books and sessions of silent nodes. */
	#asHeard(book: MakerBook, silent: ReadonlySet<string>): MakerBook | undefined {
		const { makerId, pair } = book
		const stored = this.#stored.of(makerId, pair)
		if (stored === undefined || (stored.node !== undefined && silent.has(stored.node))) return undefined
		if (!this.#sessions.hasSessionAt(makerId, silent)) return book
		if (!this.#sessions.isQuoting(makerId, pairKey(pair), silent)) return undefined
		return this.#offered(stored.book, this.#sessions.minPartsOf(makerId, pair, silent))
	}

	#withdraw(
		makerId: string,
		keys: Iterable<string>,
		{ because, sessionId }: { because: Withdrawal; sessionId?: string },
	): readonly Pair[] {
		const pairs: Pair[] = []
		for (const key of keys) {
			const stored = this.#stored.ofKey(makerId, key)
			if (stored === undefined || (sessionId ?? stored.sessionId) !== stored.sessionId) continue
			if (!isStanding(stored)) continue
			stored.withdrawn = because
			pairs.push(stored.book.pair)
			this.#changedHere(makerId, stored.book.pair, stored, because)
		}
		return pairs
	}

	#announceBooks(makerId: string): void {
		for (const { book } of this.#stored.ofMaker(makerId)) this.#announce(makerId, book.pair)
	}

	#receiveBook(event: QuoteEvent & { kind: 'book' }, writer: string): void {
		const { makerId, pair, version, sessionId, book, withdrawn } = event
		if (!this.#versions.isNews(event, { version, writer })) return
		const stored = this.#stored.of(makerId, pair)
		const node = event.node === this.#others?.nodeId ? undefined : event.node
		if (book !== undefined) this.#stored.set(makerId, pair, { sessionId, node, withdrawn, book })
		else if (withdrawn === undefined) this.#stored.set(makerId, pair, undefined)
		else if (stored !== undefined) stored.withdrawn = withdrawn
		this.#announce(makerId, pair)
	}

	/** A book was set, removed or withdrawn at this node. */
	#changedHere(
		makerId: string,
		pair: Pair,
		{ sessionId, node }: Pick<MakerQuote, 'sessionId' | 'node'>,
		withdrawn?: Withdrawal,
	): void {
		const others = this.#others
		if (others !== undefined) {
			const { nodeId } = others
			const version = this.#versions.changed({ makerId, pair }, nodeId)
			const stored = this.#stored.of(makerId, pair)
			const book = withdrawn === undefined ? stored?.book : undefined
			const because = withdrawn ?? stored?.withdrawn
			const of = { makerId, pair, version, sessionId, node: node ?? nodeId }
			others.tell({ kind: 'book', ...of, ...(book && { book }), ...(because && { withdrawn: because }) })
		}
		this.#announce(makerId, pair)
	}

	/** To be called after every change of a book, or of whether it is in force. */
	#announce(makerId: string, pair: Pair): void {
		const key = pairKey(pair)
		const stored = this.#stored.ofKey(makerId, key)
		const inForce = this.#inForce.get(key) ?? new Map<string, MakerBook>()
		this.#inForce.set(key, inForce)
		const isInForce = stored !== undefined && this.#whyNotInForce(stored) === undefined
		const offered = isInForce ? this.#offered(stored.book, this.#sessions.minPartsOf(makerId, pair)) : undefined
		if (offered === undefined) inForce.delete(makerId)
		else inForce.set(makerId, offered)
		this.#deps.bus.publish('price_book', { makerId, pair })
	}

	/** What orders may be matched with, on the maker's terms; undefined if all of it is held back. */
	#offered(book: MakerBook, minParts: MakerBook['minParts']): MakerBook | undefined {
		const within = withinBand(book, this.#deps.priceBandOf?.(book.pair))
		if (within.bids.length + within.asks.length === 0) return undefined
		return minParts === undefined ? within : { ...within, minParts }
	}
}

/** Whether a book counts, or will once its order has been looked up. */
function isStanding({ withdrawn }: MakerQuote): boolean {
	return withdrawn === undefined || withdrawn === 'looked_up'
}
