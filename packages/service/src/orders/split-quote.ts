import { Decimal, type Exact } from '@accord/protocol'

/**
 * Splits an amount of quote in proportion to exact values, by largest remainder: each share is rounded down to the
 * unit, and the units left over go one each to the largest remainders, ties to the first; before them to shares that
 * would be nothing at all. The shares add up exactly, and each is less than a unit away from its proportion.
 */
export function splitQuote(
	quote: Decimal,
	{ values, divisibility }: { values: readonly Exact[]; divisibility: number },
): Decimal[] {
	const unit = Decimal.unit(divisibility)
	const units = quote / unit
	const total = values.reduce((sum, value) => sum + value, 0n)
	const shares = values.map(
		(value, place): Share => ({
			place,
			units: (units * value) / total,
			remainder: (units * value) % total,
		}),
	)
	const left = units - shares.reduce((sum, share) => sum + share.units, 0n)
	const favoured = shares.toSorted(byNeed).slice(0, Number(left))
	const places = new Set(favoured.map(({ place }) => place))
	return shares.map(share => ((share.units + (places.has(share.place) ? 1n : 0n)) * unit) as Decimal)
}

type Share = { readonly place: number; readonly units: bigint; readonly remainder: bigint }

function byNeed(a: Share, b: Share): number {
	if ((a.units === 0n) !== (b.units === 0n)) return a.units === 0n ? -1 : 1
	if (a.remainder !== b.remainder) return a.remainder > b.remainder ? -1 : 1
	return a.place - b.place
}
