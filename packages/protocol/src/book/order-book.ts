import type { Pair } from '../amount/pair.ts'
import type { OrderBookWire } from '../wire/primitives.ts'
import { formatPriceLevel, type PriceLevel, parsePriceLevel } from './price-level.ts'

/** What can be traded in a pair now: the offers of all makers, best price first on both sides (specification, Order book). */
export type OrderBook = {
	readonly pair: Pair
	readonly bids: readonly PriceLevel[]
	readonly asks: readonly PriceLevel[]
}

/** Reads the wire's order book as it is. @throws TradeError `invalid_decimal` */
export function parseOrderBook(wire: OrderBookWire): OrderBook {
	return {
		pair: { base: wire.pair.base, quote: wire.pair.quote },
		bids: wire.bids.map(parsePriceLevel),
		asks: wire.asks.map(parsePriceLevel),
	}
}

/** The wire's order book. */
export function formatOrderBook(book: OrderBook): OrderBookWire {
	return {
		pair: { base: book.pair.base, quote: book.pair.quote },
		bids: book.bids.map(formatPriceLevel),
		asks: book.asks.map(formatPriceLevel),
	}
}
