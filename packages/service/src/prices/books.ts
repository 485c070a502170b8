import { Decimal, type Pair, type PriceLevel, pairKey, type Side } from '@accord/protocol'
import type { Database } from '../db/tables.ts'
import type { Ask } from '../db/together.ts'
import type { PairAndSide } from '../market/routes.ts'
import { levelsOfSources, type ShowableLevel } from './implied-levels.ts'
import { liquidityOf } from './liquidity.ts'
import type { MakerBook } from './maker-book.ts'
import {
	type ExposureRules,
	exposureMaxOf,
	type MakerOffer,
	offerLeft,
	offerLimitsOf,
	replaceOffers,
	type Sides,
} from './maker-offer.ts'
import type { MakerQuotes } from './maker-quotes.ts'
import { type MakerSide, makerSide } from './maker-side.ts'
import { Reservations } from './reservations.ts'
import type { ReservedLevels } from './reserved-liquidity.ts'
import { WorkingBooks } from './working-books.ts'

type BooksDeps = {
	readonly platform: ExposureRules
	readonly makerQuotes: MakerQuotes
}

/** The order book of each pair, in memory, used both for display and for matching. */
export class Books {
	readonly reservations: Reservations
	readonly #deps: BooksDeps
	#byPair: ReadonlyMap<string, Book>

	constructor(deps: BooksDeps) {
		this.#deps = deps
		this.reservations = new Reservations(deps)
		this.#byPair = this.#booksInForce()
	}

	/** Begins the books of all pairs anew, by the terms in force: their caches hold for the former ones only. */
	takeTerms(): void {
		this.#byPair = this.#booksInForce()
	}

	#booksInForce(): ReadonlyMap<string, Book> {
		const { platform, makerQuotes } = this.#deps
		const { reservations } = this
		const bookOf = (pair: Pair) => {
			const rules = { ...offerLimitsOf(platform, pair), exposureMax: exposureMaxOf(platform, pair) }
			return new Book({ ...rules, pair, makerQuotes, reservations })
		}
		return new Map(platform.market.quotedPairs.map(pair => [pairKey(pair), bookOf(pair)]))
	}

	/** Updates the reservations of all pairs to everything committed now. */
	read(db: Database): Promise<void> {
		return this.reservations.read(db)
	}

	/** Whether the reservations were read before. */
	get wasRead(): boolean {
		return this.reservations.wasRead
	}

	/** Makes the same update together with other reads, then returns the books; not for the first read. */
	askWorking(): Ask<WorkingBooks> {
		const { query, read } = this.reservations.changes()
		return {
			query,
			read: rows => {
				read(rows)
				return this.allWorking()
			},
		}
	}

	/** Whether a pair is quoted: orders may still be open in a pair that was removed from the configuration. */
	has(pair: Pair): boolean {
		return this.#byPair.has(pairKey(pair))
	}

	/** The books of all pairs as they are now, to subtract matches from. */
	allWorking(): WorkingBooks {
		return new WorkingBooks(this)
	}

	/** The levels that orders of a pair can be matched with, those of its routes included, best first. */
	levels(pair: Pair): Sides<Iterable<ShowableLevel>> {
		const { market } = this.#deps.platform
		const divisibility = { base: market.token(pair.base).divisibility }
		const offersOf = (leg: PairAndSide) => (this.has(leg.pair) ? this.of(leg.pair).offers()[leg.side] : [])
		const levelsOn = (side: Side) =>
			levelsOfSources({ side, divisibility, ...liquidityOf(market, { pair, side }, offersOf) })
		return { bids: levelsOn('bids'), asks: levelsOn('asks') }
	}

	/** The book of a pair, which must be quoted. */
	of(pair: Pair): Book {
		const book = this.#byPair.get(pairKey(pair))
		if (book === undefined) throw new Error(`${pairKey(pair)} is not a quoted pair`)
		return book
	}
}

type BookDeps = {
	readonly minOffered: Sides<Decimal>
	readonly exposureMax: Decimal
	readonly pair: Pair
	readonly makerQuotes: Pick<MakerQuotes, 'inForce'>
	readonly reservations: Pick<Reservations, 'reservedOf'>
}

/** One maker's offers, with their inputs. */
type CachedOffers = {
	readonly book: MakerBook
	readonly version: number
	readonly offers: Sides<MakerOffer | undefined>
}

/**
 * All makers' offers of one pair less reservations. Only changes are recomputed, so the cost does not grow with the
 * number of makers, other makers' levels or open orders.
 */
export class Book {
	readonly #deps: BookDeps
	readonly #cached = new Map<string, CachedOffers>()
	readonly #wholes = new WeakMap<MakerBook, Sides<MakerSide>>()
	#offers: Sides<readonly MakerOffer[]> = { bids: [], asks: [] }

	constructor(deps: BookDeps) {
		this.#deps = deps
	}

	get pair(): Pair {
		return this.#deps.pair
	}

	/** The current offers on each side, in the priority of each maker's best level. */
	offers(): Sides<readonly MakerOffer[]> {
		const { makerQuotes, pair, reservations } = this.#deps
		const inForce = makerQuotes.inForce(pair)
		for (const [makerId, former] of this.#cached) if (!inForce.has(makerId)) this.#replace(makerId, former, undefined)
		for (const [makerId, book] of inForce) {
			const version = reservations.reservedOf(pair, makerId)?.version ?? 0
			const former = this.#cached.get(makerId)
			if (former?.book === book && former.version === version) continue
			this.#replace(makerId, former, { book, version, offers: this.#offersLeft(book, { pending: [] }) })
		}
		return this.#offers
	}

	/** One maker's offers, less levels reserved but not yet written; none if its book is not in force. */
	offersOf(makerId: string, { pending }: { pending: readonly ReservedLevels[] }): Sides<MakerOffer | undefined> {
		const book = this.#deps.makerQuotes.inForce(this.pair).get(makerId)
		return book === undefined ? noOffers : this.#offersLeft(book, { pending })
	}

	/** The offers without exposure caps: `capped` itself if no cap has an effect. */
	offersWithoutCaps(
		capped: Sides<readonly MakerOffer[]>,
		pendingOf: ReadonlyMap<string, readonly ReservedLevels[]>,
	): Sides<readonly MakerOffer[]> {
		const inForce = this.#deps.makerQuotes.inForce(this.pair)
		const isCut = [...inForce].some(([makerId, book]) => this.#mayBeCut(book, pendingOf.get(makerId) ?? []))
		if (!isCut) return capped
		let offers: Sides<readonly MakerOffer[]> = { bids: [], asks: [] }
		for (const [makerId, book] of inForce) {
			const pending = pendingOf.get(makerId) ?? []
			const next = this.#offersLeft(book, { pending, isUncapped: true })
			offers = replaceOffers(offers, { former: noOffers, next })
		}
		return offers
	}

	/** Whether a maker's cap may leave less than its book offers. */
	#mayBeCut(book: MakerBook, pending: readonly ReservedLevels[]): boolean {
		const { exposureMax, pair, reservations } = this.#deps
		const { openBase = Decimal.zero } = reservations.reservedOf(pair, book.makerId)?.deductions('bids', book) ?? {}
		const held = Decimal.max(baseOf(book.bids), baseOf(book.asks))
		return Decimal.sum([openBase, held, ...pending.map(({ levels }) => baseOf(levels))]) > exposureMax
	}

	#wholeOf(book: MakerBook): Sides<MakerSide> {
		const whole = this.#wholes.get(book) ?? { bids: makerSide(book, 'bids'), asks: makerSide(book, 'asks') }
		this.#wholes.set(book, whole)
		return whole
	}

	#replace(makerId: string, former: CachedOffers | undefined, next: CachedOffers | undefined): void {
		if (next === undefined) this.#cached.delete(makerId)
		else this.#cached.set(makerId, next)
		const change = { former: former?.offers ?? noOffers, next: next?.offers ?? noOffers }
		this.#offers = replaceOffers(this.#offers, change)
	}

	#offersLeft(
		book: MakerBook,
		{ pending, isUncapped = false }: { pending: readonly ReservedLevels[]; isUncapped?: boolean },
	): Sides<MakerOffer | undefined> {
		const { minOffered, pair, reservations } = this.#deps
		const whole = this.#wholeOf(book)
		const exposureMax = isUncapped ? undefined : this.#deps.exposureMax
		const reserved = reservations.reservedOf(pair, book.makerId)
		const pendingBase = Decimal.sum(pending.map(({ levels }) => baseOf(levels)))
		const left = (side: Side) => {
			const { levels, openBase } = reserved?.deductions(side, book) ?? { levels: [], openBase: Decimal.zero }
			const pendingLevels = pending.filter(each => each.side === side).flatMap(each => each.levels)
			const deductions = { levels: [...levels, ...pendingLevels], openBase: Decimal.add(openBase, pendingBase) }
			return offerLeft(whole[side], deductions, { minOffered: minOffered[side], exposureMax })
		}
		return { bids: left('bids'), asks: left('asks') }
	}
}

function baseOf(levels: readonly PriceLevel[]): Decimal {
	return Decimal.sum(levels.map(({ amount }) => amount))
}

const noOffers: Sides<MakerOffer | undefined> = { bids: undefined, asks: undefined }
