import * as z from 'zod'
import { Amount, GivenAmount } from '../amount/amount.ts'
import { Decimal } from '../amount/decimal.ts'
import { GivenPair, Pair } from '../amount/pair.ts'
import type { OrderBook } from '../book/order-book.ts'
import type { PriceBook } from '../book/price-book.ts'
import { PriceLevel } from '../book/price-level.ts'
import { Fee, GivenFee } from '../fee/fee.ts'
import { type decimalWire, type symbolWire, textWire } from '../fields.ts'
import type { WireOf } from '../message.ts'
import { LimitOrder } from '../order/limit-order.ts'

export const pairWire = Pair.wire as z.ZodObject<{ base: typeof symbolWire; quote: typeof symbolWire }>
export const givenPairWire = GivenPair.wire

type AmountShape = { symbol: typeof symbolWire; amount: typeof decimalWire }
export const amountWire = Amount.wire as z.ZodObject<AmountShape>
export const givenAmountWire = GivenAmount.wire as z.ZodObject<AmountShape, z.core.$strict>
export type AmountWire = WireOf<typeof Amount>

/** Reads the wire's amount. @throws TradeError `invalid_decimal` */
export function parseAmount({ symbol, amount }: AmountWire): Amount {
	return { symbol, amount: Decimal.parse(amount) }
}

export const formatAmount = (value: Amount) => Amount.format(value)

export const limitOrderWire = LimitOrder.wire
export type LimitOrderWire = WireOf<typeof LimitOrder>

/** Reads the wire's limit order. @throws TradeError `invalid_decimal` */
export function parseLimitOrder({ sell, buy }: LimitOrderWire): LimitOrder {
	return { sell: parseAmount(sell), buy: parseAmount(buy) }
}

export const formatLimitOrder = (value: LimitOrder) => LimitOrder.format(value)

export const feeWire = Fee.wire
export const givenFeeWire = GivenFee.wire
export type FeeWire = WireOf<typeof Fee>

/** Reads the wire's fee. @throws TradeError `invalid_decimal` */
export function parseFee(wire: FeeWire): Fee {
	return {
		symbol: wire.symbol,
		platformAmount: Decimal.parse(wire.anthic_amount),
		settlementAmount: Decimal.parse(wire.settlement_amount),
	}
}

export const formatFee = (value: Fee) => Fee.format(value)

export const priceLevelWire = PriceLevel.wire
export type PriceLevelWire = WireOf<typeof PriceLevel>

/** Reads the wire's level. @throws TradeError `invalid_decimal` */
export function parsePriceLevel([price, amount]: PriceLevelWire): PriceLevel {
	return { price: Decimal.parse(price), amount: Decimal.parse(amount) }
}

export const formatPriceLevel = (value: PriceLevel) => PriceLevel.format(value)

/** Specification, Order book. */
export const orderBookWire = z.object({
	pair: pairWire,
	bids: z.array(priceLevelWire),
	asks: z.array(priceLevelWire),
})
export type OrderBookWire = z.infer<typeof orderBookWire>

/** Reads the wire's order book as it is. @throws TradeError `invalid_decimal` */
export function parseOrderBook({ pair, bids, asks }: OrderBookWire): OrderBook {
	return {
		pair: { base: pair.base, quote: pair.quote },
		bids: bids.map(parsePriceLevel),
		asks: asks.map(parsePriceLevel),
	}
}

/** The wire's order book. */
export function formatOrderBook({ pair, bids, asks }: OrderBook): OrderBookWire {
	return {
		pair: { base: pair.base, quote: pair.quote },
		bids: bids.map(formatPriceLevel),
		asks: asks.map(formatPriceLevel),
	}
}

/** What a maker sends in platform.price_books.on_change: the same shape as an order book. */
export const priceBookWire = orderBookWire.extend({
	net_of: textWire
		.min(1)
		.max(128)
		.optional()
		.describe(
			'The book already accounts for this order and for every order that you were sent before it: they are not subtracted from it, later ones are. Absent: everything open is.',
		),
})
export type PriceBookWire = z.infer<typeof priceBookWire>

/** The wire's price book; the service reads it with `parsePriceBook`, which reports every wrong level. */
export function formatPriceBook({ netOf, ...book }: PriceBook): PriceBookWire {
	return { ...formatOrderBook(book), ...(netOf === undefined ? {} : { net_of: netOf }) }
}
