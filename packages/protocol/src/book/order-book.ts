import { Pair } from '../amount/pair.ts'
import { list, message, type ValueOf } from '../message.ts'
import { PriceLevel } from './price-level.ts'

/** The order book of a pair: the offers of all makers, best price first on both sides (specification, Order book). */
export type OrderBook = ValueOf<typeof OrderBook>
export const OrderBook = message({ pair: Pair, bids: list(PriceLevel), asks: list(PriceLevel) })
