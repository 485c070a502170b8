import { Decimal, exactValue, type PriceLevel } from '@accord/protocol'

/** An amount of one token of a pair, taken from the front of a side of its book. */
export type TakenFromBook = { readonly token: 'base' | 'quote'; readonly amount: Decimal }

const scale = Decimal.one as bigint

/** The average price of all levels taken, before any amount is rounded; undefined if there are none. */
export function averagePrice(levels: readonly PriceLevel[], { token, amount }: TakenFromBook): Decimal | undefined {
	// Both are at twice the scale of an amount, so that the last level may be taken in part without rounding a tiny
	// amount.
	let base = 0n
	let value = 0n
	const wanted = amount * scale
	for (const level of levels) {
		const levelValue = exactValue(level.price, level.amount)
		const left = wanted - (token === 'base' ? base : value)
		if (left <= (token === 'base' ? level.amount * scale : levelValue)) {
			base += token === 'base' ? left : (left * scale) / level.price
			value += token === 'base' ? (left * level.price) / scale : left
			break
		}
		base += level.amount * scale
		value += levelValue
	}
	return base === 0n ? undefined : (((value * scale) / base) as Decimal)
}
