import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal, Quote } from '@accord/protocol'
import { answer, refused, startTradeServer } from '../testing/trade-server.ts'
import { DexClient } from './dex-client.ts'

const id = 'subtxid_1'
const limitOrder = { sell: { symbol: 'XRD', amount: '100' }, buy: { symbol: 'xUSDC', amount: '5' } }
const fee = { symbol: 'XRD', anthic_amount: '0.1', settlement_amount: '5.25' }
const status = {
	subintent_id: id,
	state: 'cancelled',
	limit_order: limitOrder,
	fee,
	account: 'account_sim1user',
	expires_at: 100,
	created_at_ms: 1,
	history: [{ state: 'accepted', at_ms: 1 }],
	parts: [],
}
/** The answers as the client returns them. */
const readStatus = {
	subintentId: id,
	state: 'cancelled',
	limitOrder: {
		sell: { symbol: 'XRD', amount: Decimal.parse('100') },
		buy: { symbol: 'xUSDC', amount: Decimal.parse('5') },
	},
	fee: { symbol: 'XRD', platformAmount: Decimal.parse('0.1'), settlementAmount: Decimal.parse('5.25') },
	account: 'account_sim1user',
	expiresAtS: 100,
	createdAtMs: 1,
	history: [{ state: 'accepted', atMs: 1 }],
	parts: [],
}
const quote = {
	pair: { base: 'XRD', quote: 'xUSDC' },
	limit_order: limitOrder,
	expected: limitOrder,
	fee,
	level: 0,
	total: { symbol: 'XRD', amount: '105.350000000000000001' },
	expected_rebate: { symbol: 'XRD', amount: '4.5' },
	side: 'bids',
	levels: [{ price: '0.05', amount: '100', maker: 1 }],
	rounding: { symbol: 'xUSDC', direction: 'down', exact: '5.000000000000000000000000000000000001', rounded: '5' },
	validity: { firm: false, book_sequence: 7, quoted_at_ms: 1, expires_in_seconds: { min: 15, max: 60 } },
}

async function setUp(t: { after(fn: () => unknown): void }, routes: Record<string, unknown>) {
	const { baseUrl, calls } = await startTradeServer(t, routes)
	return { client: new DexClient({ baseUrl }), calls }
}

test('an order can be waited for', async t => {
	const { client, calls } = await setUp(t, { [`GET /trade/orders/${id}`]: status })
	assert.deepEqual(await client.order(id, { waitSeconds: 30 }), readStatus)
	assert.deepEqual(calls[0]?.path, `/trade/orders/${id}?wait=30`)
})

test('an aborted wait ends at once, with the reason of the abort', async t => {
	const { client } = await setUp(t, { [`GET /trade/orders/${id}`]: new Promise(() => undefined) })
	const aborter = new AbortController()
	const waiting = client.order(id, { waitSeconds: 30, signal: aborter.signal })
	setTimeout(() => aborter.abort(new Error('not wanted any more')), 20)
	await assert.rejects(waiting, /not wanted any more/)
})

test('the status of many orders is read in one call', async t => {
	const answered = { orders: [status], unknown: ['subtxid_2'] }
	const { client, calls } = await setUp(t, { 'POST /trade/orders/status': answered })
	assert.deepEqual(await client.orders([id, 'subtxid_2']), { orders: [readStatus], unknown: ['subtxid_2'] })
	assert.deepEqual(calls[0]?.body, { subintent_ids: [id, 'subtxid_2'] })
})

// shows SDK: Exact decimals end to end, slippage and rounding
test('the service’s quote keeps its amounts to the last digit', async t => {
	const { client, calls } = await setUp(t, { 'POST /trade/quote': quote })
	const sell = { symbol: 'XRD', amount: '100.000000000000000001' }
	const got = await client.requestQuote({ pair: quote.pair, sell, account: 'account_sim1user', slippage: '0.005' })
	assert.equal(got.total.amount, Decimal.parse('105.350000000000000001'))
	assert.deepEqual(Quote.format(got), quote)
	assert.deepEqual(calls[0]?.body, { pair: quote.pair, sell, account: 'account_sim1user', slippage: '0.005' })
})

test('a check returns every violation, and is retried while the service is busy', async t => {
	const checked = { valid: false, violations: [{ rule: 'fee_too_low', instruction: 6 }], skipped: ['funds'] }
	const { client, calls } = await setUp(t, {
		'POST /trade/orders/check': [refused('busy', { 'retry-after': '0' }), checked],
	})
	assert.deepEqual(await client.check({ manifest: 'MANIFEST;' }), checked)
	assert.equal(calls.length, 2)
})

test('a cancellation is signed by the caller over the hash of its message', async t => {
	const { client, calls } = await setUp(t, { [`DELETE /trade/orders/${id}`]: status })
	const cancelled = await client.cancelOrder(id, toSign => {
		assert.deepEqual(toSign, {
			subintentId: id,
			message: 'accord:cancel:subtxid_1',
			hash: 'eb7f537a75b1d041aea438ecfddbddf8a53e64c63a0320abc454dc6e92ec3ada',
		})
		return { curve: 'Ed25519', publicKey: 'aa', signature: 'bb' }
	})
	assert.equal(cancelled.state, 'cancelled')
	assert.deepEqual(calls[0]?.body, { curve: 'Ed25519', public_key: 'aa', signature: 'bb' })
})

test('a wallet’s proof of ownership cancels too, in the wallet’s own form', async t => {
	const { client, calls } = await setUp(t, { [`DELETE /trade/orders/${id}`]: status })
	const rola = { dappDefinitionAddress: 'account_sim1dapp', origin: 'https://dex.example' }
	await client.cancelOrder(id, async () => ({ curve: 'curve25519', publicKey: 'aa', signature: 'bb', rola }))
	assert.deepEqual(calls[0]?.body, {
		curve: 'Ed25519',
		public_key: 'aa',
		signature: 'bb',
		rola: { dapp_definition_address: 'account_sim1dapp', origin: 'https://dex.example' },
	})
})

test('error: a published order is not cancelled; the error has the code and the expiry', async t => {
	const problem = { type: 'x', title: 'x', status: 409, code: 'order_not_cancellable', expires_at: 99 }
	const { client } = await setUp(t, { [`DELETE /trade/orders/${id}`]: answer({ status: 409, body: problem }) })
	const cancelling = client.cancelOrder(id, () => ({ curve: 'Secp256k1', signature: 'bb' }))
	await assert.rejects(cancelling, { code: 'order_not_cancellable', extra: { expires_at: 99 } })
})

test('a service that is not ready reports the failed checks, without a retry', async t => {
	const checks = [{ name: 'database', ok: false }]
	const problem = { type: 'x', title: 'x', status: 503, code: 'database_unavailable', checks }
	const { client, calls } = await setUp(t, {
		'GET /health/ready': [{ status: 'ready', checks: [] }, answer({ status: 503, body: problem })],
		'GET /health/live': { status: 'live' },
	})
	assert.deepEqual(await client.ready(), { isReady: true, checks: [] })
	assert.deepEqual(await client.ready(), { isReady: false, checks, code: 'database_unavailable' })
	assert.equal(calls.length, 2)
	await client.live()
})

test('the book can be limited to a depth', async t => {
	const book = { pair: quote.pair, bids: [], asks: [], sequence: 3, timestamp: 1, timestamp_ms: 1234 }
	const { client, calls } = await setUp(t, { 'GET /trade/order_book': book })
	assert.deepEqual(await client.orderBook(quote.pair, { depth: 5 }), {
		pair: quote.pair,
		bids: [],
		asks: [],
		sequence: 3,
		atMs: 1234,
	})
	assert.equal(calls[0]?.path, '/trade/order_book?base=XRD&quote=xUSDC&depth=5')
})

test('trades are read by pair and page, and one by its id', async t => {
	const trades = {
		trades: [
			{
				subintent_id: id,
				transaction_id: 'txid_1',
				pair: { base: 'XRD', quote: 'xUSDC' },
				side: 'sell',
				price: '0.05',
				base_amount: '100',
				quote_amount: '5',
				settled_at_ms: 2,
			},
		],
		next: '2.ab',
	}
	const { client, calls } = await setUp(t, {
		'GET /trade/trades': trades,
		'GET /trade/trades/subtxid_2': refused('unknown_order'),
	})
	assert.deepEqual(await client.trades(), {
		trades: [
			{
				subintentId: id,
				transactionId: 'txid_1',
				pair: { base: 'XRD', quote: 'xUSDC' },
				side: 'sell',
				price: Decimal.parse('0.05'),
				baseAmount: Decimal.parse('100'),
				quoteAmount: Decimal.parse('5'),
				settledAtMs: 2,
			},
		],
		next: '2.ab',
	})
	await client.trades({ pair: { base: 'XRD', quote: 'xUSDC' }, limit: 5, before: '2.ab' })
	await assert.rejects(client.tradeTrace('subtxid_2'), { code: 'unknown_order' })
	assert.deepEqual(
		calls.map(({ path }) => path),
		['/trade/trades', '/trade/trades?base=XRD&quote=xUSDC&limit=5&before=2.ab', '/trade/trades/subtxid_2'],
	)
})
