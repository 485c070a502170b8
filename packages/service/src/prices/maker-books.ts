import {
	type BookReservation,
	Decimal,
	type HiddenLevels,
	type MakerBookStatus,
	type OrderBook,
	type Pair,
	type PriceBook,
	pairKey,
	type Side,
} from '@accord/protocol'
import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import type { Platform } from '../platform/platform.ts'
import type { Books } from './books.ts'
import { hiddenLevels, whyNotInForce } from './hidden-levels.ts'
import type { MakerBook, QuoteStatus } from './maker-book.ts'
import { exposureMaxOf, offerLeft, offerLimitsOf } from './maker-offer.ts'
import type { MakerQuotes } from './maker-quotes.ts'
import { makerSide } from './maker-side.ts'
import { heldBack, type PriceBandOf, withinBand } from './price-band.ts'
import { type OrderReservation, selectReservationsOfMaker } from './reservations-table.ts'
import { countsAgainst } from './reserved-liquidity.ts'
import { shownOrderBook } from './shown-book.ts'

type MakerBooksDeps = {
	readonly platform: Pick<Platform, 'db' | 'market' | 'feeInfo' | 'limits' | 'makersPerOrder'>
	readonly makerQuotes: Pick<MakerQuotes, 'booksOfMaker' | 'standingBookOf'>
	readonly books: Books
	readonly priceBandOf?: PriceBandOf
}

/** Makers' view of their own books. */
export class MakerBooks {
	readonly #deps: MakerBooksDeps

	constructor(deps: MakerBooksDeps) {
		this.#deps = deps
	}

	/** All books of one maker, computed in the same way as the order book. */
	async of(makerId: string): Promise<MakerBookStatus[]> {
		const { makerQuotes, books, platform } = this.#deps
		const statuses = makerQuotes.booksOfMaker(makerId)
		if (statuses.length === 0) return []
		const settledAfter = Math.min(...statuses.map(({ book }) => book.settledUpTo))
		const reservations = await selectReservationsOfMaker(platform.db.requests, makerId, { settledAfter })
		const byPair = Map.groupBy(reservations, ({ pair }) => pairKey(pair))
		await books.read(platform.db.requests)
		return statuses.map(status => describeBook(this.#deps, status, byPair.get(pairKey(status.book.pair)) ?? []))
	}

	/** Which levels of a book are held back for their prices. */
	heldBack(book: Pick<PriceBook, 'pair' | Side>): HiddenLevels[] {
		return heldBack(book, this.#deps.priceBandOf?.(book.pair))
	}

	/** The same of a maker's book of a pair; undefined without one, or if it is withdrawn. */
	heldBackOf(makerId: string, pair: Pair): HiddenLevels[] | undefined {
		const book = this.#deps.makerQuotes.standingBookOf(makerId, pair)
		return book && this.heldBack(book)
	}

	/** How much base a maker has reserved, in open parts and unsettled fills, by pair; pairs with none are left out. */
	exposureOf(makerId: string): Promise<ReadonlyMap<string, Decimal>> {
		return selectExposure(this.#deps.platform.db.requests, makerId)
	}

	/** How much base a maker may have reserved. */
	exposureMax(pair: Pair): Decimal {
		return exposureMaxOf(this.#deps.platform, pair)
	}
}

function describeBook(deps: MakerBooksDeps, status: QuoteStatus, ofPair: readonly OrderReservation[]): MakerBookStatus {
	const { book, notInForceBecause, sessionId } = status
	const { pair, bids, asks, setAtMs, netOf } = book
	const reservations = ofPair.filter(reservation => reservation.state === 'open' || countsAgainst(reservation, book))
	const band = deps.priceBandOf?.(pair)
	const offered = withinBand(book, band)
	const [onBids, onAsks] = [
		describeSide(deps, { book: offered, side: 'bids', reservations }),
		describeSide(deps, { book: offered, side: 'asks', reservations }),
	]
	const isInForce = notInForceBecause === undefined
	return {
		pair,
		bids,
		asks,
		available: { bids: onBids.available, asks: onAsks.available },
		setAtMs,
		sessionId,
		...(netOf === undefined ? {} : { netOf: netOf.orderId }),
		...(isInForce ? {} : { notInForceBecause }),
		reserved: { bids: onBids.reserved, asks: onAsks.reserved },
		reservations: reservations.map(describeReservation),
		hidden: isInForce ? [...heldBack(book, band), ...onBids.hidden, ...onAsks.hidden] : whyNotInForce(status),
	}
}

type SideOfBook = {
	readonly book: MakerBook
	readonly side: Side
	readonly reservations: readonly OrderReservation[]
}

function describeSide(deps: MakerBooksDeps, { book, side, reservations }: SideOfBook) {
	const { pair } = book
	const rules = {
		minOffered: offerLimitsOf(deps.platform, pair).minOffered[side],
		exposureMax: exposureMaxOf(deps.platform, pair),
	}
	const levels = reservations
		.filter(reservation => reservation.side === side && countsAgainst(reservation, book))
		.flatMap(reservation => reservation.levels)
	const open = reservations.filter(({ state }) => state === 'open')
	const openBase = Decimal.sum(open.flatMap(reservation => reservation.levels.map(({ amount }) => amount)))
	const deductions = { levels, openBase }
	const symbol = side === 'bids' ? pair.quote : pair.base
	return {
		available: offerLeft(makerSide(book, side), deductions, rules)?.levels ?? [],
		reserved: Decimal.sum(levels.map(({ amount }) => amount)),
		hidden: hiddenLevels({ book, side, deductions, ...rules, symbol, shown: shownNow(deps, pair) }),
	}
}

/** What {@link ShownBooks} will show, without the delays between its changes. */
function shownNow({ books, platform }: MakerBooksDeps, pair: Pair): OrderBook {
	return shownOrderBook({ pair, ...books.levels(pair), makersPerOrder: platform.makersPerOrder })
}

function describeReservation({ orderId, side, amount, levels, state, partState }: OrderReservation): BookReservation {
	const progress = partState === 'asked' ? 'asked' : 'filled'
	return { orderId, side, amount, levels, state: state === 'settled' ? 'settled' : progress }
}

async function selectExposure(db: Database, makerId: string): Promise<Map<string, Decimal>> {
	const rows = await db
		.selectFrom('part')
		.select(['base', 'quote', sql<string>`sum(base_amount)`.as('used')])
		.where('maker_id', '=', makerId)
		.where('reservation', '=', 'open')
		.groupBy(['base', 'quote'])
		.execute()
	return new Map(rows.map(row => [pairKey(row), Decimal.parse(row.used)]))
}
