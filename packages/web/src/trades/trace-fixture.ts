import type { TradeTraceWire } from '@accord/protocol'

const judged = { cost_xrd: '0.75', execution_units: 1_000_000, has_prefix: false }

/** A settled trade for tests: one maker declined, and a second one bought the user's 100 XRD for 5 xUSDC. */
export const settledTrace: TradeTraceWire = {
	subintent_id: 'subtxid_order',
	state: 'settled',
	pair: { base: 'XRD', quote: 'xUSDC' },
	side: 'sell',
	account: 'account_user',
	limit_order: { sell: { symbol: 'XRD', amount: '100' }, buy: { symbol: 'xUSDC', amount: '5' } },
	fee: { symbol: 'XRD', anthic_amount: '0.1', settlement_amount: '5.25' },
	rebate: { symbol: 'XRD', amount: '4.25' },
	level: 0,
	judged,
	created_at_ms: 1_000,
	expires_at: 46,
	transaction_id: 'txid_root',
	events: [
		{ at_ms: 1_000, what: 'accepted' },
		{ at_ms: 1_000, what: 'asked', maker: 'maker-1' },
		{ at_ms: 1_010, what: 'rejected', maker: 'maker-1' },
		{ at_ms: 1_010, what: 'asked', maker: 'maker-2' },
		{ at_ms: 1_030, what: 'fill_accepted', maker: 'maker-2' },
		{ at_ms: 1_030, what: 'filled' },
		{ at_ms: 1_045, what: 'published' },
		{ at_ms: 1_800, what: 'settled' },
		{ at_ms: 1_800, what: 'fill_settled', maker: 'maker-2' },
	],
	items: [
		{
			role: 'order',
			subintent_id: 'subtxid_order',
			manifest: 'CALL_METHOD Address("account_user") "withdraw" Address("resource_xrd") Decimal("105.35");',
			outer: {
				subintent_id: 'subtxid_outer_order',
				manifest:
					'CALL_METHOD Address("account_service") "deposit" Bucket("bucket1");\nYIELD_TO_PARENT Expression("ENTIRE_WORKTOP");',
			},
		},
		{
			role: 'fill',
			maker: 'maker-2',
			subintent_id: 'subtxid_fill',
			manifest: 'CALL_METHOD Address("account_maker") "withdraw" Address("resource_usd") Decimal("5.2625");',
			outer: { subintent_id: 'subtxid_outer_fill', manifest: 'YIELD_TO_PARENT Expression("ENTIRE_WORKTOP");' },
		},
	],
	parts: [
		{
			maker: 'maker-1',
			state: 'rejected',
			asked_at_ms: 1_000,
			fill_before_ms: 4_000,
			answered_at_ms: 1_010,
			limit_order: { sell: { symbol: 'xUSDC', amount: '5' }, buy: { symbol: 'XRD', amount: '100' } },
			levels: [['0.05', '100']],
		},
		{
			maker: 'maker-2',
			state: 'filled',
			asked_at_ms: 1_010,
			fill_before_ms: 4_000,
			answered_at_ms: 1_030,
			limit_order: { sell: { symbol: 'xUSDC', amount: '5' }, buy: { symbol: 'XRD', amount: '100' } },
			levels: [['0.05', '100']],
			fill: {
				subintent_id: 'subtxid_fill',
				account: 'account_maker',
				limit_order: { sell: { symbol: 'xUSDC', amount: '5' }, buy: { symbol: 'XRD', amount: '100' } },
				fee: { symbol: 'xUSDC', anthic_amount: '0', settlement_amount: '0.2625' },
				rebate: { symbol: 'xUSDC', amount: '0.2125' },
				judged,
				expires_at: 16,
				state: 'Settled',
				transaction_id: 'txid_root',
			},
		},
	],
	roots: [
		{
			transaction_id: 'txid_root',
			subintent_ids: ['subtxid_order', 'subtxid_fill'],
			manifest: 'USE_CHILD NamedIntent("intent1") Intent("subtxid_outer_order");',
			solver: 'account_solver',
			fee_paid_xrd: '0.9',
			solver_rewards: [
				{ symbol: 'XRD', amount: '1' },
				{ symbol: 'xUSDC', amount: '0.05' },
			],
			state_version: 7,
			committed_at_ms: 1_700,
		},
	],
}
