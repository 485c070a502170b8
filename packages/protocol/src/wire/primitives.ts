import * as z from 'zod'
import type { Amount } from '../amount/amount.ts'
import { Decimal } from '../amount/decimal.ts'
import type { OrderBook } from '../book/order-book.ts'
import type { PriceBook } from '../book/price-book.ts'
import type { PriceLevel } from '../book/price-level.ts'
import type { Fee } from '../fee/fee.ts'
import type { LimitOrder } from '../order/limit-order.ts'
import { isText } from '../text.ts'

/** `-?digits` with at most 18 decimal places: amounts, prices and fractions are never JSON numbers. */
export const decimalWire = z
	.string()
	.refine(text => Decimal.tryParse(text) !== undefined, {
		error: 'a decimal string with at most 18 places, without exponent',
		params: { code: 'invalid_decimal' },
	})
	.meta({ description: 'A decimal with at most 18 places.', pattern: '^-?[0-9]{1,40}(\\.[0-9]{1,18})?$' })

/** A token symbol, such as `XRD` or `Test-xwBTC`. */
export const symbolWire = z.string().regex(/^[^\s/]{1,64}$/, 'a token symbol')

/** The text of a Bech32m address; only the ledger's library says whether it is one. */
export const addressWire = z
	.string()
	.refine(text => /^[A-Za-z0-9_]{1,128}$/.test(text), {
		error: 'a Bech32m address',
		params: { code: 'invalid_address' },
	})
	.meta({ description: 'A Bech32m address.', pattern: '^[A-Za-z0-9_]{1,128}$' })

/** Bytes in hexadecimal, in any case. */
export const hexWire = z
	.string()
	.refine(text => /^([0-9a-fA-F]{2})*$/.test(text), {
		error: 'an even number of hexadecimal digits',
		params: { code: 'invalid_hex' },
	})
	.meta({ description: 'Bytes in hexadecimal, in any case.', pattern: '^([0-9a-fA-F]{2})*$' })

/** Free text; a database keeps none with a zero character or with half of a character. */
export const textWire = z
	.string()
	// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is meant
	.regex(/^[^\u0000]*$/, 'text without a zero character')
	.refine(isText, 'text of whole characters')

/** The id of a subintent, `subtxid_…`. */
export const subintentIdWire = textWire.meta({ description: 'The id of a subintent (`subtxid_…`).' })

/** A whole number counted from zero: levels, epochs, sequence numbers. */
export const countWire = z.number().int().nonnegative()

/** A whole number as the text of a parameter or header: decimal digits, nothing else. An empty text is no number. */
export function wholeNumberText({ min, max = Number.MAX_SAFE_INTEGER }: { min: number; max?: number }) {
	const read = (text: unknown) => (typeof text === 'string' && /^-?[0-9]{1,16}$/.test(text) ? Number(text) : text)
	return z.preprocess(read, z.number('a whole number in decimal digits').int().min(min).max(max))
}

/** Seconds or milliseconds since the Unix epoch. */
export const timestampWire = z.number().int()

/** Specification, Pair. */
export const pairWire = z.object({ base: symbolWire, quote: symbolWire })
/** A pair in a request, where unknown members are refused. */
export const givenPairWire = pairWire.strict()
export type PairWire = z.infer<typeof pairWire>

/** Specification, Amount. */
export const amountWire = z.object({ symbol: symbolWire, amount: decimalWire })
/** An amount in a request, where unknown members are refused. */
export const givenAmountWire = amountWire.strict()
export type AmountWire = z.infer<typeof amountWire>

/** Reads the wire's amount. @throws TradeError `invalid_decimal` */
export function parseAmount({ symbol, amount }: AmountWire): Amount {
	return { symbol, amount: Decimal.parse(amount) }
}

/** The wire's amount. */
export function formatAmount({ symbol, amount }: Amount): AmountWire {
	return { symbol, amount: Decimal.format(amount) }
}

/** Specification, Limit order. */
export const limitOrderWire = z.object({ sell: amountWire, buy: amountWire })
export type LimitOrderWire = z.infer<typeof limitOrderWire>

/** Reads the wire's limit order. @throws TradeError `invalid_decimal` */
export function parseLimitOrder({ sell, buy }: LimitOrderWire): LimitOrder {
	return { sell: parseAmount(sell), buy: parseAmount(buy) }
}

/** The wire's limit order. */
export function formatLimitOrder({ sell, buy }: LimitOrder): LimitOrderWire {
	return { sell: formatAmount(sell), buy: formatAmount(buy) }
}

/** Specification, Fee (order fee). */
export const feeWire = z.object({
	symbol: symbolWire,
	anthic_amount: decimalWire,
	settlement_amount: decimalWire,
})
/** A fee in a request, where unknown members are refused. */
export const givenFeeWire = feeWire.strict()
export type FeeWire = z.infer<typeof feeWire>

/** Reads the wire's fee. @throws TradeError `invalid_decimal` */
export function parseFee(wire: FeeWire): Fee {
	return {
		symbol: wire.symbol,
		platformAmount: Decimal.parse(wire.anthic_amount),
		settlementAmount: Decimal.parse(wire.settlement_amount),
	}
}

/** The wire's fee. */
export function formatFee(fee: Fee): FeeWire {
	return {
		symbol: fee.symbol,
		anthic_amount: Decimal.format(fee.platformAmount),
		settlement_amount: Decimal.format(fee.settlementAmount),
	}
}

/** One `[price, amount]`: price in quote per base, amount in base. */
export const priceLevelWire = z.tuple([decimalWire, decimalWire])
export type PriceLevelWire = z.infer<typeof priceLevelWire>

/** Reads the wire's level. @throws TradeError `invalid_decimal` */
export function parsePriceLevel([price, amount]: PriceLevelWire): PriceLevel {
	return { price: Decimal.parse(price), amount: Decimal.parse(amount) }
}

/** The wire's level. */
export function formatPriceLevel({ price, amount }: PriceLevel): PriceLevelWire {
	return [Decimal.format(price), Decimal.format(amount)]
}

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
