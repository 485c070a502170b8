import { Decimal, type FeeInfo, type Pair, type PriceLevel, pairKey, type Side } from '@accord/protocol'
import type { Database } from '../db/tables.ts'
import type { Ask } from '../db/together.ts'
import type { Market } from '../market/market.ts'
import type { MakerBook } from './maker-book.ts'
import {
	type ExposureRules,
	exposureMaxOf,
	type MakerOffer,
	offerLeft,
	offerLimitsOf,
	replaceOffer,
} from './maker-offer.ts'
import type { MakerQuotes } from './maker-quotes.ts'
import { type MakerSide, makerSide } from './maker-side.ts'
import { Reservations } from './reservations.ts'
import type { ReservedLevels } from './reserved-liquidity.ts'

/** Both sides of a book, or of one maker's offers. */
export type Sides<T> = Readonly<Record<Side, T>>

type BooksDeps = {
	readonly market: Market
	readonly feeInfo: FeeInfo
	readonly limits: ExposureRules['limits']
	readonly makerQuotes: MakerQuotes
}

/** The order book of each pair, in memory, used both for display and for matching. */
export class Books {
	readonly reservations: Reservations
	readonly #byPair: ReadonlyMap<string, Book>

	constructor(deps: BooksDeps) {
		this.reservations = new Reservations(deps)
		const rulesOf = (pair: Pair): Pick<BookDeps, 'minOffered' | 'exposureMax'> => ({
			...offerLimitsOf(deps, pair),
			exposureMax: exposureMaxOf(deps, pair),
		})
		const bookOf = (pair: Pair) =>
			new Book({ ...rulesOf(pair), pair, makerQuotes: deps.makerQuotes, reservations: this.reservations })
		this.#byPair = new Map(deps.market.pairs.map(pair => [pairKey(pair), bookOf(pair)]))
	}

	/** Updates the reservations of all pairs to everything committed now. */
	read(db: Database): Promise<void> {
		return this.reservations.read(db)
	}

	/** Whether the reservations were read before. */
	get wasRead(): boolean {
		return this.reservations.wasRead
	}

	/** Makes the same update together with other reads, then returns a pair's book; not for the first read. */
	askWorking(pair: Pair): Ask<WorkingBook> {
		const { query, read } = this.reservations.changes()
		return {
			query,
			read: rows => {
				read(rows)
				return this.working(pair)
			},
		}
	}

	/** Whether a pair is traded: orders may still be open in a pair that was removed from the configuration. */
	has(pair: Pair): boolean {
		return this.#byPair.has(pairKey(pair))
	}

	/** The book of a pair as it is now, to subtract matches from. */
	working(pair: Pair): WorkingBook {
		return new WorkingBook(this.of(pair))
	}

	/** The book of a pair, which must be traded. */
	of(pair: Pair): Book {
		const book = this.#byPair.get(pairKey(pair))
		if (book === undefined) throw new Error(`${pairKey(pair)} is not a traded pair`)
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

type Matched = { readonly pending: readonly ReservedLevels[]; readonly offers: Sides<MakerOffer | undefined> }
type MatchedLevels = Pick<ReservedLevels, 'levels'> & { readonly makerId: string }

/** A pair's book less matches that have not been written yet. Only a pair's lock keeps others from reserving the same. */
export class WorkingBook {
	readonly #book: Book
	#offers: Sides<readonly MakerOffer[]>
	/** By maker: unwritten matches, and the offers left after them. */
	readonly #matched = new Map<string, Matched>()

	constructor(book: Book) {
		this.#book = book
		this.#offers = book.offers()
	}

	/** The offers on a side, in the priority of each maker's best level. */
	available(side: Side): readonly MakerOffer[] {
		return this.#offers[side]
	}

	/** The same, without exposure caps; the same object if no cap applies. */
	uncapped(side: Side): readonly MakerOffer[] {
		const pendingOf = new Map(Array.from(this.#matched, ([makerId, { pending }]) => [makerId, pending]))
		return this.#book.offersWithoutCaps(this.#offers, pendingOf)[side]
	}

	/** Subtracts matched parts, for the orders that are matched after them. */
	reserve({ side, parts }: { side: Side; parts: readonly MatchedLevels[] }): void {
		for (const { makerId, levels } of parts) {
			const { pending: before = [], offers: former = this.#book.offersOf(makerId, { pending: [] }) } =
				this.#matched.get(makerId) ?? {}
			const pending = [...before, { side, levels }]
			const next = this.#book.offersOf(makerId, { pending })
			this.#matched.set(makerId, { pending, offers: next })
			this.#offers = replaceOffers(this.#offers, { former, next })
		}
	}
}

function baseOf(levels: readonly PriceLevel[]): Decimal {
	return Decimal.sum(levels.map(({ amount }) => amount))
}

const noOffers: Sides<MakerOffer | undefined> = { bids: undefined, asks: undefined }

/** Replaces one maker's offers on both sides. */
function replaceOffers(
	offers: Sides<readonly MakerOffer[]>,
	{ former, next }: { former: Sides<MakerOffer | undefined>; next: Sides<MakerOffer | undefined> },
): Sides<readonly MakerOffer[]> {
	const of = (side: Side) => replaceOffer(offers[side], { side, former: former[side], next: next[side] })
	return { bids: of('bids'), asks: of('asks') }
}
