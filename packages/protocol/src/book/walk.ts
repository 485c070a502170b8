import { ceilDivide, Decimal, floorDivide } from '../amount/decimal.ts'
import type { PriceLevel } from './price-level.ts'

const scale = Decimal.one as bigint

/** A whole number of 10⁻³⁶: the exact product of a price and an amount, or a sum of such products. */
export type Exact = bigint

/** price × amount, exactly. */
export function exactValue(price: Decimal, amount: Decimal): Exact {
	return price * amount
}

/** The exact value at the scale of an amount, rounded down to this many decimal places. */
export function exactDown(value: Exact, decimalPlaces: number): Decimal {
	return Decimal.roundDown(floorDivide(value, scale) as Decimal, decimalPlaces)
}

/** The exact value at the scale of an amount, rounded up to this many decimal places. */
export function exactUp(value: Exact, decimalPlaces: number): Decimal {
	return Decimal.roundUp(ceilDivide(value, scale) as Decimal, decimalPlaces)
}

/** An amount taken from the front of a side: base, and its exact value in quote. */
export type Walk = { readonly base: Decimal; readonly value: Exact }

/** Whether it is more, in either token, than any amount on the ledger can be. */
export function exceedsLedger({ base, value }: Walk): boolean {
	return base > Decimal.largest || value > exactValue(Decimal.largest, Decimal.one)
}

/** Everything that a side holds. */
export function wholeDepth(levels: readonly PriceLevel[]): Walk {
	let base = 0n
	let value: Exact = 0n
	for (const level of levels) {
		base += level.amount
		value += exactValue(level.price, level.amount)
	}
	return { base: base as Decimal, value }
}

/** Takes an amount of base from the front; the side must hold that much. */
export function takeBase(levels: readonly PriceLevel[], base: Decimal): Walk {
	let left = base
	let value: Exact = 0n
	for (const level of levels) {
		const taken = Decimal.min(left, level.amount)
		value += exactValue(level.price, taken)
		left = Decimal.subtract(left, taken)
		if (left === 0n) break
	}
	return { base, value }
}

/**
 * How much base from the front is worth `quote`, both rounded down (`down`) or both rounded up (`up`) to the base's
 * decimal places.
 */
export function baseWorth(
	levels: readonly PriceLevel[],
	{ quote, round, decimalPlaces }: { quote: Decimal; round: 'down' | 'up'; decimalPlaces: number },
): Decimal {
	let base = 0n
	let left: Exact = quote * scale
	for (const level of levels) {
		const value = exactValue(level.price, level.amount)
		if (value >= left) {
			base += round === 'down' ? floorDivide(left, level.price) : ceilDivide(left, level.price)
			break
		}
		base += level.amount
		left -= value
	}
	const rounded = round === 'down' ? Decimal.roundDown : Decimal.roundUp
	return rounded(base as Decimal, decimalPlaces)
}
