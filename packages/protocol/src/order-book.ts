import { Decimal } from './decimal.ts'
import type { Pair } from './pair.ts'
import type { PriceLevel } from './price-level.ts'
import type { OrderBookWire, PriceLevelWire } from './wire/primitives.ts'

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
		bids: wire.bids.map(parseLevel),
		asks: wire.asks.map(parseLevel),
	}
}

/** The wire's order book. */
export function formatOrderBook(book: OrderBook): OrderBookWire {
	return {
		pair: { base: book.pair.base, quote: book.pair.quote },
		bids: book.bids.map(formatLevel),
		asks: book.asks.map(formatLevel),
	}
}

function parseLevel([price, amount]: PriceLevelWire): PriceLevel {
	return { price: Decimal.parse(price), amount: Decimal.parse(amount) }
}

function formatLevel({ price, amount }: PriceLevel): PriceLevelWire {
	return [Decimal.format(price), Decimal.format(amount)]
}
