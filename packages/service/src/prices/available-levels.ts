import { Decimal, exactDown, exactValue, type PriceLevel } from '@accord/protocol'
import type { Side } from '../db/tables.ts'
import type { MakerBook, MakerLevel } from './price-books.ts'

/** What may be taken of one maker at one price. */
export type AvailableLevel = {
	readonly makerId: string
	readonly price: Decimal
	readonly amount: Decimal
	readonly changedAt: number
	/** The least that this maker wants to sell in one part; absent: anything. */
	readonly leastPart?: Decimal
}

/** Liquidity held for a part: taken off its maker's book while it is open, and after it settled until the book is replaced. */
export type Reservation = {
	readonly makerId: string
	readonly side: Side
	readonly levels: readonly PriceLevel[]
	readonly state: 'open' | 'settled'
	/** When it settled; absent while it is open. */
	readonly endedAtMs?: number
}

type Terms = {
	readonly side: Side
	/** A maker who offers less than this on the side, in the token that makers sell there, is left out. */
	readonly leastOffered: Decimal
	/** How much base a maker may have promised at once, on both sides together; absent: any amount. */
	readonly exposureMax?: Decimal | undefined
}

type Offer = Terms & { readonly books: readonly MakerBook[]; readonly reservations: readonly Reservation[] }

/** What is held of one maker: the levels taken off the side, and the base of all that it has open in the pair. */
export type Held = { readonly levels: Iterable<PriceLevel>; readonly openBase: Decimal }

/**
 * One side of the one order book: all makers' levels less what is reserved, and no more of each than it may still promise,
 * in priority: price, then the time of the level's last change, then maker.
 */
export function availableLevels({ books, reservations, ...terms }: Offer): AvailableLevel[] {
	const { side } = terms
	const byMaker = Map.groupBy(reservations, ({ makerId }) => makerId)
	const levels = books.flatMap(book => {
		const ofMaker = byMaker.get(book.makerId) ?? []
		const held = ofMaker.filter(reservation => reservation.side === side && countsAgainst(reservation, book))
		const open = ofMaker.filter(({ state }) => state === 'open').flatMap(reservation => reservation.levels)
		const openBase = Decimal.sum(open.map(({ amount }) => amount))
		return levelsLeft(terms, { book, held: { levels: held.flatMap(reservation => reservation.levels), openBase } })
	})
	return levels.sort(priorityOf(side))
}

/** What is left of one maker's side, best first. */
export function levelsLeft(
	{ side, leastOffered, exposureMax }: Terms,
	{ book, held }: { book: MakerBook; held: Held },
): AvailableLevel[] {
	const { makerId, leastParts } = book
	const left = upTo(roomBeside(held.openBase, exposureMax), subtract(book[side], held.levels))
	if (offered(left, side) < leastOffered) return []
	const least = leastParts !== undefined && leastParts[side] > 0n ? { leastPart: leastParts[side] } : {}
	return left.map(({ price, amount, changedAt }) => ({ makerId, price, amount, changedAt, ...least }))
}

/** How levels of a side are put in priority. */
export function priorityOf(side: Side): (a: AvailableLevel, b: AvailableLevel) => number {
	return side === 'bids' ? byBidPriority : byAskPriority
}

/** What a maker may still promise beside all that it has open in the pair. */
function roomBeside(openBase: Decimal, exposureMax: Decimal | undefined): Decimal | undefined {
	if (exposureMax === undefined) return undefined
	return Decimal.max(Decimal.subtract(exposureMax, openBase), Decimal.zero)
}

/** The best levels that hold so much base together. */
function upTo(base: Decimal | undefined, levels: readonly MakerLevel[]): readonly MakerLevel[] {
	if (base === undefined) return levels
	let left = base
	return levels.flatMap(level => {
		const amount = Decimal.min(level.amount, left)
		left = Decimal.subtract(left, amount)
		return Decimal.isPositive(amount) ? [{ ...level, amount }] : []
	})
}

function countsAgainst({ state, endedAtMs = 0 }: Reservation, book: MakerBook): boolean {
	return state === 'open' || endedAtMs >= book.setAtMs
}

/** Takes each reservation off its own price first; what does not find it any more comes off the best levels downwards. */
function subtract(levels: readonly MakerLevel[], reserved: Iterable<PriceLevel>): MakerLevel[] {
	const left = levels.map(level => ({ ...level }))
	const byPrice = new Map(left.map(level => [level.price, level]))
	let homeless = Decimal.zero
	for (const { price, amount } of reserved) homeless = Decimal.add(homeless, takeOff(byPrice.get(price), amount))
	for (const level of left) homeless = takeOff(level, homeless)
	return left.filter(level => Decimal.isPositive(level.amount))
}

/** Takes an amount off a level and gives what it did not hold. */
function takeOff(level: { amount: Decimal } | undefined, amount: Decimal): Decimal {
	if (level === undefined) return amount
	const taken = Decimal.min(level.amount, amount)
	level.amount = Decimal.subtract(level.amount, taken)
	return Decimal.subtract(amount, taken)
}

/** What a maker sells on a side: base for asks, quote for bids. */
function offered(levels: readonly PriceLevel[], side: Side): Decimal {
	if (side === 'asks') return Decimal.sum(levels.map(({ amount }) => amount))
	return exactDown(
		levels.reduce((total, { price, amount }) => total + exactValue(price, amount), 0n),
		18,
	)
}

function byBidPriority(a: AvailableLevel, b: AvailableLevel): number {
	return Decimal.compare(b.price, a.price) || byPlace(a, b)
}

function byAskPriority(a: AvailableLevel, b: AvailableLevel): number {
	return Decimal.compare(a.price, b.price) || byPlace(a, b)
}

function byPlace(a: AvailableLevel, b: AvailableLevel): number {
	return a.changedAt - b.changedAt || (a.makerId < b.makerId ? -1 : 1)
}
