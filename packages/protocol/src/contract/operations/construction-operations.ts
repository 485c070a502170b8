import {
	Composed,
	Composition,
	CreatedSubintent,
	ParsedOrder,
	ParseRequest,
	SubintentRequest,
} from '../../order/construction.ts'
import { SignedSubintent, SigningRequest } from '../../order/signing.ts'
import { constructionBodyBytesMax } from '../../service/limits.ts'
import { exampleAccount, exampleFee, exampleLimitOrder } from '../examples/market.ts'
import { signedOrderExample } from '../examples/signed-order.ts'
import { answered, type OperationTable, sample, withIds } from '../operation.ts'

const { manifest, subintent, subintentId, subintentHash, signedPartialTransaction, expiresAt } = signedOrderExample
const specification = 'Endpoints, Trade API'
/** The errors about the order that a maker's fill is for. */
const openOrderErrors = ['unknown_order', 'already_filled', 'order_not_open', 'fill_too_late'] as const

/** Conveniences for clients without a library for the ledger's bytes. */
export const constructionOperations = withIds({
	composeOrder: {
		method: 'post',
		path: '/construction/compose',
		cost: 20,
		bodyBytes: constructionBodyBytesMax,
		tag: 'Construction',
		summary: 'The manifest of a limit order',
		description:
			'Symbols, their pair, decimal places and the address are checked; fees and liquidity are not. A maker sends `role`, `order_id` and `account` alone, and gets exactly what its fill of that order must say.',
		specification: 'POST /construction/compose request body; Limit order subintent manifest',
		auth: 'none',
		body: sample(Composition, { type: 'LimitOrder', account: exampleAccount, ...exampleLimitOrder, fee: exampleFee }),
		answers: answered('The manifest’s text.', Composed, { manifest }),
		errors: [
			'invalid_decimal',
			'invalid_address',
			'wrong_network',
			'invalid_amount',
			'unknown_token',
			'unknown_pair',
			'fee_token',
			...openOrderErrors,
			'foreign_account',
			'database_unavailable',
		],
	},
	parseOrder: {
		method: 'post',
		path: '/construction/parse',
		cost: 20,
		bodyBytes: constructionBodyBytesMax,
		tag: 'Construction',
		summary: 'The limit order in a manifest or subintent',
		description:
			'Its violations of the manifest schema and of the fees of its account are listed. Rules that depend on when it is submitted (expiry, funds, liquidity) are not checked: POST /trade/orders/check does.',
		specification,
		auth: 'none',
		body: sample(ParseRequest, { signed_partial_transaction: signedPartialTransaction }),
		answers: answered('The limit order, and its violations.', ParsedOrder, {
			...exampleLimitOrder,
			account: exampleAccount,
			fee: exampleFee,
			subintent_id: subintentId,
			expires_at: expiresAt,
			violations: [],
		}),
		errors: [
			'invalid_hex',
			'wrong_network',
			'invalid_manifest',
			'invalid_subintent',
			'invalid_signed_partial_transaction',
			'manifest_schema',
			'unknown_token',
			'database_unavailable',
		],
	},
	createSubintent: {
		method: 'post',
		path: '/construction/create_subintent',
		cost: 20,
		bodyBytes: constructionBodyBytesMax,
		tag: 'Construction',
		summary: 'A subintent around a manifest',
		description:
			'Valid from the current epoch, and for 45 s unless the request says otherwise: 15 to 60 s, as the service takes orders. A maker’s fill (`role`, `order_id`) expires 15 s ahead, or with its order if that is sooner, unless the request says otherwise.',
		specification,
		auth: 'none',
		body: sample(SubintentRequest, { manifest, expires_in_seconds: 45, intent_discriminator: '1' }),
		answers: answered(
			'Its bytes, and the 32 bytes to sign. Compute the hash yourself before you sign it.',
			CreatedSubintent,
			{
				subintent,
				subintent_hash: subintentHash,
				subintent_id: subintentId,
				expires_at: expiresAt,
			},
		),
		errors: ['invalid_manifest', 'invalid_expiry', ...openOrderErrors, 'ledger_unavailable', 'database_unavailable'],
	},
	signSubintent: {
		method: 'post',
		path: '/construction/sign',
		cost: 20,
		bodyBytes: constructionBodyBytesMax,
		tag: 'Construction',
		summary: 'A signed partial transaction of a subintent and its signatures',
		description: 'No key is ever sent: sign the hash where the key is. One signature of each key.',
		specification,
		auth: 'none',
		body: sample(SigningRequest, {
			subintent,
			signature: {
				curve: 'Ed25519',
				public_key: signedOrderExample.publicKey,
				signature: signedOrderExample.signature,
			},
		}),
		answers: answered('Ready for POST /trade/orders or platform.fills.fill.', SignedSubintent, {
			signed_partial_transaction: signedPartialTransaction,
			subintent_id: subintentId,
		}),
		errors: ['invalid_hex', 'wrong_network', 'invalid_subintent', 'invalid_signature'],
	},
} satisfies OperationTable)
