import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { WebSocket } from 'ws'
import { metricOf } from '../network/metric.ts'
import { operatorSetting } from '../network/operator-request.ts'
import { addresses, connectRaw, statusFrom, statusOfFirst } from '../network/raw-client.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { until } from '../network/until.ts'

const { hostile, honest } = addresses
const host = 'host: localhost\r\n'
const simple = `GET /nope HTTP/1.1\r\n${host}\r\n`
const stream = `GET /trade/order_book/stream?base=XRD&quote=xUSDC HTTP/1.1\r\n${host}\r\n`

let network: TestNetwork

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 1, solvers: 1, settings: operatorSetting })
})
after(() => network?.stop())

const streamsNow = () => metricOf(network, 'accord_sessions{kind="event_stream"}')

// shows decision 39: Connections are bounded per address, and nothing holds one without using it
test('requests piled up behind an endless answer are not kept: their connection is closed', async () => {
	const sockets = await Promise.all(
		Array.from({ length: 50 }, () => connectRaw(network, { from: hostile, sending: stream })),
	)
	assert.deepEqual(new Set(await Promise.all(sockets.map(statusOfFirst))), new Set([200]))
	assert.equal(await streamsNow(), 50)
	for (const socket of sockets) socket.resume().write(simple.repeat(200))
	await until('the streams to end', async () => (await streamsNow()) === 0)
	assert.equal(await metricOf(network, 'accord_connections_refused_total{limit="pipelined"}'), 50)
	assert.equal(await statusFrom(`${network.service.url}/trade/tokens`, honest), 200)
})

test('a client that pipelines a few requests gets every answer, in order', async () => {
	const socket = await connectRaw(network, { from: hostile, sending: simple.repeat(15) + stream })
	let text = ''
	socket.on('data', chunk => {
		text += chunk
	})
	await until('all answers', () => text.includes('text/event-stream'))
	assert.deepEqual(
		[...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status),
		[...Array(15).fill('404'), '200'],
	)
	socket.destroy()
})

const json = 'content-type: application/json\r\n'
const body = (text: string | Buffer, headers = '') =>
	Buffer.concat([
		Buffer.from(`POST /trade/orders/check HTTP/1.1\r\n${host}${json}${headers}content-length: ${text.length}\r\n\r\n`),
		Buffer.from(text),
	])
const requests: Readonly<Record<string, { sending: string | Buffer; status: number }>> = {
	'another method': { sending: `TRACE / HTTP/1.1\r\n${host}\r\n`, status: 405 },
	'a body that unpacks to 100 MB': {
		sending: body(gzipSync(Buffer.alloc(100_000_000, ' ')), 'content-encoding: gzip\r\n'),
		status: 400,
	},
	'a URL of 15 kB': { sending: `GET /${'a'.repeat(15_000)} HTTP/1.1\r\n${host}\r\n`, status: 404 },
	'a URL of 20 kB': { sending: `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, status: 400 },
	'10,000 headers': { sending: `GET /limits HTTP/1.1\r\n${host}${'a: b\r\n'.repeat(10_000)}\r\n`, status: 400 },
	'a path that climbs': { sending: `GET /assets/..%2f..%2fpackage.json HTTP/1.1\r\n${host}\r\n`, status: 404 },
	'a null byte': { sending: `GET /trade/orders/%00 HTTP/1.1\r\n${host}\r\n`, status: 422 },
	'two lengths': {
		sending: `POST /trade/orders HTTP/1.1\r\n${host}content-length: 1\r\ncontent-length: 2\r\n\r\n`,
		status: 400,
	},
	'a length and chunks': {
		sending: `POST /trade/orders HTTP/1.1\r\n${host}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
		status: 400,
	},
	'no host': { sending: 'GET /limits HTTP/1.1\r\n\r\n', status: 400 },
	'HTTP/2 without an upgrade': { sending: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', status: 400 },
}
for (const [what, { sending, status }] of Object.entries(requests)) {
	test(`error: ${what} is refused, and nothing else is affected`, async () => {
		const socket = await connectRaw(network, { from: hostile, sending })
		assert.equal(await statusOfFirst(socket), status)
		socket.destroy()
		assert.equal(await statusFrom(`${network.service.url}/trade/tokens`, honest), 200)
	})
}

test('an oversized request is read to its end up to 1 MiB, so that its sender, or a proxy, reads the refusal and continues', async () => {
	const sending = Buffer.concat([
		body(Buffer.alloc(1_000_000, ' ')),
		Buffer.from(simple),
		body(Buffer.alloc(2_000_000)),
	])
	const socket = await connectRaw(network, { from: hostile, sending })
	let text = ''
	socket.on('data', chunk => {
		text += chunk
	})
	await once(socket, 'end')
	assert.deepEqual(
		[...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status),
		['413', '404', '413'],
	)
})

test('an unknown expectation is ignored', async () => {
	const sending = `GET /trade/tokens HTTP/1.1\r\n${host}expect: more\r\n\r\n`
	const socket = await connectRaw(network, { from: hostile, sending })
	assert.equal(await statusOfFirst(socket), 200)
	socket.destroy()
})

test('a flood of pings whose answers are not read ends its connection', async () => {
	const socket = new WebSocket(`${network.solverUrl}/subintent-stream`)
	network.atStop(() => socket.terminate())
	await once(socket, 'open')
	socket.on('error', () => undefined)
	const closed = once(socket, 'close')
	socket.pause()
	for (let n = 0; n < 20_000; n++) socket.ping('x'.repeat(125))
	assert.equal(await statusFrom(`${network.service.url}/trade/tokens`, honest), 200)
	socket.resume()
	await closed
})
