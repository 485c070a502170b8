import { z } from 'zod'
import { exactlyOne } from './exactly-one.ts'
import {
	addressWire,
	amountWire,
	countWire,
	decimalWire,
	feeWire,
	limitOrderWire,
	pairWire,
	timestampWire,
} from './primitives.ts'

/**
 * Body of POST /trade/quote: one exact side. `slippage` is a fraction by which the other side is made worse for the user;
 * with an account its level is used and the manifest composed.
 */
export const quoteRequestWire = exactlyOne(
	z.strictObject({
		pair: pairWire.strict(),
		sell: amountWire.strict().optional(),
		buy: amountWire.strict().optional(),
		account: addressWire.optional(),
		slippage: decimalWire.optional().describe('A fraction from 0 to 0.5; 0.001 is 0.1 %.'),
	}),
	['sell', 'buy'],
)
export type QuoteRequestWire = z.infer<typeof quoteRequestWire>

/** What a quote takes of one maker at one price. Makers are numbered within the quote, in the order of priority. */
export const quotedLevelWire = z.object({
	price: decimalWire,
	amount: decimalWire.describe('Taken, in base.'),
	maker: z.number().int().positive(),
})
export type QuotedLevelWire = z.infer<typeof quotedLevelWire>

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
