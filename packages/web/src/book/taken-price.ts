import { Decimal, exactValue, type OrderBook, type PriceLevel, type Side } from '@accord/protocol'

/** An amount that an order takes from one side of a book. */
export type Taken = { readonly side: Side; readonly token: 'base' | 'quote'; readonly amount: Decimal }

/** The worst price that the order reaches, whether or not the side has enough; undefined if it takes nothing. */
export function takenPrice(
	book: Pick<OrderBook, 'bids' | 'asks'>,
	{ side, token, amount }: Taken,
): Decimal | undefined {
	if (amount <= 0n) return undefined
	const wanted = amount * (Decimal.one as bigint)
	let taken = 0n
	const reached = book[side].find(level => {
		taken += token === 'base' ? level.amount * (Decimal.one as bigint) : exactValue(level.price, level.amount)
		return taken >= wanted
	})
	return (reached ?? book[side].at(-1))?.price
}

/** Whether a row of a table, perhaps of several levels, is among those that the order takes. */
export function isTaken({ price }: Pick<PriceLevel, 'price'>, side: Side, worst: Decimal): boolean {
	return side === 'bids' ? price >= worst : price <= worst
}
