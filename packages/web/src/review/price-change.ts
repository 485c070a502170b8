import { type Amount, Decimal, type LimitOrder } from '@accord/protocol'

/** How an order differs from the one the user has seen: in the amount received or sold. */
export type PriceChange = {
	readonly kind: 'better' | 'worse'
	readonly before: Amount
	readonly now: Amount
	/** The change relative to the earlier amount. */
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
