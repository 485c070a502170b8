import { type Pair, type PriceBook, pairKey, TradeError } from '@accord/protocol'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { AskedPart, MakerBook } from './maker-book.ts'
import type { MakerQuotes } from './maker-quotes.ts'
import type { Reservations } from './reservations.ts'
import { selectAskedPart } from './reservations-table.ts'

// The guarantee: if a book is net of an order, exactly its maker's reservations after that order are subtracted. While
// those are looked up, the book is not in force.

type IncomingQuotesDeps = {
	readonly db: Pick<DatabaseLanes, 'requests'>
	readonly makerQuotes: Pick<MakerQuotes, 'replacePriceBook' | 'bookOf' | 'makeNet' | 'withdrawRefused'>
	readonly reservations: Pick<Reservations, 'partOf' | 'lastSettledOf' | 'noteSettled'>
}

type Update = { readonly makerId: string; readonly sessionId: string; readonly book: PriceBook }
type NamedBook = { readonly makerId: string; readonly pair: Pair; readonly orderId: string }

/** Accepts the books that makers send. */
export class IncomingQuotes {
	readonly #deps: IncomingQuotesDeps
	/**
	 * By maker and pair: the part named last, which books keep naming until there is a newer one; later settlements are
	 * known.
	 */
	readonly #named = new Map<string, AskedPart>()

	constructor(deps: IncomingQuotesDeps) {
		this.#deps = deps
	}

	/**
	 * Replaces a maker's book of a pair; returns a promise if the order that it is net of must be looked up.
	 * @throws TradeError `unknown_order` for an order that the maker was not asked to fill, `invalid_price_book` for an
	 * order before another one that has settled. The error says whether the former book was withdrawn.
	 */
	replace({ makerId, sessionId, book }: Update): void | Promise<void> {
		const { makerQuotes } = this.#deps
		if (book.netOf === undefined) return makerQuotes.replacePriceBook(makerId, sessionId, book)
		const named = { makerId, pair: book.pair, orderId: book.netOf }
		const part = this.#known(named)
		if (part !== undefined) return makerQuotes.replacePriceBook(makerId, sessionId, book, this.#checked(named, part))
		makerQuotes.replacePriceBook(makerId, sessionId, book, 'looked_up')
		return this.#lookUp(named)
	}

	/**
	 * Withdraws the pair's former book when the new one is refused: its maker tried to replace those prices, so they are
	 * stale.
	 */
	refuse({ makerId, pair, error }: { makerId: string; pair: Pair; error: unknown }): unknown {
		this.#deps.makerQuotes.withdrawRefused(makerId, pair)
		if (!(error instanceof TradeError)) return error
		const { code, message, errors, extra } = error
		const detail = `${message}. Your book of ${pairKey(pair)} is withdrawn: send a new one.`
		return new TradeError(code, detail, { errors, extra: { ...extra, withdrawn: true }, cause: error })
	}

	/** A part that is known without the database, and before which nothing can have settled unnoticed. */
	#known({ makerId, pair, orderId }: NamedBook): AskedPart | undefined {
		const last = this.#named.get(keyOf(makerId, pair))
		if (last === undefined || last.orderId === orderId) return last
		const part = this.#deps.reservations.partOf(orderId)
		if (part !== undefined && part.makerId !== makerId) throw unknownOrder(orderId)
		return part
	}

	async #lookUp(named: NamedBook): Promise<void> {
		const { db, makerQuotes, reservations } = this.#deps
		const { makerId, pair, orderId } = named
		const set = makerQuotes.bookOf(makerId, pair)
		try {
			const { part, lastSettled } = await selectAskedPart(db.requests, named)
			if (lastSettled !== undefined) reservations.noteSettled(makerId, pair, lastSettled)
			if (part === undefined) throw unknownOrder(orderId)
			this.#checked(named, part)
			if (set !== undefined) makerQuotes.makeNet(set, part)
		} catch (error) {
			throw this.#isReplaced(named, set) ? error : this.refuse({ makerId, pair, error })
		}
	}

	#isReplaced({ makerId, pair }: NamedBook, set: MakerBook | undefined): boolean {
		return this.#deps.makerQuotes.bookOf(makerId, pair) !== set
	}

	/**
	 * Returns the part, unless a part reserved after it has settled: a book that ignores that would offer sold liquidity
	 * again.
	 */
	#checked({ makerId, pair }: NamedBook, part: AskedPart): AskedPart {
		const settled = this.#deps.reservations.lastSettledOf(makerId, pair)
		this.#named.set(keyOf(makerId, pair), part)
		if (settled === undefined || settled.number <= part.number) return part
		const expected = `${settled.orderId}, which has settled, or a later order`
		const errors = [{ pointer: '/net_of', rule: 'out_of_date', expected, found: part.orderId }]
		throw new TradeError('invalid_price_book', `The book does not account for ${settled.orderId}, which has settled`, {
			errors,
		})
	}
}

function keyOf(makerId: string, pair: Pair): string {
	return `${pairKey(pair)} ${makerId}`
}

function unknownOrder(orderId: string): TradeError {
	const expected = 'the id of an order that you were asked to fill'
	const errors = [{ pointer: '/net_of', rule: 'unknown_order', expected, found: orderId }]
	return new TradeError('unknown_order', `net_of: you were not asked to fill the order ${orderId}`, { errors })
}
