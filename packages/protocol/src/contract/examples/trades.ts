import type { WireOf } from '../../message.ts'
import type { Trade } from '../../trade/trade.ts'
import type { OrderTrace, TradeTrace } from '../../trade/trade-trace.ts'
import {
	exampleAccount,
	exampleFee,
	exampleLimitOrder,
	exampleMakerAccount,
	examplePair,
	exampleTime,
	exampleTransaction,
} from './market.ts'
import { signedOrderExample } from './signed-order.ts'

const { subintentId, expiresAt, manifest, signedPartialTransaction } = signedOrderExample
const fillId = 'subtxid_sim19mvvgjwkytstr4r5kdk6gk83lqq3m2p5m8ryrldkaqnhgesn0cespra0mh'
const outerId = 'subtxid_sim1aspd9gdxcrrgu2lgfwq8jxz0k4ptjg6qd8d7v6w4l3u9c2m5aqqs0q3k2n'

export const exampleTrade: WireOf<typeof Trade> = {
	subintent_id: subintentId,
	transaction_id: exampleTransaction,
	pair: examplePair,
	side: 'sell',
	price: '0.0499',
	base_amount: '100',
	quote_amount: '4.99',
	settled_at_ms: exampleTime.ms + 1100,
}

const part: WireOf<typeof TradeTrace>['parts'][number] = {
	maker: 'maker-1',
	state: 'filled',
	asked_at_ms: exampleTime.ms,
	fill_before_ms: exampleTime.ms + 3000,
	answered_at_ms: exampleTime.ms + 80,
	limit_order: { sell: exampleLimitOrder.buy, buy: exampleLimitOrder.sell },
	levels: [['0.0499', '100']],
	fill: {
		subintent_id: fillId,
		account: exampleMakerAccount,
		limit_order: { sell: exampleLimitOrder.buy, buy: exampleLimitOrder.sell },
		fee: { symbol: 'xUSDC', anthic_amount: '0', settlement_amount: '0.2625' },
		rebate: { symbol: 'xUSDC', amount: '0.2311' },
		judged: { cost_xrd: '0.3774', execution_units: 2_600_000, has_prefix: false },
		expires_at: expiresAt,
		state: 'Settled',
		transaction_id: exampleTransaction,
	},
}

export const exampleTrace: WireOf<typeof TradeTrace> = {
	subintent_id: subintentId,
	state: 'settled',
	pair: examplePair,
	side: 'sell',
	account: exampleAccount,
	limit_order: exampleLimitOrder,
	fee: exampleFee,
	rebate: { symbol: 'XRD', amount: '4.5177' },
	level: 0,
	judged: { cost_xrd: '0.4823', execution_units: 3_400_000, has_prefix: false },
	created_at_ms: exampleTime.ms,
	expires_at: expiresAt,
	transaction_id: exampleTransaction,
	events: [
		{ at_ms: exampleTime.ms, what: 'accepted' },
		{ at_ms: exampleTime.ms, what: 'asked', maker: 'maker-1' },
		{ at_ms: exampleTime.ms + 80, what: 'fill_accepted', maker: 'maker-1' },
		{ at_ms: exampleTime.ms + 80, what: 'filled' },
		{ at_ms: exampleTime.ms + 95, what: 'published' },
		{ at_ms: exampleTime.ms + 1100, what: 'settled' },
		{ at_ms: exampleTime.ms + 1100, what: 'fill_settled', maker: 'maker-1' },
	],
	items: [
		{
			role: 'order',
			subintent_id: subintentId,
			manifest,
			signed_partial_transaction: signedPartialTransaction,
			outer: {
				subintent_id: outerId,
				manifest: `USE_CHILD\n    NamedIntent("intent1")\n    Intent("${subintentId}")\n;`,
			},
		},
	],
	roots: [
		{
			transaction_id: exampleTransaction,
			subintent_ids: [subintentId],
			manifest: `USE_CHILD\n    NamedIntent("intent1")\n    Intent("${outerId}")\n;`,
			solver: exampleAccount,
			fee_paid_xrd: '0.8412',
			solver_rewards: [{ symbol: 'XRD', amount: '0.7323' }],
			state_version: 5120,
			committed_at_ms: exampleTime.ms + 900,
		},
	],
	parts: [part],
}

export const exampleOrderTrace: WireOf<typeof OrderTrace> = {
	...exampleTrace,
	parts: [{ ...part, id: '5f0c6f3c8d1b4b0e9a7d2c41e8f6a310', maker: 'Northern Markets', maker_id: 'northern' }],
	events: exampleTrace.events.map(event =>
		event.maker === undefined ? event : { ...event, maker: 'Northern Markets' },
	),
}
