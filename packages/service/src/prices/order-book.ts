import { Decimal, type OrderBook, type Pair, type PriceLevel } from '@accord/protocol'
import type { AvailableLevel } from './available-levels.ts'

const levelsShownMax = 50

/** The order book as everybody sees it. Both sides come in priority; whatever is computed from it can be matched. */
export function shownOrderBook(request: {
	readonly pair: Pair
	readonly bids: Iterable<AvailableLevel>
	readonly asks: Iterable<AvailableLevel>
	readonly makersPerOrder: number
}): OrderBook {
	const { pair, bids, asks, makersPerOrder } = request
	return { pair, bids: shownSide(bids, makersPerOrder), asks: shownSide(asks, makersPerOrder) }
}

/** One tuple per price, ending before the first level of one maker more than an order may be split over. */
function shownSide(available: Iterable<AvailableLevel>, makersPerOrder: number): PriceLevel[] {
	const makers = new Set<string>()
	const shown: PriceLevel[] = []
	for (const { makerId, price, amount } of available) {
		makers.add(makerId)
		const last = shown.at(-1)
		if (makers.size > makersPerOrder) break
		if (last?.price === price) shown[shown.length - 1] = { price, amount: Decimal.add(last.amount, amount) }
		else if (shown.length === levelsShownMax) break
		else shown.push({ price, amount })
	}
	return shown
}
