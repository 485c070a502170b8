import { Decimal, exactDown, exactValue, type PriceLevel, type Side } from '@accord/protocol'
import type { MakerBook, MakerLevel } from './price-books.ts'
import { priorityOf } from './priority.ts'

/** What is available from one maker at one price. */
export type AvailableLevel = {
	readonly makerId: string
	readonly price: Decimal
	readonly amount: Decimal
	readonly changedAt: number
	/** The smallest part, in the token sold, that this maker takes; absent: any. */
	readonly minPart?: Decimal
}

/** Liquidity held for a part: subtracted from its maker's book while open and, once settled, until that book is replaced. */
export type Reservation = {
	readonly makerId: string
	readonly side: Side
	readonly levels: readonly PriceLevel[]
	readonly state: 'open' | 'settled'
	/** When it settled; absent while open. */
	readonly endedAtMs?: number
	/** Its place among all that was reserved of its maker. */
	readonly number: bigint
}

/** What a maker has accounted for in its book: if it names an order, that one and all before it, else what had settled. */
export type Accounting = Pick<MakerBook, 'setAtMs' | 'netOf'>

/** Whether what is reserved, or has settled (at `endedAtMs`), is subtracted from a book. */
export function countsAgainst(
	{ number, endedAtMs }: { readonly number: bigint; readonly endedAtMs?: number },
	{ netOf, setAtMs }: Accounting,
): boolean {
	if (netOf !== undefined) return number > netOf.number
	return endedAtMs === undefined || endedAtMs >= setAtMs
}

type SideRules = {
	readonly side: Side
	/** A maker that offers less than this on the side, in the token it sells there, is left out. */
	readonly minOffered: Decimal
	/** The most base that one maker may have reserved at once, on both sides together; absent: no cap. */
	readonly exposureMax?: Decimal | undefined
}

/** What to subtract from one maker's side: reserved levels, and from its cap the base of all its open reservations in the pair. */
export type Deductions = { readonly levels: Iterable<PriceLevel>; readonly openBase: Decimal }

/**
 * One side of the order book: all makers' levels less what is reserved, each maker's cut at its cap, in priority: price, then
 * the time of the level's last change, then maker.
 */
export function availableLevels({
	books,
	reservations,
	...rules
}: SideRules & {
	readonly books: readonly MakerBook[]
	readonly reservations: readonly Reservation[]
}): AvailableLevel[] {
	const { side } = rules
	const byMaker = Map.groupBy(reservations, ({ makerId }) => makerId)
	const levels = books.flatMap(book => {
		const ofMaker = byMaker.get(book.makerId) ?? []
		const ofSide = ofMaker.filter(reservation => reservation.side === side && countsAgainst(reservation, book))
		const open = ofMaker.filter(({ state }) => state === 'open').flatMap(reservation => reservation.levels)
		const openBase = Decimal.sum(open.map(({ amount }) => amount))
		const deductions = { levels: ofSide.flatMap(reservation => reservation.levels), openBase }
		return levelsLeft(rules, { book, deductions })
	})
	return levels.sort(priorityOf(side))
}

/** What is left of one maker's side, best first. */
export function levelsLeft(
	{ side, minOffered, exposureMax }: SideRules,
	{ book, deductions }: { book: MakerBook; deductions: Deductions },
): AvailableLevel[] {
	const { makerId, minParts } = book
	const baseMax = remainingExposure(deductions.openBase, exposureMax)
	const left = bestUpTo(baseMax, subtract(book[side], deductions.levels))
	if (amountSold(left, side) < minOffered) return []
	const minPart = minParts !== undefined && minParts[side] > 0n ? { minPart: minParts[side] } : {}
	return left.map(({ price, amount, changedAt }) => ({ makerId, price, amount, changedAt, ...minPart }))
}

function remainingExposure(openBase: Decimal, exposureMax: Decimal | undefined): Decimal | undefined {
	if (exposureMax === undefined) return undefined
	return Decimal.max(Decimal.subtract(exposureMax, openBase), Decimal.zero)
}

/** The best levels up to a total of `base`. */
function bestUpTo(base: Decimal | undefined, levels: readonly MakerLevel[]): readonly MakerLevel[] {
	if (base === undefined) return levels
	let left = base
	return levels.flatMap(level => {
		const amount = Decimal.min(level.amount, left)
		left = Decimal.subtract(left, amount)
		return Decimal.isPositive(amount) ? [{ ...level, amount }] : []
	})
}

/** Subtracts each reserved level at its own price first; what is no longer there comes off the best levels downwards. */
function subtract(levels: readonly MakerLevel[], reserved: Iterable<PriceLevel>): MakerLevel[] {
	const left = levels.map(level => ({ ...level }))
	const byPrice = new Map(left.map(level => [level.price, level]))
	let shortfall = Decimal.zero
	for (const { price, amount } of reserved) shortfall = Decimal.add(shortfall, subtractFrom(byPrice.get(price), amount))
	for (const level of left) shortfall = subtractFrom(level, shortfall)
	return left.filter(level => Decimal.isPositive(level.amount))
}

/** Subtracts an amount from a level and returns what the level did not hold. */
function subtractFrom(level: { amount: Decimal } | undefined, amount: Decimal): Decimal {
	if (level === undefined) return amount
	const taken = Decimal.min(level.amount, amount)
	level.amount = Decimal.subtract(level.amount, taken)
	return Decimal.subtract(amount, taken)
}

/** How much a maker sells on a side: base for asks, quote for bids. */
export function amountSold(levels: readonly PriceLevel[], side: Side): Decimal {
	if (side === 'asks') return Decimal.sum(levels.map(({ amount }) => amount))
	return exactDown(
		levels.reduce((total, { price, amount }) => total + exactValue(price, amount), 0n),
		18,
	)
}
