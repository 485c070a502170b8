import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { book, startMakerClient } from '../testing/maker-client-fixture.ts'

test('error: a refused key ends the client', async t => {
	const { server, client } = await startMakerClient(t, { apiKey: 'another key' })
	await assert.rejects(client.connect(), { code: 'unauthorized' })
	assert.equal(server.connections, 0)
})

test('ping returns the service’s clock', async t => {
	const { client } = await startMakerClient(t)
	await client.connect()
	assert.equal(await client.ping(), 7)
})

// shows error: connection_closed
test('a request that is pending when the connection is lost ends with an error', async t => {
	const { server, client } = await startMakerClient(t)
	server.answer('platform.fills.fill', () => new Promise(() => undefined))
	await client.connect()
	const fill = client.fill('order-1', '00')
	await server.until('platform.fills.fill', 1)
	server.cut()
	await assert.rejects(fill, { code: 'connection_closed' })
})

test('while a dead-man timer is set, the client pings three times as often', async t => {
	const { server, client } = await startMakerClient(t)
	await client.connect()
	const startedMs = performance.now()
	client.onNewOrder(() => undefined, { deadManTimerS: 1 })
	await server.until('platform.ping', 3)
	const tookMs = performance.now() - startedMs
	assert.ok(tookMs > 900 && tookMs < 3_000, `${tookMs} ms`)
})

// shows SDK: Maker endpoints, options and notifications
test('pauses by the circuit breaker are reported', async t => {
	const told = Promise.withResolvers<unknown>()
	const { server, client } = await startMakerClient(t, { onBreaker: told.resolve })
	await client.connect()
	await client.ping()
	const change = {
		state: 'paused',
		paused: true,
		pauses: [{ by: 'breaker', since_ms: 1, until_ms: 2 }],
		miss_rate: '0.6',
		sample: 20,
		occurred_at: 1,
		occurred_at_ms: 1_000,
	}
	server.notify('maker.breaker.changed', change)
	assert.deepEqual(await told.promise, {
		state: 'paused',
		pauses: [{ by: 'breaker', sinceMs: 1, untilMs: 2 }],
		missRate: Decimal.parse('0.6'),
		sample: 20,
		occurredAtMs: 1_000,
	})
})

test('the service’s own ping is answered', async t => {
	const { server, client } = await startMakerClient(t)
	await client.connect()
	await client.ping()
	for (const method of ['platform.ping', 'ping']) {
		const [pong] = (await server.request(method)) as { pong: boolean; timestamp_ms: number }[]
		assert.equal(pong?.pong, true)
		assert.ok(Math.abs(Date.now() - (pong?.timestamp_ms ?? 0)) < 5_000)
	}
})

test('error: a key that is revoked while connected ends the client', async t => {
	const failed = Promise.withResolvers<unknown>()
	const { server, client } = await startMakerClient(t, { onError: failed.resolve })
	await client.connect()
	const log = client.fillExecutions({ from: 1 }).next()
	server.close(4001)
	await assert.rejects(log, { code: 'unauthorized' })
	assert.equal(((await failed.promise) as { code: string }).code, 'unauthorized')
	await new Promise(resolve => setTimeout(resolve, 100))
	assert.deepEqual([client.isConnected, server.connections], [false, 1])
})

test('a session that was closed for reading too slowly reconnects', async t => {
	const { server, client } = await startMakerClient(t)
	await client.connect()
	client.setPriceBook(book)
	await server.until('platform.price_books.on_change', 1)
	server.close(4008)
	await server.until('platform.price_books.on_change', 2)
	assert.equal(server.connections, 2)
})
