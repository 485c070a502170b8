import { Decimal, type OrderBook } from '@accord/protocol'

/** The gap between the two sides of a book. */
export type Spread = {
	readonly bestBid: Decimal
	readonly bestAsk: Decimal
	/** Negative when the books of two makers cross. */
	readonly width: Decimal
	/** Rounded down to 18 decimal places. */
	readonly mid: Decimal
	/** The width as a fraction of the mid price, rounded down. */
	readonly fraction: Decimal
}

/** Whether a maker bids what another one asks, or more: such a book has no middle. */
export function isCrossed({ width }: Spread): boolean {
	return width <= 0n
}

const two = Decimal.fromInteger(2)

/** Undefined while a side is empty. */
export function spreadOf({ bids, asks }: Pick<OrderBook, 'bids' | 'asks'>): Spread | undefined {
	const bestBid = bids[0]?.price
	const bestAsk = asks[0]?.price
	if (bestBid === undefined || bestAsk === undefined) return undefined
	const width = Decimal.subtract(bestAsk, bestBid)
	const mid = Decimal.divDown(Decimal.add(bestBid, bestAsk), two)
	return { bestBid, bestAsk, width, mid, fraction: Decimal.divDown(width, mid) }
}
