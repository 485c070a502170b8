import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ComposeRequest, Composition, type ErrorCode, type FeeRole, parseWire, TradeError } from '@accord/protocol'
import { component, feeInfo, market, orderLines, user } from '../testing/order-fixture.ts'
import { WorkThreads } from '../threads/work-threads.ts'
import { composeLimitOrder } from './compose.ts'
import { parseManifest } from './parse.ts'

const compose = (body: typeof sale) =>
	composeLimitOrder({ market, feeInfo }, parseWire(Composition.schema, body) as ComposeRequest)

const sale = {
	type: 'LimitOrder',
	account: user,
	sell: { symbol: 'XRD', amount: '100' },
	buy: { symbol: 'xUSDC', amount: '5' },
	fee: { symbol: 'XRD', anthic_amount: '0.1', settlement_amount: '5.25' },
}

// shows manifest: The composed manifest: its text and buckets
// shows Trade API: POST /construction/compose
test('the composed manifest is the specification’s text', () => {
	assert.deepEqual(compose(sale).split('\n'), orderLines())
	assert.deepEqual(
		orderLines().map(line => line.replace(/^([A-Z_]+).*;$/, '$1;')),
		[
			'VERIFY_PARENT;',
			'CALL_METHOD;',
			'TAKE_FROM_WORKTOP;',
			'ASSERT_NEXT_CALL_RETURNS_ONLY;',
			'YIELD_TO_PARENT;',
			'TAKE_FROM_WORKTOP;',
			'TAKE_FROM_WORKTOP;',
			'YIELD_TO_PARENT;',
			'CALL_METHOD;',
			'YIELD_TO_PARENT;',
		],
	)
})

const refusedCompositions: { title: string; change: Partial<typeof sale>; code: ErrorCode; pointer: string }[] = [
	{
		title: 'selling an unknown token',
		change: { sell: { symbol: 'DOGE', amount: '1' }, fee: { ...sale.fee, symbol: 'DOGE' } },
		code: 'unknown_token',
		pointer: '/sell/symbol',
	},
	{
		title: 'buying an unknown token',
		change: { buy: { symbol: 'DOGE', amount: '1' } },
		code: 'unknown_token',
		pointer: '/buy/symbol',
	},
	{
		title: 'a token for itself',
		change: { buy: { symbol: 'XRD', amount: '1' } },
		code: 'unknown_pair',
		pointer: '/buy/symbol',
	},
	{
		title: 'two tokens that are not a traded pair',
		change: { buy: { symbol: 'xwBTC', amount: '1' } },
		code: 'unknown_pair',
		pointer: '/buy/symbol',
	},
	{
		title: 'a sell amount of zero',
		change: { sell: { symbol: 'XRD', amount: '0' } },
		code: 'invalid_amount',
		pointer: '/sell/amount',
	},
	{
		title: 'a negative buy amount',
		change: { buy: { symbol: 'xUSDC', amount: '-1' } },
		code: 'invalid_amount',
		pointer: '/buy/amount',
	},
	{
		title: 'more decimal places than the token has',
		change: { buy: { symbol: 'xUSDC', amount: '1.0000001' } },
		code: 'invalid_amount',
		pointer: '/buy/amount',
	},
	{
		title: 'a negative fee',
		change: { fee: { ...sale.fee, anthic_amount: '-1' } },
		code: 'invalid_amount',
		pointer: '/fee/anthic_amount',
	},
	{
		title: 'a fee in another token',
		change: { fee: { ...sale.fee, symbol: 'xUSDC' } },
		code: 'fee_token',
		pointer: '/fee/symbol',
	},
	{
		title: 'an amount beyond the ledger’s range',
		change: { buy: { symbol: 'xUSDC', amount: '9'.repeat(40) } },
		code: 'invalid_decimal',
		pointer: '/buy/amount',
	},
	{
		title: 'a component in place of the account',
		change: { account: component },
		code: 'invalid_address',
		pointer: '/account',
	},
	{
		title: 'an address with a wrong checksum',
		change: { account: `${user.slice(0, -1)}q` },
		code: 'invalid_address',
		pointer: '/account',
	},
	{
		title: 'an account of another network',
		change: { account: 'account_tdx_2_16yrswpc8qurswpc8qurswpc8qurswpc8qurswpc8qurswpc8yaln6t' },
		code: 'wrong_network',
		pointer: '/account',
	},
]

for (const { title, change, code, pointer } of refusedCompositions) {
	test(`error: compose: ${title} is refused as ${code}`, () => {
		const isRefusal = (error: unknown) =>
			error instanceof TradeError && error.code === code && error.errors[0]?.pointer === pointer
		assert.throws(() => compose({ ...sale, ...change }), isRefusal)
	})
}

// shows Trade API: POST /construction/compose
test('compose does not validate fees or liquidity; parse lists fees that are too low', async () => {
	const fee = { symbol: 'XRD', anthic_amount: '0', settlement_amount: '0' }
	const deps = { market, feeInfo, threads: new WorkThreads(), accounts: { levelOf: async () => 0 } }
	const manifest = compose({ ...sale, fee })
	const violations = async (role: FeeRole) =>
		(await parseManifest(deps, { manifest, role })).violations.map(({ rule, instruction }) => [rule, instruction])
	assert.deepEqual(await violations('taker'), [
		['fee_too_low', 5],
		['fee_too_low', 6],
	])
	// A maker of this level pays no platform fee.
	assert.deepEqual(await violations('maker'), [['fee_too_low', 6]])
})
