import * as z from 'zod'
import { Decimal } from '../amount/decimal.ts'
import { addressWire, countWire, decimalWire, timestampWire } from '../fields.ts'
import type { ExactSide, Quote, QuotedLevel, QuoteRequest } from '../order/quote.ts'
import { exactlyOne } from './exactly-one.ts'
import { omitUndefined } from './omit-undefined.ts'
import {
	amountWire,
	feeWire,
	formatAmount,
	formatFee,
	formatLimitOrder,
	givenAmountWire,
	givenPairWire,
	limitOrderWire,
	pairWire,
	parseAmount,
	parseFee,
	parseLimitOrder,
} from './primitives.ts'

/**
 * Body of POST /trade/quote: one exact side. `slippage` is a fraction by which the other side is made worse for the user;
 * with an account its level is used and the manifest composed.
 */
export const quoteRequestWire = exactlyOne(
	z.strictObject({
		pair: givenPairWire,
		sell: givenAmountWire.optional(),
		buy: givenAmountWire.optional(),
		account: addressWire.optional(),
		slippage: decimalWire.optional().describe('A fraction from 0 to 0.5; 0.001 is 0.1 %.'),
	}),
	['sell', 'buy'],
)
export type QuoteRequestWire = z.infer<typeof quoteRequestWire>

/** Reads the body of POST /trade/quote. @throws TradeError `invalid_decimal` */
export function parseQuoteRequest({ pair, account, slippage, ...sides }: QuoteRequestWire): QuoteRequest {
	const rest = omitUndefined({ pair, account, slippage: slippage === undefined ? undefined : Decimal.parse(slippage) })
	return { ...parseExactSide(sides), ...rest }
}

/** The body of POST /trade/quote. */
export function formatQuoteRequest({ pair, sell, buy, account, slippage }: QuoteRequest): QuoteRequestWire {
	return omitUndefined({
		pair: { base: pair.base, quote: pair.quote },
		sell: sell && formatAmount(sell),
		buy: buy && formatAmount(buy),
		account,
		slippage: slippage === undefined ? undefined : Decimal.format(slippage),
	})
}

function parseExactSide({ sell, buy }: Pick<QuoteRequestWire, 'sell' | 'buy'>): ExactSide {
	if (sell !== undefined) return { sell: parseAmount(sell) }
	if (buy !== undefined) return { buy: parseAmount(buy) }
	throw new Error('the schema lets exactly one side through')
}

/** What a quote takes of one maker at one price. Makers are numbered within the quote, in the order of priority. */
export const quotedLevelWire = z.object({
	price: decimalWire,
	amount: decimalWire.describe('Taken, in base.'),
	maker: z.number().int().positive(),
})
export type QuotedLevelWire = z.infer<typeof quotedLevelWire>

function parseQuotedLevel({ price, amount, maker }: QuotedLevelWire): QuotedLevel {
	return { price: Decimal.parse(price), amount: Decimal.parse(amount), maker }
}

function formatQuotedLevel({ price, amount, maker }: QuotedLevel): QuotedLevelWire {
	return { price: Decimal.format(price), amount: Decimal.format(amount), maker }
}

/** Answer of POST /trade/quote. It binds nobody: the book may change at any time. */
export const quoteWire = z.object({
	pair: pairWire,
	limit_order: limitOrderWire,
	fee: feeWire,
	level: countWire.describe('The account level whose fee it is; 0 without an account.'),
	total: amountWire.describe('What the manifest withdraws: sell amount and both fees.'),
	expected_rebate: amountWire.describe('What an order without a prefix is expected to get back.'),
	side: z.enum(['bids', 'asks']).describe('The side of the book that is taken.'),
	levels: z.array(quotedLevelWire),
	rounding: z.object({
		symbol: z.string().describe('The token of the side that was computed.'),
		direction: z.enum(['down', 'up']).describe('A buy amount is rounded down, a sell amount up.'),
		exact: z.string().meta({ description: 'Before rounding.', pattern: '^[0-9]+(\\.[0-9]{1,36})?$' }),
		rounded: decimalWire.describe('Before slippage.'),
	}),
	validity: z.object({
		firm: z.literal(false),
		book_sequence: countWire,
		quoted_at_ms: timestampWire,
		expires_in_seconds: z
			.object({ min: countWire, max: countWire })
			.describe('How far ahead the expiry of the subintent may lie when it is received.'),
	}),
	manifest: z.string().optional(),
})
export type QuoteWire = z.infer<typeof quoteWire>

/** Reads the answer of POST /trade/quote. @throws TradeError `invalid_decimal` */
export function parseQuote(wire: QuoteWire): Quote {
	return omitUndefined({
		pair: wire.pair,
		limitOrder: parseLimitOrder(wire.limit_order),
		fee: parseFee(wire.fee),
		level: wire.level,
		total: parseAmount(wire.total),
		expectedRebate: parseAmount(wire.expected_rebate),
		side: wire.side,
		levels: wire.levels.map(parseQuotedLevel),
		rounding: { ...wire.rounding, rounded: Decimal.parse(wire.rounding.rounded) },
		validity: {
			bookSequence: wire.validity.book_sequence,
			quotedAtMs: wire.validity.quoted_at_ms,
			expiresInSeconds: wire.validity.expires_in_seconds,
		},
		manifest: wire.manifest,
	})
}

/** The answer of POST /trade/quote. */
export function formatQuote(quote: Quote): QuoteWire {
	return omitUndefined({
		pair: { base: quote.pair.base, quote: quote.pair.quote },
		limit_order: formatLimitOrder(quote.limitOrder),
		fee: formatFee(quote.fee),
		level: quote.level,
		total: formatAmount(quote.total),
		expected_rebate: formatAmount(quote.expectedRebate),
		side: quote.side,
		levels: quote.levels.map(formatQuotedLevel),
		rounding: { ...quote.rounding, rounded: Decimal.format(quote.rounding.rounded) },
		validity: {
			firm: false as const,
			book_sequence: quote.validity.bookSequence,
			quoted_at_ms: quote.validity.quotedAtMs,
			expires_in_seconds: quote.validity.expiresInSeconds,
		},
		manifest: quote.manifest,
	})
}
