import { Decimal, type Pair, pairKey } from '@accord/protocol'
import type { Transaction } from 'kysely'
import type { Database, Side, Tables } from '../db/tables.ts'
import { levelsLeft } from './available-levels.ts'
import { bookRulesOf, type ExposureRules, exposureMaxOf } from './book-rules.ts'
import { type MakerOffer, offerOf, replaceOffer } from './maker-offer.ts'
import type { MakerBook, PriceBooks } from './price-books.ts'
import { type Promised, Reservations } from './reservations.ts'

/** Both sides of the book, or of what one maker has left of it. */
type Sides<T> = Readonly<Record<Side, T>>

type LiveBooksDeps = ExposureRules & { readonly books: PriceBooks }

/** The one order book of each pair, in memory: what is shown and what is matched are both read from it. */
export class LiveBooks {
	readonly #reservations: Reservations
	readonly #books: ReadonlyMap<string, LiveBook>

	constructor(deps: LiveBooksDeps) {
		this.#reservations = new Reservations(deps)
		const rulesOf = (pair: Pair): LiveBookRules => ({
			...bookRulesOf(deps, pair),
			exposureMax: exposureMaxOf(deps, pair),
		})
		const live = (pair: Pair) =>
			new LiveBook({ ...rulesOf(pair), pair, books: deps.books, reservations: this.#reservations })
		this.#books = new Map(deps.market.pairs.map(pair => [pairKey(pair), live(pair)]))
	}

	/** Brings what is reserved, of all pairs, up to all that is committed now. */
	read(db: Database): Promise<void> {
		return this.#reservations.read(db)
	}

	/** The book of a pair, which must be one of the market. */
	of(pair: Pair): LiveBook {
		const book = this.#books.get(pairKey(pair))
		if (book === undefined) throw new Error(`${pairKey(pair)} is no pair of this market`)
		return book
	}
}

type LiveBookRules = { readonly leastOffered: Sides<Decimal>; readonly exposureMax: Decimal }

type LiveBookDeps = LiveBookRules & {
	readonly pair: Pair
	readonly books: Pick<PriceBooks, 'inForce'>
	readonly reservations: Pick<Reservations, 'heldOf'>
}

/** What one maker has left, and what that was computed from. */
type Known = { readonly book: MakerBook; readonly version: number; readonly offers: Sides<MakerOffer | undefined> }

/**
 * All makers' offers of one pair less what is reserved. Only what has changed is computed anew, so that the cost of a
 * change does not grow with makers, levels of others or open orders.
 */
export class LiveBook {
	readonly #deps: LiveBookDeps
	readonly #known = new Map<string, Known>()
	#offers: Sides<readonly MakerOffer[]> = { bids: [], asks: [] }

	constructor(deps: LiveBookDeps) {
		this.#deps = deps
	}

	get pair(): Pair {
		return this.#deps.pair
	}

	/** What may be taken of each side now, in the priority of each maker's best level. */
	offers(): Sides<readonly MakerOffer[]> {
		const { books, pair, reservations } = this.#deps
		const inForce = books.inForce(pair)
		for (const [makerId, former] of this.#known) if (!inForce.has(makerId)) this.#replace(makerId, former, undefined)
		for (const [makerId, book] of inForce) {
			const version = reservations.heldOf(pair, makerId)?.version ?? 0
			const former = this.#known.get(makerId)
			if (former?.book === book && former.version === version) continue
			this.#replace(makerId, former, { book, version, offers: this.#left(book, { promised: [] }) })
		}
		return this.#offers
	}

	/** What a maker has left beside what has been promised on top of what was read; nothing if its book is not in force. */
	offersOf(makerId: string, { promised }: { promised: readonly Promised[] }): Sides<MakerOffer | undefined> {
		const book = this.#deps.books.inForce(this.pair).get(makerId)
		return book === undefined ? noOffers : this.#left(book, { promised })
	}

	/** What could be taken of all makers if each might promise any amount. */
	uncapped(promisedBy: ReadonlyMap<string, readonly Promised[]>): Sides<readonly MakerOffer[]> {
		let offers: Sides<readonly MakerOffer[]> = { bids: [], asks: [] }
		for (const [makerId, book] of this.#deps.books.inForce(this.pair)) {
			const promised = promisedBy.get(makerId) ?? []
			offers = replaceBoth(offers, { former: noOffers, next: this.#left(book, { promised, isUncapped: true }) })
		}
		return offers
	}

	#replace(makerId: string, former: Known | undefined, next: Known | undefined): void {
		if (next === undefined) this.#known.delete(makerId)
		else this.#known.set(makerId, next)
		const change = { former: former?.offers ?? noOffers, next: next?.offers ?? noOffers }
		this.#offers = replaceBoth(this.#offers, change)
	}

	#left(
		book: MakerBook,
		{ promised, isUncapped = false }: { promised: readonly Promised[]; isUncapped?: boolean },
	): Sides<MakerOffer | undefined> {
		const { leastOffered, pair, reservations } = this.#deps
		const exposureMax = isUncapped ? undefined : this.#deps.exposureMax
		const held = reservations.heldOf(pair, book.makerId)
		const added = Decimal.sum(promised.flatMap(({ levels }) => levels.map(({ amount }) => amount)))
		const left = (side: Side) => {
			const { levels, openBase } = held?.of(side, book.setAtMs) ?? { levels: [], openBase: Decimal.zero }
			const ofSide = promised.filter(each => each.side === side).flatMap(each => each.levels)
			const both = { levels: [...levels, ...ofSide], openBase: Decimal.add(openBase, added) }
			return offerOf(levelsLeft({ side, leastOffered: leastOffered[side], exposureMax }, { book, held: both }))
		}
		return { bids: left('bids'), asks: left('asks') }
	}
}

const noOffers: Sides<MakerOffer | undefined> = { bids: undefined, asks: undefined }

/** Both sides with another maker's offers in the place of its former ones. */
function replaceBoth(
	offers: Sides<readonly MakerOffer[]>,
	{ former, next }: { former: Sides<MakerOffer | undefined>; next: Sides<MakerOffer | undefined> },
): Sides<readonly MakerOffer[]> {
	const of = (side: Side) => replaceOffer(offers[side], { side, former: former[side], next: next[side] })
	return { bids: of('bids'), asks: of('asks') }
}

/** The book of a pair, held still by the pair's lock, less what is matched meanwhile. */
export type LockedBook = {
	readonly live: LiveBook
	offers: Sides<readonly MakerOffer[]>
	/** What has been matched and is not yet written, and what its makers have left beside it. */
	readonly matched: Map<string, Matched>
}

type Matched = { readonly promised: readonly Promised[]; readonly offers: Sides<MakerOffer | undefined> }

type LockedBookDeps = { readonly liveBooks: LiveBooks }

/** Brings a pair's book up to all that is reserved of it; the transaction must hold the pair's lock. */
export async function readLockedBook(
	trx: Transaction<Tables>,
	{ liveBooks }: LockedBookDeps,
	pair: Pair,
): Promise<LockedBook> {
	await liveBooks.read(trx)
	const live = liveBooks.of(pair)
	return { live, offers: live.offers(), matched: new Map() }
}

/** What may be taken of a side now, in the priority of each maker's best level. */
export function availableOf({ offers }: LockedBook, side: Side): readonly MakerOffer[] {
	return offers[side]
}

/** What could be taken if makers might promise any amount. */
export function offeredOf({ live, matched }: LockedBook, side: Side): readonly MakerOffer[] {
	return live.uncapped(new Map(Array.from(matched, ([makerId, { promised }]) => [makerId, promised])))[side]
}

/** Takes parts off the book, for those that are matched after them. */
export function reserve(
	book: LockedBook,
	{ side, parts }: { side: Side; parts: readonly (Pick<Promised, 'levels'> & { readonly makerId: string })[] },
): void {
	for (const { makerId, levels } of parts) {
		const { promised, offers: former } = book.matched.get(makerId) ?? {
			promised: [],
			offers: book.live.offersOf(makerId, { promised: [] }),
		}
		const both = [...promised, { side, levels }]
		const next = book.live.offersOf(makerId, { promised: both })
		book.matched.set(makerId, { promised: both, offers: next })
		book.offers = replaceBoth(book.offers, { former, next })
	}
}
