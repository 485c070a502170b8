import type { Pair } from '../amount/pair.ts'
import type { PriceLevel } from './price-level.ts'

/** What can be traded in a pair now: the offers of all makers, best price first on both sides (specification, Order book). */
export type OrderBook = {
	readonly pair: Pair
	readonly bids: readonly PriceLevel[]
	readonly asks: readonly PriceLevel[]
}
