import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal, type NewOrder, TradeError } from '@accord/protocol'
import { book, newOrder, startMakerClient } from '../testing/maker-client-fixture.ts'

test('a new order is answered with the handler’s fill', async t => {
	const filled = Promise.withResolvers<unknown>()
	const { server, client } = await startMakerClient(t, {
		onFilled: (order, result) => filled.resolve({ id: order.id, ...result }),
	})
	server.answer('platform.fills.fill', () => ({ success: true, success_response: { subintent_id: 'subtxid_1' } }))
	await client.connect()
	client.onNewOrder(order => `signed ${Decimal.format(order.fill.sell.amount)}`)
	await server.until('platform.new_orders.start_stream', 1)
	server.notify('platform.new_orders.new', newOrder)
	assert.deepEqual(await server.until('platform.fills.fill', 1), {
		order_id: 'order-1',
		signed_partial_transaction: 'signed 4.9',
	})
	assert.deepEqual(await filled.promise, { id: 'order-1', subintentId: 'subtxid_1' })
})

test('an order that arrives again after a reconnection gets the same fill without a second decision', async t => {
	const { server, client } = await startMakerClient(t)
	server.answer('platform.fills.fill', () => ({ success: true, success_response: { subintent_id: 'subtxid_1' } }))
	let decisions = 0
	await client.connect()
	client.onNewOrder(() => `signed ${++decisions}`)
	await server.until('platform.new_orders.start_stream', 1)
	server.notify('platform.new_orders.new', newOrder)
	await server.until('platform.fills.fill', 1)
	server.cut()
	await server.until('platform.new_orders.start_stream', 2)
	server.notify('platform.new_orders.new', newOrder)
	const again = await server.until('platform.fills.fill', 2)
	assert.deepEqual(again, { order_id: 'order-1', signed_partial_transaction: 'signed 1' })
})

test('a rejection is not an error where the service has no such method', async t => {
	const { client } = await startMakerClient(t)
	await client.connect()
	await client.reject('order-1')
})

test('error: a fill that the service refuses throws its code', async t => {
	const { client } = await startMakerClient(t)
	await client.connect()
	await assert.rejects(client.fill('order-1', '00'), { name: 'TradeError', code: 'method_not_found' })
})

test('an answer whose connection is lost before the result arrives is sent again on the next one, once', async t => {
	const filled: unknown[] = []
	const first = Promise.withResolvers<void>()
	const onFilled = (order: NewOrder, result: object) => first.resolve(void filled.push({ id: order.id, ...result }))
	const { server, client } = await startMakerClient(t, { onFilled })
	server.answer('platform.fills.fill', () => new Promise(() => undefined))
	await client.connect()
	client.onNewOrder(() => 'signed')
	await server.until('platform.new_orders.start_stream', 1)
	server.notify('platform.new_orders.new', newOrder)
	await server.until('platform.fills.fill', 1)
	server.answer('platform.fills.fill', () => ({ success: true, success_response: { subintent_id: 'subtxid_1' } }))
	server.cut()
	await server.until('platform.new_orders.start_stream', 2)
	server.notify('platform.new_orders.new', newOrder)
	assert.deepEqual(await server.until('platform.fills.fill', 2), {
		order_id: 'order-1',
		signed_partial_transaction: 'signed',
	})
	await first.promise
	await client.ping()
	assert.deepEqual(filled, [{ id: 'order-1', subintentId: 'subtxid_1' }])
})

// shows SDK: Maker endpoints, options and notifications
test('the options of the new-orders stream are sent, and sent again; stopping it is sent too', async t => {
	const { server, client } = await startMakerClient(t)
	await client.connect()
	const stop = client.onNewOrder(() => 'reject', {
		pairs: [book.pair],
		minAmounts: { XRD: '100', xUSDC: Decimal.parse('5.5') },
		cancelOnDisconnect: 'account',
		deadManTimerS: 60,
	})
	const wanted = {
		token_pairs: [book.pair],
		min_amounts: { XRD: '100', xUSDC: '5.5' },
		cancel_on_disconnect: 'account',
		dead_man_timer_s: 60,
	}
	assert.deepEqual(await server.until('platform.new_orders.start_stream', 1), wanted)
	server.cut()
	assert.deepEqual(await server.until('platform.new_orders.start_stream', 2), wanted)
	stop()
	assert.deepEqual(await server.until('platform.new_orders.start_stream', 3), { enabled: false })
})

test('error: options that the service refuses are reported once, without a reconnection', async t => {
	const errors: unknown[] = []
	const { server, client } = await startMakerClient(t, { onError: error => errors.push(error) })
	server.answer('platform.new_orders.start_stream', () => {
		throw new TradeError('unknown_pair')
	})
	await client.connect()
	client.onNewOrder(() => undefined, { pairs: [{ base: 'A', quote: 'B' }] })
	await server.until('platform.new_orders.start_stream', 1)
	await client.ping()
	assert.deepEqual([errors.length, (errors[0] as TradeError).code, server.connections], [1, 'unknown_pair', 1])
})

test('new orders can be read as a stream, one reading at a time; leaving it stops them', async t => {
	const { server, client } = await startMakerClient(t)
	await client.connect()
	const former = client.newOrders().next()
	await server.until('platform.new_orders.start_stream', 1)
	const ids: string[] = []
	const reading = (async () => {
		for await (const { id } of client.newOrders({ pairs: [book.pair] })) if (ids.push(id) === 2) break
	})()
	assert.deepEqual(await former, { value: undefined, done: true })
	assert.deepEqual(await server.until('platform.new_orders.start_stream', 2), { token_pairs: [book.pair] })
	for (const id of ['a', 'b']) server.notify('platform.new_orders.new', { ...newOrder, id })
	await reading
	assert.deepEqual(ids, ['a', 'b'])
	assert.deepEqual(await server.until('platform.new_orders.start_stream', 3), { enabled: false })
})

test('error: a refused key ends the new orders with its reason', async t => {
	const { client } = await startMakerClient(t, { apiKey: 'another key' })
	const connecting = client.connect()
	await assert.rejects(client.newOrders().next(), { code: 'unauthorized' })
	await assert.rejects(connecting, { code: 'unauthorized' })
})
