import * as z from '#schema'
import { subintentIdWire } from '../../fields.ts'
import { OperatorHistory } from '../../operator/history.ts'
import { ListedOrderPage, OperatorOrder, operatorOrdersQueryWire } from '../../operator/operator-order.ts'
import { OrderTrace } from '../../trade/trade-trace.ts'
import { exampleFee, exampleLimitOrder, examplePair, exampleTime } from '../examples/market.ts'
import { exampleListedOrder } from '../examples/operator.ts'
import { signedOrderExample } from '../examples/signed-order.ts'
import { exampleOrderTrace, exampleTrace } from '../examples/trades.ts'
import { answered, type OperationTable, parameters, withIds } from '../operation.ts'

const { subintentId, subintentHash, signedPartialTransaction, expiresAt } = signedOrderExample
const ofOrder = parameters(z.object({ subintent_id: subintentIdWire.max(256) }), { subintent_id: subintentId })

/** Everyone's orders. */
export const operatorOrderOperations = withIds({
	getHistory: {
		method: 'get',
		path: '/operator/history',
		tag: 'Orders',
		summary: 'A day: how orders ended, refusals, volumes, fees and makers',
		description:
			'The current hour (UTC) and the 23 before it, from the database: of all nodes. Refusals are counted from the audit log, volumes from candles.',
		auth: 'viewer',
		answers: answered('By hour and by code.', OperatorHistory, {
			hours: [
				{
					start_ms: 1_789_999_200_000,
					settled: 1171,
					unfilled: 14,
					expired: 3,
					cancelled: 2,
					settle_ms: { p50: 1100, p99: 4200 },
					is_partial: false,
				},
			],
			refusals: {
				since_ms: 1_789_999_200_000,
				counts: [{ act: 'order_refused', code: 'no_liquidity', times: 12 }],
			},
			volumes: [{ pair: examplePair, trades: 1171, base: '1204500.25', quote: '60205.4' }],
			fees: {
				since_ms: 1_789_999_200_000,
				tokens: [{ symbol: 'XRD', platform: '1204.5', integrator_shares: '0', settlement: '1042.2' }],
				cost_xrd: '1498.9',
			},
			makers: [
				{
					...{ maker_id: 'maker-1', asked: 1206, filled: 1190, rejected: 9, timed_out: 5, answer_ms: 62 },
					...{ fill_refused: 2, called_off: 2 },
				},
			],
		}),
		errors: [],
	},
	listOrders: {
		method: 'get',
		path: '/operator/orders',
		tag: 'Orders',
		summary: 'Everyone’s orders',
		description:
			'Newest first, in pages; of one state, of one account, with one subintent, in one transaction, or several of these.',
		auth: 'viewer',
		query: parameters(operatorOrdersQueryWire, { state: 'published', limit: 100 }),
		answers: answered('One page.', ListedOrderPage, {
			orders: [exampleListedOrder],
			next: `${exampleTime.ms}.${subintentHash}`,
		}),
		errors: ['ledger_unavailable'],
	},
	getOrder: {
		method: 'get',
		path: '/operator/orders/{subintent_id}',
		tag: 'Orders',
		summary: 'Everything stored of one order',
		auth: 'viewer',
		pathParameters: ofOrder,
		answers: answered('The order.', OperatorOrder, {
			subintent_id: subintentId,
			subintent_hash: subintentHash,
			state: 'published',
			account: exampleTrace.account,
			level: 0,
			pair: examplePair,
			side: 'sell',
			limit_order: exampleLimitOrder,
			fee: exampleFee,
			rebate: exampleTrace.rebate,
			judged: exampleTrace.judged,
			created_at_ms: exampleTime.ms,
			filled_at_ms: exampleTime.ms + 80,
			published_at_ms: exampleTime.ms + 95,
			expires_at: expiresAt,
			bundle_number: 1623,
			signed_partial_transaction: signedPartialTransaction,
		}),
		errors: ['validation_failed', 'unknown_order'],
	},
	getOrderTrace: {
		method: 'get',
		path: '/operator/orders/{subintent_id}/trace',
		tag: 'Orders',
		summary: 'How one order went, with every manifest and the makers’ names',
		description:
			'Like GET /trade/trades/{subintent_id} of the Trade API, but with everything shown from the start, the makers’ names, and the reasons of rejections.',
		auth: 'viewer',
		pathParameters: ofOrder,
		answers: answered('The trace.', OrderTrace, exampleOrderTrace),
		errors: ['validation_failed', 'unknown_order'],
	},
} satisfies OperationTable)
