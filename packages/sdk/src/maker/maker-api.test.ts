import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { refused, startTradeServer } from '../testing/trade-server.ts'
import { MakerApi } from './maker-api.ts'

async function setUp(t: { after(fn: () => unknown): void }, routes: Record<string, unknown>) {
	const { baseUrl, calls } = await startTradeServer(t, routes)
	return { api: new MakerApi({ baseUrl, apiKey: 'key' }), calls }
}

const pair = { base: 'XRD', quote: 'xUSDC' }
const limitOrder = { sell: { symbol: 'XRD', amount: '100' }, buy: { symbol: 'xUSDC', amount: '5' } }
const order = (id: string) => ({
	id,
	pair,
	created_at_ms: 1,
	fill_before_ms: 2,
	limit_order: limitOrder,
	fill: { sell: limitOrder.buy, buy: limitOrder.sell },
	state: 'filled',
})

// shows SDK: Maker endpoints, options and notifications
test('orders are read with the key, by state and pair, page by page', async t => {
	const { api, calls } = await setUp(t, {
		'GET /maker/orders': [{ orders: [order('b'), order('a')], next: 'n1' }, { orders: [order('9')] }],
	})
	const ids: string[] = []
	for await (const { id } of api.everyOrder({ state: 'filled', pair, limit: 2 })) ids.push(id)
	assert.deepEqual(ids, ['b', 'a', '9'])
	assert.deepEqual(
		calls.map(({ path, apiKey }) => [path, apiKey]),
		[
			['/maker/orders?state=filled&base=XRD&quote=xUSDC&limit=2', 'key'],
			['/maker/orders?state=filled&base=XRD&quote=xUSDC&limit=2&before=n1', 'key'],
		],
	)
})

test('a pause is retried; resuming is not, since a repeat could end a later pause', async t => {
	const paused = { paused: true, pauses: [{ by: 'maker', reason: 'maintenance', since_ms: 1 }] }
	const busy = refused('busy', { 'retry-after': '0' })
	const { api, calls } = await setUp(t, { 'POST /maker/pause': [busy, paused], 'POST /maker/resume': busy })
	assert.deepEqual(await api.pause('maintenance'), [{ by: 'maker', reason: 'maintenance', sinceMs: 1 }])
	await assert.rejects(api.resume(), { code: 'busy' })
	assert.deepEqual(
		calls.map(({ path, body }) => [path, body]),
		[
			['/maker/pause', { reason: 'maintenance' }],
			['/maker/pause', { reason: 'maintenance' }],
			['/maker/resume', {}],
		],
	)
})

test('books, orders, stats and limits hold decimals, and omit what the service omits', async t => {
	const [xrd, price] = [Decimal.parse('100'), Decimal.parse('0.05')]
	const book = {
		pair,
		bids: [['0.05', '100']],
		asks: [],
		available: { bids: [], asks: [] },
		set_at_ms: 7,
		session_id: 's',
	}
	const reserved = { bids: '100', asks: '0' }
	const reservation = { order_id: 'a', side: 'bids', amount: '100', state: 'asked', levels: [['0.05', '100']] }
	const breaker = { miss_rate: '0.5', pauses_at: '0.5', sample: 4, sample_min: 20, next_pause_seconds: 30 }
	const none = { asked: 1, filled: 0, rejected: 0, timed_out: 1, fill_refused: 1, called_off: 0 }
	const fills = { started: 0, settled: 0, expired: 0, released: 0 }
	const { api } = await setUp(t, {
		'GET /maker/books': {
			books: [
				{
					...book,
					in_force: false,
					not_in_force_because: 'paused',
					reserved,
					reservations: [reservation],
					hidden: [{ because: 'paused', detail: 'why' }],
				},
				{
					...book,
					in_force: true,
					net_of: 'a',
					reserved,
					reservations: [],
					hidden: [{ side: 'asks', because: 'reserved', detail: 'why' }],
				},
			],
		},
		'GET /maker/orders': {
			orders: [
				{
					...order('a'),
					...{ answered_at_ms: 2, fill_state: 'Settled', fill_subintent_id: 'subtxid_1' },
					fee: { symbol: 'xUSDC', anthic_amount: '0', settlement_amount: '5' },
					rebate: { symbol: 'xUSDC', amount: '5' },
				},
				{ ...order('b'), refused_fills: [{ code: 'fill_amount_mismatch', at_ms: 2 }] },
			],
		},
		'GET /maker/stats': {
			maker_id: 'm1',
			name: 'Northern Markets',
			since_ms: 1,
			orders: none,
			fills,
			fill_rate: '0',
			sessions: 1,
			breaker,
			paused: false,
			pauses: [],
		},
		'GET /maker/limits': {
			sessions: { open: 1, max: 64 },
			requests_per_minute: 600,
			messages_per_second: 50,
			price_book_levels: 50,
			exposure: [{ pair, used: '100', max: '100' }],
		},
	})
	const levels = [{ price, amount: xrd }]
	const sides = {
		bids: levels,
		asks: [],
		available: { bids: [], asks: [] },
		sessionId: 's',
		reserved: { bids: xrd, asks: 0n },
	}
	assert.deepEqual(await api.books(), [
		{
			...{ pair, ...sides, setAtMs: 7, notInForceBecause: 'paused' },
			reservations: [{ orderId: 'a', side: 'bids', amount: xrd, state: 'asked', levels }],
			hidden: [{ because: 'paused', detail: 'why' }],
		},
		{
			pair,
			...sides,
			setAtMs: 7,
			netOf: 'a',
			reservations: [],
			hidden: [{ side: 'asks', because: 'reserved', detail: 'why' }],
		},
	])
	const sell = { symbol: 'XRD', amount: xrd }
	const buy = { symbol: 'xUSDC', amount: Decimal.parse('5') }
	const fee = { symbol: 'xUSDC', platformAmount: Decimal.zero, settlementAmount: buy.amount }
	const filled = { state: 'Settled', subintentId: 'subtxid_1', fee, rebate: buy }
	const asked = { pair, createdAtMs: 1, fillBeforeMs: 2, limitOrder: { sell, buy }, fill: { sell: buy, buy: sell } }
	assert.deepEqual(await api.orders(), {
		orders: [
			{ id: 'a', ...asked, state: 'filled', answeredAtMs: 2, filled },
			{ id: 'b', ...asked, state: 'filled', refusedFills: [{ code: 'fill_amount_mismatch', atMs: 2 }] },
		],
	})
	const half = Decimal.parse('0.5')
	assert.deepEqual(await api.stats(), {
		makerId: 'm1',
		name: 'Northern Markets',
		sinceMs: 1,
		orders: { asked: 1, filled: 0, rejected: 0, timedOut: 1, fillRefused: 1, calledOff: 0 },
		fills,
		fillRate: Decimal.zero,
		sessions: 1,
		breaker: { missRate: half, pausesAt: half, sample: 4, sampleMin: 20, nextPauseSeconds: 30 },
		pauses: [],
	})
	assert.deepEqual(await api.limits(), {
		sessions: { open: 1, max: 64 },
		requestsPerMinute: 600,
		messagesPerSecond: 50,
		priceBookLevels: 50,
		exposure: [{ pair, used: xrd, max: xrd }],
	})
})

test('error: a refused key', async t => {
	const { api } = await setUp(t, { 'GET /maker/stats': refused('unauthorized') })
	await assert.rejects(api.stats(), { name: 'TradeError', code: 'unauthorized' })
})
