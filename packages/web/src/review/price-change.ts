import { type Amount, Decimal, type LimitOrder } from '@accord/protocol'

/** How an order differs from the one that the user has seen: in what is received, or in what is sold. */
export type PriceChange = {
	readonly kind: 'better' | 'worse'
	readonly before: Amount
	readonly now: Amount
	/** Of what it was before. */
	readonly fraction: Decimal
}

/** The change of the side that is not exact; undefined if there is none. */
export function priceChange(
	exact: 'sell' | 'buy',
	{ seen, current }: { seen: LimitOrder; current: LimitOrder },
): PriceChange | undefined {
	const [before, now] = exact === 'sell' ? [seen.buy, current.buy] : [seen.sell, current.sell]
	if (before.amount === now.amount) return undefined
	const isMore = now.amount > before.amount
	const difference = isMore ? Decimal.subtract(now.amount, before.amount) : Decimal.subtract(before.amount, now.amount)
	return {
		kind: isMore === (exact === 'sell') ? 'better' : 'worse',
		before,
		now,
		fraction: Decimal.divUp(difference, before.amount),
	}
}
