import { Decimal, type OrderBook } from '@accord/protocol'

/** The gap between the two sides of a book. */
export type Spread = {
	readonly bestBid: Decimal
	readonly bestAsk: Decimal
	/** Negative when the books of two makers cross. */
	readonly width: Decimal
	/** Rounded down to 18 decimal places; undefined for a crossed book, which has no middle. */
	readonly mid: Decimal | undefined
	/** The width as a fraction of the mid price, rounded down. */
	readonly fraction: Decimal | undefined
}

/** Whether a maker bids what another one asks, or more. */
export function isCrossed({ width }: Pick<Spread, 'width'>): boolean {
	return width <= 0n
}

const two = Decimal.fromInteger(2)

/** Undefined while a side is empty. */
export function spreadOf({ bids, asks }: Pick<OrderBook, 'bids' | 'asks'>): Spread | undefined {
	const bestBid = bids[0]?.price
	const bestAsk = asks[0]?.price
	if (bestBid === undefined || bestAsk === undefined) return undefined
	const width = Decimal.subtract(bestAsk, bestBid)
	if (isCrossed({ width })) return { bestBid, bestAsk, width, mid: undefined, fraction: undefined }
	const mid = Decimal.divDown(Decimal.add(bestBid, bestAsk), two)
	return { bestBid, bestAsk, width, mid, fraction: Decimal.divDown(width, mid) }
}
