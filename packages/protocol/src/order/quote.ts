import * as z from '#schema'
import { Amount, GivenAmount } from '../amount/amount.ts'
import { Decimal } from '../amount/decimal.ts'
import { GivenPair, Pair } from '../amount/pair.ts'
import { Fee } from '../fee/fee.ts'
import { addressWire, countWire, decimal, timestampWire } from '../fields.ts'
import { Field, fixed, list, message, request, type ValueOf, type WireOf } from '../message.ts'
import { exactlyOne } from '../rules.ts'
import { LimitOrder } from './limit-order.ts'
import { readSlippage } from './slippage.ts'

/** The side of a limit order that is given exactly; the other one is computed. */
export type ExactSide =
	| { readonly sell: Amount; readonly buy?: undefined }
	| { readonly buy: Amount; readonly sell?: undefined }

const isReadable = (text: string): boolean => Decimal.tryParse(text.replace(/\s*%$/, '')) !== undefined
const notSlippage = {
	message: 'a fraction such as "0.005", or a percentage such as "0.5%"',
	params: { code: 'invalid_decimal' },
}

/** Slippage in a request: a fraction, or a percentage; a fraction when written. */
const slippageField = new Field<Decimal, string>({
	schema: z.string(notSlippage.message).transform((text, context) => {
		if (isReadable(text)) return readSlippage(text)
		context.issues.push({ ...notSlippage, code: 'custom', input: text, continue: true })
		return Decimal.zero
	}),
	show: () =>
		z
			.string(notSlippage.message)
			.refine(isReadable, { error: notSlippage.message, params: notSlippage.params })
			.meta({ pattern: '^-?[0-9]{1,40}(\\.[0-9]{1,18})?\\s*%?$' }),
	format: Decimal.format,
})

const quoteRequest = request(
	{
		pair: GivenPair,
		sell: GivenAmount.optional(),
		buy: GivenAmount.optional(),
		/** If there is an account, its fee level is used and the manifest is composed. */
		account: addressWire.optional(),
		/** How much worse the other side is made for the user, at most half; a fraction here. */
		slippage: slippageField.optional().describe('A fraction or a percentage, at most half: "0.005" or "0.5%".'),
	},
	exactlyOne('sell', 'buy'),
)

/** An exact side to quote. */
export type QuoteRequest = ExactSide & Omit<ValueOf<typeof quoteRequest>, 'sell' | 'buy'>
/**
 * Body of POST /trade/quote: one exact side. `slippage` makes the other side worse for the user; if there is an account,
 * its level is used and the manifest is composed.
 */
export const QuoteRequest = quoteRequest as Field<unknown, unknown> as Field<QuoteRequest, WireOf<typeof quoteRequest>>

/**
 * The amount that a quote takes from one maker at one price. Makers are numbered within the quote, in order of
 * priority.
 */
export type QuotedLevel = ValueOf<typeof QuotedLevel>
export const QuotedLevel = message({
	price: decimal,
	amount: decimal.describe('Taken, in base.'),
	maker: z.number().int().positive(),
	/** The pair of a route's leg; absent: the quote's own. */
	pair: Pair.optional().describe('Of a leg.'),
})

/** How the computed side was rounded: a buy amount down, a sell amount up. */
export type QuoteRounding = ValueOf<typeof quoteRounding>
const quoteRounding = message({
	/** The token of the computed side. */
	symbol: z.string().describe('Of the computed side.'),
	direction: z.enum(['down', 'up']).describe('A buy amount down.'),
	/** The exact value before rounding, as text with at most 36 decimal places. */
	exact: z.string().meta({ description: 'Before rounding.', pattern: '^[0-9]+(\\.[0-9]{1,36})?$' }),
	/** The value before slippage. */
	rounded: decimal.describe('Before slippage.'),
})

/** Whether the account accepts what makers give beyond the limit; otherwise it goes to the solver. Absent if unknown. */
export const surplusDeliverable = z
	.boolean()
	.optional()
	.describe('False: the account refuses the quote token from others.')

const quote = message({
	pair: Pair,
	/** The worst case, which is what the user signs: at most sold, at least bought. */
	limitOrder: LimitOrder.describe('The worst case, which is signed.'),
	/** What the order would exchange if the book stays as it is: the limit, or better in the pair's quote token. */
	expected: LimitOrder.describe('What the book gives now.').optional(),
	fee: Fee,
	/** The account level that the fee is for; 0 without an account. */
	level: countWire.describe('0 without an account.'),
	/** The amount that the manifest withdraws: the sell amount and both fees. */
	total: Amount.describe('The sell amount and both fees.'),
	/** The expected rebate of an order without a prefix. */
	expectedRebate: Amount.describe('Of an order without a prefix.'),
	/** The side of the book that is taken. */
	side: z.enum(['bids', 'asks']).describe('The side of the book that is taken.'),
	levels: list(QuotedLevel),
	rounding: quoteRounding,
	validity: message({
		firm: fixed(false),
		bookSequence: countWire,
		quotedAtMs: timestampWire,
		/** How far ahead the subintent's expiry may be when it is received. */
		expiresInSeconds: z.object({ min: countWire, max: countWire }).describe('How far ahead the expiry may lie.'),
	}),
	surplusDeliverable,
	/** The limit order manifest; present when the request named an account. */
	manifest: z.string().optional(),
})

/** The result of trading an exact amount now, computed by the service. It is not binding: the book may change at any time. */
export type Quote = ValueOf<typeof quote> & { readonly expected: LimitOrder }
/** Answer of POST /trade/quote. An earlier version of the service expects nothing but the limit. */
export const Quote = quote.as<Quote>({
	parse: ({ expected, ...answer }) => ({ ...answer, expected: expected ?? answer.limitOrder }),
	format: answer => answer,
})
