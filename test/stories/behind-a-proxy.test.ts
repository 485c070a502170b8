import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { WebSocket } from 'ws'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { until } from '../network/until.ts'

const requestsPerMinute = 3

async function networkOf(t: { after: (stop: () => Promise<void>) => void }, trustedProxies: string[]) {
	const limits = { requests_per_minute: requestsPerMinute, event_streams_per_address: 1 }
	const network = await startTestNetwork({ settings: { trusted_proxies: trustedProxies, limits } })
	t.after(() => network.stop())
	return network
}

function ask({ service }: TestNetwork, path: string, client: string): Promise<Response> {
	return fetch(`${service.url}${path}`, { headers: { 'x-forwarded-for': client } })
}

/** The response status of an upgrade. */
async function upgrade({ solverUrl }: TestNetwork, client: string): Promise<number> {
	const socket = new WebSocket(`${solverUrl}/subintent-stream`, { headers: { 'x-forwarded-for': client } })
	const opened = once(socket, 'open').then(() => 101)
	const refused = once(socket, 'unexpected-response').then(([, response]) => response.statusCode as number)
	socket.on('error', () => undefined)
	const status = await Promise.race([opened, refused])
	socket.terminate()
	return status
}

// shows documents: They name the host of the request
test('the documents name the host of the request, and the scheme seen by a trusted proxy', async t => {
	for (const [trusted, scheme] of [
		[['127.0.0.1'], 'https'],
		[[], 'http'],
	] as const) {
		const network = await networkOf(t, [...trusted])
		const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '198.51.100.1' }
		const document = await (await fetch(`${network.service.url}/openapi.json`, { headers })).json()
		const url = network.service.url.replace('http', scheme)
		assert.deepEqual((document as { servers: unknown }).servers, [{ url }])
	}
})

// shows decision 37: X-Forwarded-For is trusted from trusted proxies only
test('behind a trusted proxy each of its clients has its own limits, on every interface', async t => {
	const network = await networkOf(t, ['127.0.0.1'])
	const book = '/trade/order_book?base=XRD&quote=xUSDC'
	for (const path of ['/trade/tokens', book, book]) assert.equal((await ask(network, path, '198.51.100.1')).status, 200)
	assert.equal((await ask(network, book, '198.51.100.1')).status, 429)
	assert.equal(await upgrade(network, '198.51.100.1'), 429)
	assert.equal((await ask(network, book, '198.51.100.2')).status, 200)
	assert.equal(await upgrade(network, '198.51.100.2'), 101)

	const stream = '/trade/order_book/stream?base=XRD&quote=xUSDC'
	const first = await ask(network, stream, '198.51.100.3')
	assert.equal((await ask(network, stream, '198.51.100.3')).status, 429)
	const other = await ask(network, stream, '198.51.100.4')
	assert.deepEqual([first.status, other.status], [200, 200])
	for (const { body } of [first, other]) await body?.cancel()
})

// shows decision 39: Connections are bounded per address, and nothing holds one without using it
test('behind a trusted proxy the connections of each client are bounded, not those of the proxy', async t => {
	const limits = { connections_per_address: 2 }
	const network = await startTestNetwork({ settings: { trusted_proxies: ['127.0.0.1'], limits } })
	t.after(() => network.stop())
	const open = async (client: string) => {
		const headers = { 'x-forwarded-for': client }
		const socket = new WebSocket(`${network.solverUrl}/subintent-stream`, { headers })
		network.atStop(() => socket.terminate())
		await once(socket, 'open')
		return socket
	}
	const [first] = await Promise.all(['198.51.100.1', '198.51.100.1', '198.51.100.2'].map(open))
	assert.equal(await upgrade(network, '198.51.100.1'), 429)
	assert.equal((await ask(network, '/trade/tokens', '198.51.100.1')).status, 429)
	assert.equal((await ask(network, '/trade/tokens', '198.51.100.2')).status, 200)
	first?.close()
	await until('the client to have a place again', async () => (await upgrade(network, '198.51.100.1')) === 101)
})

// shows decision 37: X-Forwarded-For is trusted from trusted proxies only
test('error: a client that is not a trusted proxy cannot pose as another address', async t => {
	const network = await networkOf(t, ['192.0.2.1'])
	// The network itself has made one request.
	for (const client of ['198.51.100.1', '198.51.100.2'])
		assert.equal((await ask(network, '/trade/tokens', client)).status, 200)
	assert.equal((await ask(network, '/trade/tokens', '198.51.100.3')).status, 429)
})
