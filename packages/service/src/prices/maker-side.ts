import { Decimal, type Exact, exactDown, exactValue, type PriceLevel, type Side, wholeDepth } from '@accord/protocol'
import type { MakerBook } from './maker-book.ts'

// The guarantee: what remains of a side is exactly its maker's quote less reservations, never below zero and limited to
// its cap. The cost grows with the amount taken, not with the amount quoted.

/** One maker's available amount at one price. */
export type AvailableLevel = {
	readonly makerId: string
	readonly price: Decimal
	readonly amount: Decimal
	readonly changedAt: number
	/** The smallest part, in the token sold, that this maker accepts; if absent, any. */
	readonly minPart?: Decimal
}

/** Levels of one maker on a side, best first, with their total base and its exact value in quote. */
export type MakerSide = {
	readonly side: Side
	readonly levels: readonly AvailableLevel[]
	readonly base: Decimal
	readonly value: Exact
}

/**
 * What to subtract from one maker's side: the reserved levels and, from its cap, the base of all its open reservations
 * in the pair.
 */
export type Deductions = { readonly levels: readonly PriceLevel[]; readonly openBase: Decimal }

/** One side of a book as its maker quotes it. */
export function makerSide({ makerId, minParts, ...book }: MakerBook, side: Side): MakerSide {
	const minPart = minParts !== undefined && minParts[side] > 0n ? { minPart: minParts[side] } : {}
	const levels = book[side].map(({ price, amount, changedAt }) => ({ makerId, price, amount, changedAt, ...minPart }))
	return { side, levels, ...wholeDepth(levels) }
}

/**
 * What remains of a side; the same object if nothing is deducted. `exposureMax` is the most base that its maker may
 * have reserved at any time; if absent, there is no cap.
 */
export function sideLeft(
	whole: MakerSide,
	{ levels, openBase }: Deductions,
	exposureMax?: Decimal | undefined,
): MakerSide {
	const left = levels.length === 0 ? whole : subtract(whole, levels)
	return exposureMax === undefined ? left : bestUpTo(Decimal.subtract(exposureMax, openBase), left)
}

/** How much a maker sells on a side: base for asks, quote for bids. */
export function amountSold({ side, base, value }: MakerSide): Decimal {
	return side === 'asks' ? base : exactDown(value, 18)
}

/** Subtracts each reserved level at its own price first; any remainder is taken from the best levels downwards. */
function subtract(whole: MakerSide, reserved: readonly PriceLevel[]): MakerSide {
	const levels = [...whole.levels]
	let { base, value } = whole
	let isAnyEmpty = false
	const take = (at: number, amount: Decimal): Decimal => {
		const level = levels[at]
		if (level === undefined) return amount
		const taken = Decimal.min(level.amount, amount)
		levels[at] = { ...level, amount: Decimal.subtract(level.amount, taken) }
		base = Decimal.subtract(base, taken)
		value -= exactValue(level.price, taken)
		isAnyEmpty ||= taken === level.amount
		return Decimal.subtract(amount, taken)
	}
	let shortfall = Decimal.zero
	for (const { price, amount } of reserved) {
		const at = levels.findIndex(level => level.price === price)
		shortfall = Decimal.add(shortfall, take(at, amount))
	}
	for (let at = 0; shortfall > 0n && at < levels.length; at++) shortfall = take(at, shortfall)
	const left = isAnyEmpty ? levels.filter(level => Decimal.isPositive(level.amount)) : levels
	return { side: whole.side, levels: left, base, value }
}

/** The best levels up to a total of `base`. */
function bestUpTo(base: Decimal, whole: MakerSide): MakerSide {
	if (whole.base <= base) return whole
	const levels: AvailableLevel[] = []
	let left = base
	for (const level of whole.levels) {
		if (!Decimal.isPositive(left)) break
		const amount = Decimal.min(level.amount, left)
		left = Decimal.subtract(left, amount)
		levels.push({ ...level, amount })
	}
	return { side: whole.side, levels, ...wholeDepth(levels) }
}
