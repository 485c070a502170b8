import { Decimal, type Exact } from '@accord/protocol'

/**
 * Splits an amount of quote in proportion to exact values, by largest remainder: each share is rounded down to the
 * unit, and the units left over go one each to the largest remainders, ties to the first. The shares add up exactly.
 */
export function splitQuote(
	quote: Decimal,
	{ values, divisibility }: { values: readonly Exact[]; divisibility: number },
): Decimal[] {
	const unit = Decimal.unit(divisibility)
	const units = quote / unit
	const total = values.reduce((sum, value) => sum + value, 0n)
	const shares = values.map((value, place) => ({
		place,
		units: (units * value) / total,
		remainder: (units * value) % total,
	}))
	const left = units - shares.reduce((sum, share) => sum + share.units, 0n)
	const favoured = shares
		.toSorted((a, b) => (a.remainder === b.remainder ? a.place - b.place : a.remainder > b.remainder ? -1 : 1))
		.slice(0, Number(left))
	const places = new Set(favoured.map(({ place }) => place))
	return shares.map(share => ((share.units + (places.has(share.place) ? 1n : 0n)) * unit) as Decimal)
}
