import { MakerBookStatuses } from '../../maker/maker-book.ts'
import { MakerLimits } from '../../maker/maker-limits.ts'
import { MakerOrderPage, makerOrdersQueryWire } from '../../maker/maker-order.ts'
import { MakerPauses, pauseMakerWire, resumeMakerWire } from '../../maker/maker-pause.ts'
import { MakerPerformance } from '../../maker/maker-performance.ts'
import { MakerStats } from '../../maker/maker-stats.ts'
import { CheckedFill, FillToCheck } from '../../order/order-check.ts'
import {
	exampleAccount,
	exampleLimitOrder,
	exampleMakerBook,
	exampleMakerPerformance,
	exampleMakerStats,
	exampleOrderId,
	examplePair,
	exampleTime,
	exampleTransaction,
} from '../examples/market.ts'
import { signedOrderExample } from '../examples/signed-order.ts'
import { answered, type OperationTable, parameters, sample, withIds } from '../operation.ts'

const pause = { by: 'maker' as const, reason: 'rebalancing', since_ms: exampleTime.ms }

/** A maker's own data. */
export const makerOperations = withIds({
	getMakerBooks: {
		method: 'get',
		path: '/maker/books',
		tag: 'Maker',
		summary: 'The caller’s price books as the service has them',
		auth: 'key',
		answers: answered(
			'Each book as it was sent, what is left of it, what is reserved for orders, and what is not shown and why. The same as platform.price_books.status.',
			MakerBookStatuses,
			{ books: [exampleMakerBook] },
		),
		errors: [],
	},
	getMakerOrders: {
		method: 'get',
		path: '/maker/orders',
		tag: 'Maker',
		summary: 'The orders that the caller was asked to fill, and their results',
		description:
			'Newest first, in pages. `base` and `quote` go together. A page looks at 5,000 orders at most: with a filter it may be short or empty, and yet have a `next`.',
		auth: 'key',
		query: parameters(makerOrdersQueryWire, { state: 'filled', limit: 100 }),
		answers: answered('One page.', MakerOrderPage, {
			orders: [
				{
					id: exampleOrderId,
					pair: examplePair,
					created_at_ms: exampleTime.ms,
					fill_before_ms: exampleTime.ms + 3000,
					limit_order: exampleLimitOrder,
					fill: { sell: exampleLimitOrder.buy, buy: exampleLimitOrder.sell },
					state: 'filled',
					answered_at_ms: exampleTime.ms + 80,
					fill_state: 'Settled',
					fill_subintent_id: 'subtxid_sim19mvvgjwkytstr4r5kdk6gk83lqq3m2p5m8ryrldkaqnhgesn0cespra0mh',
					transaction_id: exampleTransaction,
					fee: { symbol: 'xUSDC', anthic_amount: '0', settlement_amount: '0.2625' },
					rebate: { symbol: 'xUSDC', amount: '0.2192' },
				},
			],
			next: '1790000000120.5f0c6f3c',
		}),
		errors: ['unknown_token', 'unknown_pair'],
	},
	getMakerStats: {
		method: 'get',
		path: '/maker/stats',
		tag: 'Maker',
		summary: 'How the caller answers, and how its fills end',
		description:
			'Of the last 24 hours, at most of the newest 5,000 orders; `since_ms` says from when. The circuit breaker pauses the books of a maker that leaves too many orders unanswered; each pause is twice as long as the one before. Rejecting counts less than silence, and not at all for parts below ten times the settlement fee.',
		auth: 'key',
		answers: answered('Counts, latencies, the circuit breaker and the pauses in force.', MakerStats, exampleMakerStats),
		errors: [],
	},
	getMakerPerformance: {
		method: 'get',
		path: '/maker/performance',
		cost: 5,
		tag: 'Maker',
		summary: 'What the caller’s fills were worth',
		description:
			'Of the orders it was asked in the last 24 hours, at most the newest 5,000: volume, fees, share, lost orders, response times by hour, and mark-outs against the pair’s next trade, since mid prices are not stored. The answer may be 5 s old.',
		auth: 'key',
		answers: answered('By pair and by hour.', MakerPerformance, exampleMakerPerformance),
		errors: [],
	},
	getMakerLimits: {
		method: 'get',
		path: '/maker/limits',
		tag: 'Maker',
		summary: 'The caller’s limits, and how much of them is used',
		auth: 'key',
		answers: answered('Exposure is counted in base: open parts and fills that have not ended.', MakerLimits, {
			sessions: { open: 2, max: 64 },
			requests_per_minute: 60_000,
			messages_per_second: 1000,
			price_book_levels: 50,
			exposure: [{ pair: examplePair, used: '100', max: '10000000' }],
		}),
		errors: [],
	},
	checkFill: {
		method: 'post',
		path: '/trade/fills/check',
		cost: 20,
		tag: 'Maker',
		summary: 'Validate a fill without sending it',
		description:
			'A dry run of platform.fills.fill, signed or unsigned. Every violation is listed; unreadable bytes are a violation too. Nothing is stored, and the order’s deadline goes on.',
		auth: 'key',
		body: sample(FillToCheck, { order_id: exampleOrderId, manifest: signedOrderExample.manifest }),
		answers: answered('The result, valid or not.', CheckedFill, {
			valid: false,
			violations: [
				{ rule: 'not_signed', expected: 'at least one signature' },
				{ rule: 'fill_amount_mismatch', expected: 'sell 4.99 xUSDC', found: '4.9 xUSDC' },
			],
			skipped: [],
			limit_order: { sell: exampleLimitOrder.buy, buy: exampleLimitOrder.sell },
			account: exampleAccount,
			fee: { symbol: 'xUSDC', anthic_amount: '0', settlement_amount: '0.2625' },
			execution: { cost_xrd: '0.4823', units: 3_400_000, expected_rebate: { symbol: 'xUSDC', amount: '0.225885' } },
		}),
		errors: ['unknown_order', 'busy', 'ledger_unavailable', 'database_unavailable'],
	},
	pauseMaker: {
		method: 'post',
		path: '/maker/pause',
		tag: 'Maker',
		summary: 'Take all of the caller’s books out of matching',
		description: 'Until /maker/resume, across restarts. Orders already forwarded stay fillable.',
		auth: 'key',
		body: { ...sample(pauseMakerWire, { reason: 'rebalancing' }), optional: true },
		answers: answered('The pauses in force.', MakerPauses, { paused: true, pauses: [pause] }),
		errors: [],
	},
	resumeMaker: {
		method: 'post',
		path: '/maker/resume',
		tag: 'Maker',
		summary: 'End the caller’s own pause',
		description: 'A pause by the circuit breaker or the operator stays: `paused` then remains true.',
		auth: 'key',
		body: { ...sample(resumeMakerWire, {}), optional: true },
		answers: answered('The pauses that remain in force.', MakerPauses, { paused: false, pauses: [] }),
		errors: [],
	},
} satisfies OperationTable)
