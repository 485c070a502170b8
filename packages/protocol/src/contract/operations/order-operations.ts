import * as z from '#schema'
import { addressWire, subintentIdWire, wholeNumberText } from '../../fields.ts'
import { Cancellation } from '../../order/cancellation.ts'
import { CheckedOrder, OrderToCheck } from '../../order/order-check.ts'
import {
	accountOrdersQueryWire,
	OrderEvent,
	OrderPage,
	OrderStatus,
	OrderStatuses,
	OrderStatusesQuery,
	orderStatusQueryWire,
} from '../../order/order-status.ts'
import { Quote, QuoteRequest } from '../../order/quote.ts'
import { SubmissionResult, SubmitOrder } from '../../order/submission.ts'
import { streamClosingWire } from '../../service/service-info.ts'
import {
	exampleAccount,
	exampleFee,
	exampleLimitOrder,
	exampleOrder,
	examplePair,
	exampleTime,
} from '../examples/market.ts'
import { closingExample } from '../examples/problems.ts'
import { signedOrderExample } from '../examples/signed-order.ts'
import { exampleOrderEvent } from '../examples/streams.ts'
import { answered, type OperationTable, parameters, sample, withIds } from '../operation.ts'
import { orderErrors } from '../order-errors.ts'

const { subintentId, signedPartialTransaction } = signedOrderExample
const pathParameters = parameters(z.object({ subintent_id: subintentIdWire.max(256) }), { subintent_id: subintentId })

const submitOrder = {
	method: 'post',
	path: '/trade/orders',
	cost: 10,
	tag: 'Orders',
	summary: 'Submit a signed limit order',
	description:
		'Answered once the order is stored and makers are asked to fill it. An order is filled completely or not at all; one that nothing matches is refused at once with `no_liquidity`: orders do not rest. Submitting the same order again gets the same answer. A refusal adds `"success": false` to its problem and is not stored.',
	specification: 'Order submission result; Endpoints, Trade API; Limits',
	auth: 'none',
	body: sample(SubmitOrder, { signed_partial_transaction: signedPartialTransaction }),
	answers: answered('Accepted.', SubmissionResult, { success: true, success_response: { subintent_id: subintentId } }),
	errors: orderErrors,
	submission: true,
} satisfies OperationTable[string]

/** From quote to settlement. */
export const orderOperations = withIds({
	quoteOrder: {
		method: 'post',
		path: '/trade/quote',
		cost: 10,
		tag: 'Orders',
		summary: 'What an exact amount would trade for now',
		description:
			'Send the pair and one exact side. The other side is computed from the front of the book: a buy amount rounded down, a sell amount rounded up to its token’s divisibility; `slippage` then makes it worse for you, so that the order is more likely to match: `limit_order` is the worst case, `expected` what the book gives now. With an account its fee level is used and the manifest composed. A quote is not binding.',
		specification: 'Limit order; Fee rules',
		auth: 'none',
		body: sample(QuoteRequest, {
			pair: examplePair,
			sell: exampleLimitOrder.sell,
			account: exampleAccount,
			slippage: '0',
		}),
		answers: answered('The limit order with its fees, levels and rounding.', Quote, {
			pair: examplePair,
			limit_order: exampleLimitOrder,
			expected: exampleLimitOrder,
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
			surplus_deliverable: true,
			manifest: signedOrderExample.manifest,
		}),
		errors: [
			'invalid_decimal',
			'invalid_address',
			'wrong_network',
			'invalid_amount',
			'unknown_token',
			'unknown_pair',
			'exposure_limit',
			'no_liquidity',
			'orders_paused',
			'database_unavailable',
		],
	},
	submitOrder,
	submitOrderWalkThrough: {
		...submitOrder,
		path: '/orders',
		summary: 'The same as POST /trade/orders, under the name of the specification’s walk-through',
	},
	checkOrder: {
		method: 'post',
		path: '/trade/orders/check',
		cost: 20,
		tag: 'Orders',
		summary: 'Validate a limit order without submitting it',
		description:
			'Signed or unsigned. Every violation is listed, where a submission stops at the first; unreadable bytes are a violation too. Nothing is stored and no maker is asked, so that a valid order may still find its liquidity gone.',
		auth: 'none',
		body: sample(OrderToCheck, { manifest: signedOrderExample.manifest }),
		answers: answered('The result, valid or not.', CheckedOrder, {
			valid: false,
			violations: [
				{ rule: 'not_signed', detail: 'the order is not signed yet' },
				{ rule: 'fee_too_low', instruction: 5, expected: 'at least 0.1', found: '0.09' },
			],
			skipped: [],
			limit_order: exampleOrder.published.limit_order,
			account: exampleOrder.published.account,
			fee: exampleOrder.published.fee,
			execution: { cost_xrd: '0.4823', units: 3_400_000, expected_rebate: { symbol: 'XRD', amount: '4.5177' } },
		}),
		errors: ['busy', 'orders_paused', 'ledger_unavailable', 'database_unavailable'],
	},
	getOrderStatuses: {
		method: 'post',
		path: '/trade/orders/status',
		tag: 'Orders',
		summary: 'The status of several orders',
		auth: 'none',
		body: sample(OrderStatusesQuery, { subintent_ids: [subintentId, 'subtxid_sim1unknown'] }),
		answers: answered('The known orders in the order requested, each once; unknown ids separately.', OrderStatuses, {
			orders: [exampleOrder.published],
			unknown: ['subtxid_sim1unknown'],
		}),
		errors: ['database_unavailable'],
	},
	getAccountOrders: {
		method: 'get',
		path: '/trade/account_addresses/{address}/orders',
		tag: 'Orders',
		summary: 'The orders of an account that were published',
		description:
			'Newest publication first, in pages, each order as `GET /trade/orders/{subintent_id}` shows it. An order is listed once it is published, when all solvers see its account and amounts; one that never is, because no one filled it or it was cancelled before, is known only to who has its id. What ended longer ago than the service keeps it is not listed.',
		auth: 'none',
		pathParameters: parameters(z.object({ address: addressWire }), { address: exampleAccount }),
		query: parameters(accountOrdersQueryWire, { limit: 50 }),
		answers: answered('One page.', OrderPage, {
			orders: [exampleOrder.settled],
			next: '1790000001220.98816d16f031bdd4d6992ca581d7c7083a2bc9f8590c808171d0ac9cba30b8c7',
		}),
		errors: ['invalid_address', 'wrong_network', 'busy', 'database_unavailable'],
	},
	getOrderStatus: {
		method: 'get',
		path: '/trade/orders/{subintent_id}',
		tag: 'Orders',
		summary: 'The status of an order',
		description:
			'`awaiting_fills` → `filled` → `published` → `settled`; or `unfilled`, `expired`, `cancelled`. The last four are final. With `wait` the answer comes when the order is final, or after that many seconds.',
		auth: 'none',
		pathParameters,
		query: parameters(orderStatusQueryWire, { wait: 20 }),
		answers: answered('The order.', OrderStatus, exampleOrder.settled),
		errors: ['unknown_order', 'busy', 'database_unavailable'],
	},
	streamOrderEvents: {
		method: 'get',
		path: '/trade/orders/{subintent_id}/events',
		tag: 'Orders',
		summary: 'An order’s history as it happens',
		description:
			'Server-sent events: one `state` for each entry of the history, from the first or from the one after `Last-Event-ID`. The stream ends after the final state. A comment every second says that the service lives: take a stream that was silent for several as standing still. Before the service ends a stream it sends `closing` with a problem.',
		auth: 'none',
		pathParameters,
		headers: parameters(
			z.object({
				'Last-Event-ID': wholeNumberText({ min: 0 })
					.optional()
					.describe('The last `sequence` received; a browser’s EventSource sends it.'),
			}),
			{ 'Last-Event-ID': 2 },
		),
		answers: [
			{
				status: 200,
				description: 'The stream. The event id is the `sequence`.',
				events: {
					state: sample(OrderEvent, exampleOrderEvent),
					closing: sample(streamClosingWire, closingExample),
				},
			},
			{ status: 204, description: 'The final state has been received: no event will follow.' },
		],
		errors: ['unknown_order', 'validation_failed', 'sequence_ahead', 'busy', 'database_unavailable'],
	},
	cancelOrder: {
		method: 'delete',
		path: '/trade/orders/{subintent_id}',
		tag: 'Orders',
		summary: 'Cancel an order',
		description:
			'Guaranteed until the order is published; afterwards it may settle until its expiry. To sign: the BLAKE2b-256 hash of the text `accord:cancel:<subintent_id>`, by a key that signed the order. A Radix wallet signs only proofs of ownership: give it that hash as challenge, and send the dApp definition and origin in `rola`; the signed hash is then BLAKE2b-256("R" ‖ challenge ‖ length of the address, one byte ‖ dApp definition address ‖ origin).',
		auth: 'none',
		pathParameters,
		body: sample(Cancellation, {
			curve: 'Ed25519',
			public_key: signedOrderExample.publicKey,
			signature: signedOrderExample.cancelSignature,
		}),
		answers: answered('Cancelled, now or before.', OrderStatus, exampleOrder.cancelled),
		errors: [
			'invalid_hex',
			'invalid_address',
			'invalid_signature',
			'not_account_owner',
			'unknown_order',
			'order_not_open',
			'order_not_cancellable',
			'database_unavailable',
		],
	},
} satisfies OperationTable)
