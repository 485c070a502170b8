import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { WebSocketServer } from 'ws'
import { startEventServer } from '../testing/event-server.ts'
import { SolverClient } from './solver-client.ts'

async function setUp(
	t: { after(fn: () => unknown): void },
	onConnection: (send: (message: unknown) => void, headers: IncomingHttpHeaders) => void,
	options: { apiKey?: string } = {},
) {
	const server = new WebSocketServer({ host: '127.0.0.1', port: 0, path: '/subintent-stream' })
	await once(server, 'listening')
	server.on('connection', (socket, { headers }) =>
		onConnection(message => socket.send(JSON.stringify(message)), headers),
	)
	const solverUrl = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
	const client = new SolverClient({ solverUrl, backoff: { minMs: 5, maxMs: 20 }, ...options })
	t.after(() => {
		client.close()
		for (const socket of server.clients) socket.terminate()
		server.close()
	})
	return { server, client }
}

const bundle = (...params: unknown[]) => ({ jsonrpc: '2.0', id: null, method: 'new_subintent_bundle', params })

test('bundles are yielded in order; other messages are skipped', async t => {
	const { client } = await setUp(t, send => {
		for (const message of [bundle('aa', 'bb'), { method: 'else' }, bundle(1), bundle('cc')]) send(message)
	})
	const got: (readonly string[])[] = []
	for await (const items of client.bundles()) if (got.push(items) === 2) break
	assert.deepEqual(got, [['aa', 'bb'], ['cc']])
})

test('after a lost connection it reconnects and gets the bundles that are still open', async t => {
	let connections = 0
	const { server, client } = await setUp(t, send => send(bundle(`0${++connections}`)))
	const got: (readonly string[])[] = []
	for await (const items of client.bundles()) {
		if (got.push(items) === 2) break
		for (const socket of server.clients) socket.terminate()
	}
	assert.deepEqual(got, [['01'], ['02']])
})

test('an aborted stream ends', async t => {
	const { client } = await setUp(t, () => undefined)
	const abort = new AbortController()
	setImmediate(() => abort.abort())
	for await (const _ of client.bundles(abort)) assert.fail('no bundle was sent')
})

test('a key is sent with every connection, and nothing without one', async t => {
	const sent: unknown[] = []
	const onConnection = (send: (message: unknown) => void, headers: IncomingHttpHeaders) => {
		sent.push(headers['service-api-key'])
		send({ jsonrpc: '2.0', id: null, method: 'subintent_stream_cursor', params: { cursor: '1' } })
		send(bundle('aa'))
	}
	const { client } = await setUp(t, onConnection, { apiKey: 'key' })
	await client.bundles().next()
	await client.events().next()
	const { client: stranger } = await setUp(t, onConnection)
	await stranger.bundles().next()
	assert.deepEqual(sent, ['key', 'key', undefined])
})

test('a server that starts late is waited for', async t => {
	const placeholder = new WebSocketServer({ host: '127.0.0.1', port: 0 })
	await once(placeholder, 'listening')
	const { port } = placeholder.address() as AddressInfo
	placeholder.close()
	await once(placeholder, 'close')
	const client = new SolverClient({ solverUrl: `ws://127.0.0.1:${port}`, backoff: { minMs: 5, maxMs: 20 } })
	t.after(() => client.close())
	const first = client.bundles().next()
	const server = new WebSocketServer({ host: '127.0.0.1', port })
	t.after(() => {
		for (const socket of server.clients) socket.terminate()
		server.close()
	})
	server.on('connection', socket => socket.send(JSON.stringify(bundle('aa'))))
	assert.deepEqual((await first).value, ['aa'])
})

for (const [stream, code] of [
	['bundles', 'not_found'],
	['bundles', 'unauthorized'],
	['events', 'not_found'],
	['events', 'unauthorized'],
] as const)
	test(`error: ${stream} end where the service answers ${code}`, async t => {
		const server = await startEventServer(t)
		const client = new SolverClient({ solverUrl: server.url.replace('http', 'ws') })
		t.after(() => client.close())
		const reading = client[stream]().next()
		;(await server.next()).refuse(code)
		await assert.rejects(reading, { name: 'TradeError', code })
	})

test('a refused connection is tried again after the time that the answer asks for', async t => {
	const server = await startEventServer(t)
	const client = new SolverClient({ solverUrl: server.url.replace('http', 'ws'), backoff: { minMs: 9e6, maxMs: 9e6 } })
	t.after(() => client.close())
	void client.bundles().next()
	;(await server.next()).html('<html>503</html>', 503, { 'retry-after': '0' })
	await server.next()
})

test('error: unknown options are refused by name', () => {
	const options = { solverUrl: 'ws://127.0.0.1:1' }
	assert.throws(() => new SolverClient({ ...options, url: 'x' } as typeof options), /SolverClient has no option url/)
	assert.throws(() => new SolverClient(options).events({ cursor: '1' } as object), /events has no option cursor/)
	assert.throws(() => new SolverClient({} as typeof options), /needs solverUrl/)
})
