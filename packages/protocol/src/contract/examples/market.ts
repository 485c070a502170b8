import { signedOrderExample } from './signed-order.ts'

/** The trade of the examples: the first user of the local network sells 100 XRD for at least 4.99 xUSDC. */
export const examplePair = { base: 'XRD', quote: 'xUSDC' }
export const exampleAccount = 'account_sim129s0np5uzsyv8qelmndrmp3pqhsx9x666ptpvk00tgvvjgfeuyt06z'
export const exampleMakerAccount = 'account_sim1297f7kymyzjlvrx9anlahytxr5tjfyd3v84zpszes5fsah4pkk8js9'
export const exampleMakerId = 'c0f7a11f5d6b4f0f8a3f1f6f2f3f9b51'
export const exampleTransaction = 'txid_sim1q3mvykxgnm7pqp0z9dd0hhxlmn2qd7zcqpcm6l2dzr9p7hzvt2lqm5cz7u'

export const exampleLimitOrder = {
	sell: { symbol: 'XRD', amount: '100' },
	buy: { symbol: 'xUSDC', amount: '4.99' },
}
export const exampleFee = { symbol: 'XRD', anthic_amount: '0.1', settlement_amount: '5.25' }

/** An order's id as its maker knows it: never the user's subintent id. */
export const exampleOrderId = '5f0c6f3c8d1b4b0e9a7d2c41e8f6a310'

/** The order's first second: 2026-09-21 14:13:20 UTC. */
export const exampleTime = { s: 1_790_000_000, ms: 1_790_000_000_120 }

export const exampleBook = {
	pair: examplePair,
	bids: [
		['0.0499', '12000'],
		['0.0498', '20000'],
	] as [string, string][],
	asks: [
		['0.0501', '8000'],
		['0.0503', '20000'],
	] as [string, string][],
}

export const exampleMakerStats = {
	maker_id: exampleMakerId,
	name: 'Northern Markets',
	since_ms: exampleTime.ms - 86_400_000,
	orders: { asked: 1207, filled: 1180, rejected: 14, timed_out: 10, fill_refused: 4, called_off: 3 },
	fills: { started: 1180, settled: 1171, expired: 3, released: 4 },
	refused_fills: [{ code: 'insufficient_funds', orders: 4 }],
	fill_rate: '0.980066',
	answer_ms: { p50: 21, p95: 64, p99: 180, max: 2400 },
	sessions: 2,
	breaker: { miss_rate: '0.012', pauses_at: '0.8', sample: 200, sample_min: 40, next_pause_seconds: 10 },
	paused: false,
	pauses: [],
}

export const exampleMakerPerformance = {
	since_ms: exampleTime.ms - (exampleTime.ms % 60_000) - 86_340_000,
	pairs: [
		{
			pair: examplePair,
			asked: { orders: 1207, base: '241400' },
			settled: {
				fills: 1171,
				bought_base: '120000',
				paid_quote: '5988',
				sold_base: '114200',
				received_quote: '5721.42',
			},
			fees: {
				base: { anthic_amount: '0', settlement_amount: '2992.5', rebate: '2485.2' },
				quote: { anthic_amount: '0', settlement_amount: '157.7625', rebate: '130.8' },
			},
			last_price: '0.0501',
			traded_base: '468400',
			share: '0.5',
			lost: [
				{ reason: 'rejected' as const, orders: 14, base: '2800', quote: '139.72' },
				{ reason: 'not_answered' as const, orders: 6, base: '1200', quote: '59.88' },
				{ reason: 'fill_refused' as const, code: 'insufficient_funds', orders: 4, base: '800', quote: '39.92' },
				{ reason: 'called_off' as const, orders: 3, base: '600', quote: '29.94' },
			],
			mark_outs: [
				{ after_s: 1, fills: 980, gain: '7.84', volume: '9780' },
				{ after_s: 10, fills: 991, gain: '3.1', volume: '9890' },
				{ after_s: 60, fills: 994, gain: '-2.25', volume: '9920' },
			],
		},
	],
	hours: [{ start_ms: 1_789_999_200_000, asked: 52, filled: 51, fill_ms: { p50: 21, p99: 180 } }],
	reserved: [
		{ symbol: 'XRD', sells: '0', buys: '100' },
		{ symbol: 'xUSDC', sells: '4.99', buys: '0' },
	],
}

export const exampleSessionId = '0d4b3c1e-6a52-4f0e-9b1d-2f6f3a7c9e21'

/** The book as shown to its maker. */
export const exampleMakerBook = {
	...exampleBook,
	available: {
		bids: [['0.0499', '11900'], ...exampleBook.bids.slice(1)] as [string, string][],
		asks: exampleBook.asks,
	},
	set_at_ms: exampleTime.ms - 5000,
	in_force: true,
	session_id: exampleSessionId,
	reserved: { bids: '100', asks: '0' },
	reservations: [
		{
			order_id: exampleOrderId,
			side: 'bids' as const,
			amount: '100',
			state: 'filled' as const,
			levels: [['0.0499', '100']] as [string, string][],
		},
	],
	hidden: [],
}

/** The example order in several states. */
export const exampleOrder = {
	published: {
		subintent_id: signedOrderExample.subintentId,
		state: 'published' as const,
		limit_order: exampleLimitOrder,
		fee: exampleFee,
		account: exampleAccount,
		expires_at: signedOrderExample.expiresAt,
		created_at_ms: exampleTime.ms,
		history: [
			{ state: 'accepted' as const, at_ms: exampleTime.ms },
			{ state: 'filled' as const, at_ms: exampleTime.ms + 80 },
			{ state: 'published' as const, at_ms: exampleTime.ms + 95 },
		],
		parts: [{ state: 'filled' as const }],
	},
	get settled() {
		const { history, ...order } = this.published
		return {
			...order,
			state: 'settled' as const,
			history: [...history, { state: 'settled' as const, at_ms: exampleTime.ms + 1100 }],
			outcome: 'settled',
			transaction_id: exampleTransaction,
		}
	},
	get cancelled() {
		const { history, ...order } = this.published
		return {
			...order,
			state: 'cancelled' as const,
			history: [...history.slice(0, 1), { state: 'cancelled' as const, at_ms: exampleTime.ms + 60 }],
			parts: [{ state: 'asked' as const }],
			outcome: 'cancelled',
		}
	},
}
