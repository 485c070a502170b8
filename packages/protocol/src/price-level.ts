import { Decimal } from './decimal.ts'
import type { ErrorItem } from './trade-error.ts'

/** So much of the base token at one price, which is in quote per base. */
export type PriceLevel = { readonly price: Decimal; readonly amount: Decimal }

/** How one side of a maker's book is read; what is wrong is appended to `errors`. @internal */
export type SideRules = {
	readonly side: 'bids' | 'asks'
	readonly divisibility: number
	readonly maxLevels: number
	readonly errors: ErrorItem[]
}

/** Reads one side, best price first. Of too long a side nothing is read, so that a refusal stays cheap. @internal */
export function readSide(wire: unknown, rules: SideRules): PriceLevel[] {
	const { side, maxLevels, errors } = rules
	const pointer = `/${side}`
	if (!Array.isArray(wire)) {
		errors.push({ pointer, rule: 'shape', expected: 'an array of [price, amount]' })
		return []
	}
	if (wire.length > maxLevels) {
		errors.push({ pointer, rule: 'too_many_levels', expected: `at most ${maxLevels} levels`, found: `${wire.length}` })
		return []
	}
	const levels: PriceLevel[] = []
	for (let place = 0; place < wire.length; place++) readLevel(wire[place], place, levels, rules)
	return levels
}

function readLevel(wire: unknown, place: number, levels: PriceLevel[], rules: SideRules): void {
	const { side, divisibility, errors } = rules
	if (!Array.isArray(wire) || wire.length !== 2) {
		const pointer = `/${side}/${place}`
		errors.push({ pointer, rule: 'shape', expected: 'a tuple [price, amount] of two decimal strings' })
		return
	}
	const price = readPositive(wire[0], { place, part: 0 }, rules)
	const amount = readPositive(wire[1], { place, part: 1 }, rules)
	if (amount !== undefined && !Decimal.fits(amount, divisibility)) {
		const expected = `at most ${divisibility} decimal places`
		errors.push({ pointer: `/${side}/${place}/1`, rule: 'divisibility', expected, found: Decimal.format(amount) })
	}
	if (price === undefined) return
	const before = levels.at(-1)?.price
	if (before !== undefined) findDisorder(price, before, place, rules)
	levels.push({ price, amount: amount ?? Decimal.zero })
}

type Place = { readonly place: number; readonly part: 0 | 1 }

function readPositive(wire: unknown, { place, part }: Place, { side, errors }: SideRules): Decimal | undefined {
	const value = Decimal.tryParse(wire)
	if (value !== undefined && value > 0n) return value
	const pointer = `/${side}/${place}/${part}`
	const rule = value === undefined ? 'invalid_decimal' : 'not_positive'
	const expected = value === undefined ? 'a decimal string with at most 18 places' : 'more than 0'
	errors.push({ pointer, rule, expected, found: describe(wire).slice(0, 64) })
	return undefined
}

/** An object may have a `toString` of its own, which is nobody's business. */
function describe(wire: unknown): string {
	return typeof wire === 'object' ? JSON.stringify(wire) : String(wire)
}

function findDisorder(price: Decimal, before: Decimal, place: number, { side, errors }: SideRules): void {
	const better = side === 'bids' ? price > before : price < before
	if (!better && price !== before) return
	const rule = better ? 'unsorted' : 'duplicate_price'
	const expected = `${side === 'bids' ? 'below' : 'above'} ${Decimal.format(before)}`
	errors.push({ pointer: `/${side}/${place}/0`, rule, expected, found: Decimal.format(price) })
}
