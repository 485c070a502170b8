import { Decimal, type OrderBook, type PriceLevel } from '@accord/protocol'

/** A level and the total amount up to and including it, in base. */
export type DepthLevel = PriceLevel & { readonly total: Decimal }

/** Both sides with their running totals, best price first. */
export type Depth = {
	readonly bids: readonly DepthLevel[]
	readonly asks: readonly DepthLevel[]
	/** The larger side's total: the length of a full bar. */
	readonly largest: Decimal
}

/** Adds running totals to a book. */
export function depthOf({ bids, asks }: Pick<OrderBook, 'bids' | 'asks'>): Depth {
	const depth = { bids: withTotals(bids), asks: withTotals(asks) }
	const largest = Decimal.max(lastTotal(depth.bids), lastTotal(depth.asks))
	return { ...depth, largest }
}

function withTotals(levels: readonly PriceLevel[]): DepthLevel[] {
	let total = Decimal.zero
	return levels.map(level => {
		total = Decimal.add(total, level.amount)
		return { ...level, total }
	})
}

function lastTotal(levels: readonly DepthLevel[]): Decimal {
	return levels.at(-1)?.total ?? Decimal.zero
}

const perMille = 1000n

/** A fraction of a total as a number from 0 to 1, in thousandths: only for lengths on the screen. */
export function shareOf(part: Decimal, whole: Decimal): number {
	return whole === Decimal.zero ? 0 : Number((part * perMille) / whole) / 1000
}
