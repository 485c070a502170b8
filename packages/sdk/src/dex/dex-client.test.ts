import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal, LimitOrder } from '@accord/protocol'
import { answer, refused, startTradeServer } from '../testing/trade-server.ts'
import { retryAfterMs } from '../transport/retry.ts'
import { DexClient } from './dex-client.ts'
import type { TradeStep } from './trade.ts'

async function setUp(t: { after(fn: () => unknown): void }, routes: Record<string, unknown>) {
	const { baseUrl, calls } = await startTradeServer(t, routes)
	return { client: new DexClient({ baseUrl }), calls }
}

const account = 'account_sim1user'
const market = {
	'GET /trade/tokens': {
		tokens: [
			{ symbol: 'XRD', resource_address: 'resource_sim1xrd', divisibility: 18, name: 'Radix', icon_url: '' },
			{ symbol: 'xUSDC', resource_address: 'resource_sim1usdc', divisibility: 6, name: 'USDC', icon_url: '' },
		],
	},
	'GET /trade/token_pairs': { token_pairs: [{ base: 'XRD', quote: 'xUSDC' }] },
	'GET /trade/info': {
		verify_parent_access_rule_sbor_hex: '5c',
		per_token_settlement_fee: [
			{ symbol: 'XRD', solver_amount: '0.25', transaction_execution_amount: '5' },
			{ symbol: 'xUSDC', solver_amount: '0.0125', transaction_execution_amount: '0.25' },
		],
		per_level_anthic_fee: [
			{ taker_fee: '0.001', maker_fee: '0' },
			{ taker_fee: '0.0005', maker_fee: '0' },
		],
	},
	[`GET /trade/account_addresses/${account}`]: { level: 1 },
	'GET /trade/order_book': {
		pair: { base: 'XRD', quote: 'xUSDC' },
		bids: [
			['0.05', '100'],
			['0.04', '100'],
		],
		asks: [['0.06', '100']],
		sequence: 7,
		timestamp: 1,
		timestamp_ms: 1234,
	},
}

test('the limit order and the fee of an exact sale follow from book, level and fee table', async t => {
	const { client, calls } = await setUp(t, market)
	const quote = await client.quote({ account, sell: { symbol: 'XRD', amount: Decimal.parse('150') }, buy: 'xUSDC' })
	assert.deepEqual(quote.limitOrder, {
		sell: { symbol: 'XRD', amount: Decimal.parse('150') },
		buy: { symbol: 'xUSDC', amount: Decimal.parse('7') },
	})
	assert.deepEqual(quote.fee, {
		symbol: 'XRD',
		platformAmount: Decimal.parse('0.075'),
		settlementAmount: Decimal.parse('5.25'),
	})
	assert.ok(calls.some(({ path }) => path === '/trade/order_book?base=XRD&quote=xUSDC'))
})

test('an exact purchase pays what the asks cost, in the quote token', async t => {
	const { client } = await setUp(t, market)
	const quote = await client.quote({ account, sell: 'xUSDC', buy: { symbol: 'XRD', amount: Decimal.parse('10') } })
	assert.equal(Decimal.format(quote.limitOrder.sell.amount), '0.6')
	assert.equal(quote.fee.symbol, 'xUSDC')
})

// shows order book: A client may reduce the buy amount by a small percentage
test('slippage lowers the bought amount', async t => {
	const { client } = await setUp(t, market)
	const slippage = Decimal.parse('0.01')
	const quote = await client.quote({
		account,
		sell: { symbol: 'XRD', amount: Decimal.parse('100') },
		buy: 'xUSDC',
		slippage,
	})
	assert.equal(Decimal.format(quote.limitOrder.buy.amount), '4.95')
})

test('slippage raises the amount sold when the bought amount is exact; amounts may be text', async t => {
	const { client } = await setUp(t, market)
	const swap = { sell: 'xUSDC', buy: { symbol: 'XRD', amount: '10' }, slippage: '0.01' }
	const { limitOrder } = await client.quote({ account, ...swap })
	assert.deepEqual(LimitOrder.format(limitOrder), {
		sell: { symbol: 'xUSDC', amount: '0.606' },
		buy: { symbol: 'XRD', amount: '10' },
	})
})

// shows error: no_liquidity
test('error: more than the book holds is no_liquidity with the largest amount', async t => {
	const { client } = await setUp(t, market)
	const swap = { account, sell: { symbol: 'XRD', amount: Decimal.parse('201') }, buy: 'xUSDC' }
	await assert.rejects(client.quote(swap), {
		code: 'no_liquidity',
		extra: { largest_amount: { symbol: 'XRD', amount: '200' } },
	})
})

// shows SDK: Errors have typed codes; requests that are safe to repeat are retried
test('error: a refusal is a TradeError with its code and violations', async t => {
	const { client, calls } = await setUp(t, { 'POST /trade/orders': refused('fee_too_low') })
	await assert.rejects(client.submitOrder('00'), {
		name: 'TradeError',
		code: 'fee_too_low',
		errors: [{ pointer: '/x' }],
	})
	assert.equal(calls.length, 1)
})

// shows SDK: Errors have typed codes; requests that are safe to repeat are retried
test('a read is retried while the service is busy', async t => {
	const busy = refused('busy', { 'retry-after': '0' })
	const { client, calls } = await setUp(t, { 'GET /trade/token_pairs': [busy, busy, { token_pairs: [] }] })
	assert.deepEqual(await client.tokenPairs(), [])
	assert.equal(calls.length, 3)
})

// shows SDK: Errors have typed codes; requests that are safe to repeat are retried
test('a submission is retried while the service is busy: the same order gets the same answer', async t => {
	const accepted = { success: true, success_response: { subintent_id: 'subtxid_1' } }
	const { client, calls } = await setUp(t, {
		'POST /trade/orders': [refused('busy', { 'retry-after': '0' }), accepted],
	})
	assert.equal(await client.submitOrder('00'), 'subtxid_1')
	assert.deepEqual(
		calls.map(({ body }) => body),
		Array(2).fill({ signed_partial_transaction: '00' }),
	)
})

test('error: a long Retry-After is reported, not waited for', async t => {
	const { client, calls } = await setUp(t, { 'POST /trade/orders': refused('rate_limited', { 'retry-after': '60' }) })
	const error = await client.submitOrder('00').catch(error => error)
	assert.deepEqual([error.code, retryAfterMs(error), calls.length], ['rate_limited', 60_000, 1])
})

test('error: an answer that the API does not define is a ConnectionError', async t => {
	const { client } = await setUp(t, {
		'POST /trade/orders': answer({ status: 502, body: '<html>' }),
		'POST /construction/compose': { manifesto: 1 },
	})
	await assert.rejects(client.submitOrder('00'), { name: 'ConnectionError' })
	const zero = { symbol: 'XRD', amount: Decimal.zero }
	const fee = { symbol: 'XRD', platformAmount: Decimal.zero, settlementAmount: Decimal.zero }
	await assert.rejects(client.compose({ account, limitOrder: { sell: zero, buy: zero }, fee }), {
		name: 'ConnectionError',
	})
})

test('an order to compose, and one signature, may be named as on the wire', async t => {
	const { client, calls } = await setUp(t, {
		'POST /construction/compose': { manifest: 'm' },
		'POST /construction/sign': { signed_partial_transaction: '4d', subintent_id: 'subtxid_1' },
	})
	const [sell, buy] = ['XRD', 'xUSDC'].map(symbol => ({ symbol, amount: Decimal.one }))
	assert.ok(sell && buy)
	const fee = { symbol: 'XRD', platformAmount: Decimal.zero, settlementAmount: Decimal.zero }
	await client.compose({ account, sell, buy, fee })
	await client.compose({ account, limitOrder: { sell, buy }, fee })
	const signature = { curve: 'Ed25519', publicKey: '01', signature: '02' } as const
	await client.sign({ subintent: '4d', signature })
	await client.sign({ subintent: '4d', signatures: [signature] })
	const [flat, nested, one, several] = calls.map(({ body }) => body)
	assert.deepEqual([flat, one], [nested, several])
})

test('error: a service that cannot be reached is a ConnectionError', async () => {
	const client = new DexClient({ baseUrl: 'http://127.0.0.1:1', retriesMax: 0 })
	await assert.rejects(client.tokens(), { name: 'ConnectionError' })
})

const status = (state: string, ...history: string[]) => ({
	subintent_id: 'subtxid_1',
	state,
	limit_order: { sell: { symbol: 'XRD', amount: '100' }, buy: { symbol: 'xUSDC', amount: '5' } },
	fee: { symbol: 'XRD', anthic_amount: '0.05', settlement_amount: '5.25' },
	account,
	expires_at: 100,
	created_at_ms: 1,
	history: history.map(state => ({ state, at_ms: 1 })),
	parts: [],
})

// shows service: Typical trade, steps 1 to 8
// shows Trade API: DEX submit flow
test('a whole trade: quote, compose, create, sign, submit, follow', async t => {
	const { client, calls } = await setUp(t, {
		...market,
		'POST /construction/compose': { manifest: 'MANIFEST;' },
		'POST /construction/create_subintent': {
			subintent: '4d22',
			subintent_hash: 'ab',
			subintent_id: 'subtxid_1',
			expires_at: 100,
		},
		'POST /construction/sign': { signed_partial_transaction: '4d23', subintent_id: 'subtxid_1' },
		'POST /trade/orders': { success: true, success_response: { subintent_id: 'subtxid_1' } },
		'GET /trade/orders/subtxid_1': [
			...Array(2).fill(status('awaiting_fills', 'accepted')),
			status('settled', 'accepted', 'filled', 'settled'),
		],
	})
	const steps: TradeStep['step'][] = []
	const outcome = await client.trade({
		account,
		sell: { symbol: 'XRD', amount: Decimal.parse('100') },
		buy: 'xUSDC',
		atLeast: '5',
		atMost: '106',
		follow: { via: 'polling' },
		sign: ({ subintentHash, manifest, bounds }) => {
			assert.equal(manifest, 'MANIFEST;')
			assert.deepEqual(bounds, {
				sell: Decimal.parse('100'),
				atMost: Decimal.parse('106'),
				atLeast: Decimal.parse('5'),
			})
			return { curve: 'Ed25519', publicKey: 'aa', signature: `${subintentHash}00` }
		},
		onStep: ({ step }) => steps.push(step),
	})
	assert.equal(outcome.status.state, 'settled')
	assert.deepEqual(steps, ['quoted', 'composed', 'created', 'signed', 'submitted', 'state', 'state'])
	const bodies = calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
	assert.deepEqual(bodies, [
		{
			type: 'LimitOrder',
			account,
			sell: { symbol: 'XRD', amount: '100' },
			buy: { symbol: 'xUSDC', amount: '5' },
			fee: { symbol: 'XRD', anthic_amount: '0.05', settlement_amount: '5.25' },
		},
		{ manifest: 'MANIFEST;', expires_in_seconds: 45 },
		{ subintent: '4d22', signatures: [{ curve: 'Ed25519', public_key: 'aa', signature: 'ab00' }] },
		{ signed_partial_transaction: '4d23' },
	])
})

test('a signer that refuses ends the trade before anything is submitted', async t => {
	const { client, calls } = await setUp(t, {
		...market,
		'POST /construction/compose': { manifest: 'MANIFEST;' },
		'POST /construction/create_subintent': {
			subintent: '4d22',
			subintent_hash: 'ab',
			subintent_id: 'subtxid_1',
			expires_at: 100,
		},
	})
	const sign = () => {
		throw new Error('not what I asked for')
	}
	const swap = { account, sell: { symbol: 'XRD', amount: Decimal.parse('100') }, buy: 'xUSDC', atLeast: '5' }
	await assert.rejects(client.trade({ ...swap, sign }), /not what I asked for/)
	assert.ok(calls.every(({ path }) => path !== '/trade/orders'))
})

test('error: a trade whose price is left to the service, or beyond what was said, ends before anything is signed', async t => {
	const { client, calls } = await setUp(t, market)
	const sign = () => assert.fail('signed')
	const sell = { account, sell: { symbol: 'XRD', amount: '100' }, buy: 'xUSDC', sign }
	await assert.rejects(client.trade(sell), /say atLeast/)
	await assert.rejects(client.trade({ ...sell, atLeast: '5.000001' }), /the book gives 5 xUSDC for 105.3 XRD/)
	await assert.rejects(
		client.trade({ ...sell, atLeast: '5', atMost: '105.299999' }),
		/the book gives 5 xUSDC for 105.3 XRD/,
	)
	const buy = { account, sell: 'XRD', buy: { symbol: 'xUSDC', amount: '5' }, sign }
	await assert.rejects(client.trade(buy), /say atMost/)
	assert.ok(calls.every(({ method }) => method === 'GET'))
})

test('slippage is written as a percentage or a fraction; above 5 % it is allowed on its own', async t => {
	const { client } = await setUp(t, market)
	const sell = { account, sell: { symbol: 'XRD', amount: '100' }, buy: 'xUSDC' }
	for (const slippage of ['1%', '0.01', Decimal.parse('0.01')]) {
		const { limitOrder } = await client.quote({ ...sell, slippage })
		assert.equal(Decimal.format(limitOrder.buy.amount), '4.95')
	}
	await assert.rejects(client.quote({ ...sell, slippage: '0.5' }), /slippage of 50%.*largeSlippage: true/)
	const { limitOrder } = await client.quote({ ...sell, slippage: '0.5', largeSlippage: true })
	assert.equal(Decimal.format(limitOrder.buy.amount), '2.5')
})
