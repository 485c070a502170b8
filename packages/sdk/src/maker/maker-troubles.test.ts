import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type NewOrder, TradeError } from '@accord/protocol'
import { startEventServer } from '../testing/event-server.ts'
import { book, newOrder, startMakerClient } from '../testing/maker-client-fixture.ts'
import { ClockError } from '../transport/service-clock.ts'
import { MakerClient } from './maker-client.ts'

// What goes wrong for a maker, and where it hears of it.

type Told = { readonly error: unknown; readonly about: string }

test('error: a refused fill goes to onError, as it does to onFilled', async t => {
	const told = Promise.withResolvers<Told>()
	const filled: [NewOrder, object][] = []
	const { server, client } = await startMakerClient(t, {
		onError: (error, about) => told.resolve({ error, about }),
		onFilled: (...result) => void filled.push(result),
	})
	server.answer('platform.fills.fill', () => {
		throw new TradeError('invalid_expiry')
	})
	await client.connect()
	client.onNewOrder(() => 'signed')
	await server.until('platform.new_orders.start_stream', 1)
	server.notify('platform.new_orders.new', newOrder)
	const { error, about } = await told.promise
	assert.deepEqual([(error as TradeError).code, about], ['invalid_expiry', 'order order-1'])
	assert.equal(filled.length, 1)
})

test('error: a refused fill is printed if there is no onError', async t => {
	const printed = Promise.withResolvers<string>()
	t.mock.method(console, 'error', printed.resolve)
	const { server, client } = await startMakerClient(t)
	server.answer('platform.fills.fill', () => {
		throw new TradeError('invalid_expiry', 'it is too late')
	})
	await client.connect()
	client.onNewOrder(() => 'signed')
	await server.until('platform.new_orders.start_stream', 1)
	server.notify('platform.new_orders.new', newOrder)
	assert.equal(await printed.promise, 'Error (order order-1) (invalid_expiry): it is too late')
})

test('error: each failed attempt goes to onState', async t => {
	const states: string[] = []
	const third = Promise.withResolvers<void>()
	const client = new MakerClient({
		flashUrl: 'ws://127.0.0.1:1/flash',
		apiKey: 'key',
		backoff: { minMs: 1, maxMs: 2 },
		onState: (state, detail) => {
			if (states.push(`${state}: ${detail}`) === 3) third.resolve()
		},
	})
	t.after(() => client.close())
	void client.connect()
	await third.promise
	for (const state of states.slice(0, 3)) assert.match(state, /^disconnected: .*ECONNREFUSED/)
})

test('error: without onState the first failed attempt is printed', async t => {
	const printed = Promise.withResolvers<string>()
	t.mock.method(console, 'error', printed.resolve)
	const client = new MakerClient({ flashUrl: 'ws://127.0.0.1:1/flash', apiKey: 'key' })
	t.after(() => client.close())
	void client.connect()
	assert.match(await printed.promise, /^No connection to ws:\/\/127\.0\.0\.1:1\/flash: .*ECONNREFUSED/)
})

test('error: a wrong path ends the client and its streams', async t => {
	const server = await startEventServer(t)
	const flashUrl = server.url.replace('http', 'ws')
	const client = new MakerClient({ flashUrl, apiKey: 'key', onError: () => undefined, onState: () => undefined })
	const [connecting, orders, fills] = [client.connect(), client.newOrders().next(), client.fillExecutions().next()]
	;(await server.next()).refuse('not_found')
	for (const ended of [connecting, orders, fills]) await assert.rejects(ended, { code: 'not_found' })
})

for (const [stream, method] of [
	['newOrders', 'platform.new_orders.start_stream'],
	['fillExecutions', 'platform.fill_execution.start_stream'],
] as const)
	test(`error: ${stream} that the service refuses throws while reading`, async t => {
		const { server, client } = await startMakerClient(t)
		server.answer(method, () => {
			throw new TradeError('unknown_pair')
		})
		await client.connect()
		await assert.rejects(client[stream]().next(), { name: 'TradeError', code: 'unknown_pair' })
	})

test('error: unknown options are refused by name', async t => {
	const { client } = await startMakerClient(t)
	const misspelled = { pair: book.pair, from: 1, deadManTimer: 10 }
	assert.throws(() => client.newOrders(misspelled as object), /newOrders has no option pair, from, deadManTimer/)
	assert.throws(() => client.onNewOrder(() => undefined, { minAmount: {} } as object), /no option minAmount/)
	assert.throws(() => client.fillExecutions({ form: 1 } as object), /fillExecutions has no option form/)
	assert.throws(() => client.setPriceBook({ ...book, netof: 'x' } as typeof book), /a price book has no option netof/)
	const options = { flashUrl: 'ws://127.0.0.1:1/flash', apiKey: 'key' }
	assert.throws(
		() => new MakerClient({ ...options, onErr: () => {} } as typeof options),
		/MakerClient has no option onErr/,
	)
	assert.throws(() => new MakerClient({ flashUrl: options.flashUrl } as typeof options), /needs apiKey/)
	assert.throws(() => new MakerClient({ ...options, flashUrl: 'http://127.0.0.1' }), /needs flashUrl, such as wss/)
})

for (const [where, offMs] of [
	['ahead of', 20_000],
	['behind', -31_000],
] as const)
	test(`error: a clock that is ${where} the service’s is named with the difference`, async t => {
		const told = Promise.withResolvers<Told>()
		const { client } = await startMakerClient(t, {
			nowMs: () => Date.now() + offMs,
			onError: (error, about) => told.resolve({ error, about }),
		})
		await client.connect()
		const { error } = await told.promise
		assert.ok(error instanceof ClockError)
		assert.match(error.message, new RegExp(`clock is (19|20|30|31)\\.\\d s ${where} the service's`))
		assert.ok(Math.abs(client.serviceNowMs() - Date.now()) < 2_000)
	})
