import { Decimal, type TradeTrace } from '@accord/protocol'

const d = Decimal.parse

const estimate = { costXrd: d('0.75'), executionUnits: 1_000_000, hasPrefix: false }

/** A settled trade for tests: one maker rejected, and a second one bought the user's 100 XRD for 5 xUSDC. */
export const settledTrace: TradeTrace = {
	subintentId: 'subtxid_order',
	state: 'settled',
	pair: { base: 'XRD', quote: 'xUSDC' },
	side: 'sell',
	account: 'account_user',
	limitOrder: { sell: { symbol: 'XRD', amount: d('100') }, buy: { symbol: 'xUSDC', amount: d('5') } },
	fee: { symbol: 'XRD', platformAmount: d('0.1'), settlementAmount: d('5.25') },
	rebate: { symbol: 'XRD', amount: d('4.25') },
	level: 0,
	estimate,
	createdAtMs: 1_000,
	expiresAtS: 46,
	transactionId: 'txid_root',
	events: [
		{ atMs: 1_000, kind: 'accepted' },
		{ atMs: 1_000, kind: 'asked', maker: 'maker-1' },
		{ atMs: 1_010, kind: 'rejected', maker: 'maker-1' },
		{ atMs: 1_010, kind: 'asked', maker: 'maker-2' },
		{ atMs: 1_030, kind: 'fill_accepted', maker: 'maker-2' },
		{ atMs: 1_030, kind: 'filled' },
		{ atMs: 1_045, kind: 'published' },
		{ atMs: 1_800, kind: 'settled' },
		{ atMs: 1_800, kind: 'fill_settled', maker: 'maker-2' },
	],
	items: [
		{
			role: 'order',
			subintentId: 'subtxid_order',
			manifest: 'CALL_METHOD Address("account_user") "withdraw" Address("resource_xrd") Decimal("105.35");',
			outer: {
				subintentId: 'subtxid_outer_order',
				manifest:
					'CALL_METHOD Address("account_service") "try_deposit_or_abort" Bucket("bucket1") Enum<0u8>();\nYIELD_TO_PARENT Expression("ENTIRE_WORKTOP");',
			},
		},
		{
			role: 'fill',
			maker: 'maker-2',
			subintentId: 'subtxid_fill',
			manifest: 'CALL_METHOD Address("account_maker") "withdraw" Address("resource_usd") Decimal("5.2625");',
			outer: { subintentId: 'subtxid_outer_fill', manifest: 'YIELD_TO_PARENT Expression("ENTIRE_WORKTOP");' },
		},
	],
	parts: [
		{
			maker: 'maker-1',
			state: 'rejected',
			askedAtMs: 1_000,
			fillBeforeMs: 4_000,
			answeredAtMs: 1_010,
			limitOrder: { sell: { symbol: 'xUSDC', amount: d('5') }, buy: { symbol: 'XRD', amount: d('100') } },
			levels: [{ price: d('0.05'), amount: d('100') }],
		},
		{
			maker: 'maker-2',
			state: 'filled',
			askedAtMs: 1_010,
			fillBeforeMs: 4_000,
			answeredAtMs: 1_030,
			limitOrder: { sell: { symbol: 'xUSDC', amount: d('5') }, buy: { symbol: 'XRD', amount: d('100') } },
			levels: [{ price: d('0.05'), amount: d('100') }],
			fill: {
				subintentId: 'subtxid_fill',
				account: 'account_maker',
				limitOrder: { sell: { symbol: 'xUSDC', amount: d('5') }, buy: { symbol: 'XRD', amount: d('100') } },
				fee: { symbol: 'xUSDC', platformAmount: d('0'), settlementAmount: d('0.2625') },
				rebate: { symbol: 'xUSDC', amount: d('0.2125') },
				estimate,
				expiresAtS: 16,
				state: 'Settled',
				transactionId: 'txid_root',
			},
		},
	],
	roots: [
		{
			transactionId: 'txid_root',
			subintentIds: ['subtxid_order', 'subtxid_fill'],
			manifest: 'USE_CHILD NamedIntent("intent1") Intent("subtxid_outer_order");',
			solver: 'account_solver',
			feePaidXrd: d('0.9'),
			solverRewards: [
				{ symbol: 'XRD', amount: d('1') },
				{ symbol: 'xUSDC', amount: d('0.05') },
			],
			stateVersion: 7,
			committedAtMs: 1_700,
		},
	],
}
