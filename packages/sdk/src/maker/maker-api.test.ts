import assert from 'node:assert/strict'
import { test } from 'node:test'
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
test('orders are asked for with the key, by state and pair, page by page', async t => {
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

test('a pause is tried again; its end is asked for once, since it could end a later pause', async t => {
	const paused = { paused: true, pauses: [{ by: 'maker', reason: 'maintenance', since_ms: 1 }] }
	const busy = refused('busy', { 'retry-after': '0' })
	const { api, calls } = await setUp(t, { 'POST /maker/pause': [busy, paused], 'POST /maker/resume': busy })
	assert.deepEqual(await api.pause('maintenance'), paused)
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

test('error: a refused key', async t => {
	const { api } = await setUp(t, { 'GET /maker/stats': refused('unauthorized') })
	await assert.rejects(api.stats(), { name: 'TradeError', code: 'unauthorized' })
})
