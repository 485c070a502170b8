import { quoteRequestWire, quoteWire } from '../../wire/quote-api.ts'
import { exampleAccount, exampleFee, exampleLimitOrder, examplePair, exampleTime } from '../examples/market.ts'
import { signedOrderExample } from '../examples/signed-order.ts'
import { type Operation, sample } from '../operation.ts'

/** The arithmetic of a limit order in one call. */
export const quoteOperation: Operation = {
	id: 'quoteOrder',
	method: 'post',
	path: '/trade/quote',
	tag: 'Orders',
	summary: 'What an exact amount would trade for now',
	description:
		'Give the pair and one exact side. The other side is computed from the front of the book: a buy amount rounded down, a sell amount rounded up to its token’s divisibility; `slippage` then makes it worse for you, so that the order is more likely to match. With an account its fee level is used and the manifest composed. A quote binds nobody.',
	specification: 'Limit order; Fee rules',
	auth: 'none',
	body: sample(quoteRequestWire, {
		pair: examplePair,
		sell: exampleLimitOrder.sell,
		account: exampleAccount,
		slippage: '0',
	}),
	answers: [
		{
			status: 200,
			description: 'The limit order and everything around it.',
			body: sample(quoteWire, {
				pair: examplePair,
				limit_order: exampleLimitOrder,
				fee: exampleFee,
				level: 0,
				total: { symbol: 'XRD', amount: '105.35' },
				expected_rebate: { symbol: 'XRD', amount: '4.5' },
				side: 'bids',
				levels: [{ price: '0.0499', amount: '100', maker: 1 }],
				rounding: { symbol: 'xUSDC', direction: 'down', exact: '4.99', rounded: '4.99' },
				validity: {
					firm: false,
					book_sequence: 4211,
					quoted_at_ms: exampleTime.ms,
					expires_in_seconds: { min: 15, max: 60 },
				},
				manifest: signedOrderExample.manifest,
			}),
		},
	],
	errors: [
		'invalid_decimal',
		'invalid_address',
		'wrong_network',
		'invalid_amount',
		'unknown_token',
		'unknown_pair',
		'exposure_limit',
		'no_liquidity',
		'database_unavailable',
	],
}
