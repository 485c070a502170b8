import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { openFlash } from '../network/flash-socket.ts'
import { metricOf } from '../network/metric.ts'
import { operatorSetting } from '../network/operator-request.ts'
import { addresses, connectRaw, statusFrom, statusOfFirst, upgradeOf } from '../network/raw-client.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { until } from '../network/until.ts'

const { hostile, honest } = addresses
/** The default. */
const connectionsPerAddress = 512
const head = 'GET /trade/tokens HTTP/1.1\r\nhost: localhost\r\n'

let network: TestNetwork

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 1, solvers: 1, settings: operatorSetting })
})
after(() => network?.stop())

const openNow = () => metricOf(network, 'accord_connections_open')

function times(count: number, sending?: string | Buffer): Promise<Socket[]> {
	const options = { from: hostile, ...(sending === undefined ? {} : { sending }) }
	return Promise.all(Array.from({ length: count }, () => connectRaw(network, options)))
}

/** Strangers and the operator are served as if nothing had happened. */
async function othersAreServed(): Promise<void> {
	const { url, operatorUrl } = network.service
	const asked = [`${url}/trade/tokens`, `${url}/health/live`, `${operatorUrl}/health/ready`, `${operatorUrl}/metrics`]
	assert.deepEqual(await Promise.all(asked.map(one => statusFrom(one, honest))), [200, 200, 200, 200])
}

async function allLetGo(before: number): Promise<void> {
	await until('the service to let go of them', async () => (await openNow()) <= before)
}

// shows decision 39: Connections are bounded per address, and nothing holds one without using it
test('refused upgrades are answered and let go, even if their clients never end them', async () => {
	const before = await openNow()
	const sockets = await times(300, upgradeOf('/nope'))
	assert.deepEqual(new Set(await Promise.all(sockets.map(statusOfFirst))), new Set([404]))
	await othersAreServed()
	await allLetGo(before)
})

// shows decision 39: Connections are bounded per address, and nothing holds one without using it
// shows error: rate_limited
test('connections of one address are bounded: the others are told so, and everyone else is served', async () => {
	const before = await openNow()
	const refusedBefore = await metricOf(network, 'accord_connections_refused_total{limit="address"}')
	const sockets = await times(connectionsPerAddress + 88)
	const answers = sockets.map(socket => statusOfFirst(socket))
	const ended = () => sockets.filter(socket => socket.readableEnded || socket.destroyed)
	await until('those beyond the limit to be refused', () => ended().length === 88)
	assert.equal((await metricOf(network, 'accord_connections_refused_total{limit="address"}')) - refusedBefore, 88)
	await othersAreServed()
	for (const socket of sockets) socket.destroy()
	const told = (await Promise.all(answers)).filter(status => status !== undefined)
	assert.deepEqual([told.length, new Set(told)], [88, new Set([429])])
	await allLetGo(before)
})

// shows decision 39: Connections are bounded per address, and nothing holds one without using it
test('when strangers hold every public connection, connected clients and the operator are served as before', async t => {
	const connections = 60
	const full = await startTestNetwork({
		users: 1,
		makers: 1,
		solvers: 1,
		settings: { ...operatorSetting, limits: { connections } },
	})
	t.after(() => full.stop())
	const [maker] = full.makers
	assert(maker !== undefined)
	const session = await openFlash(full, maker)
	await Promise.all(
		Array.from({ length: connections }, (_, n) => connectRaw(full, { from: `127.0.1.${n + 1}`, sending: head })),
	)
	const dropped = () => metricOf(full, 'accord_connections_refused_total{limit="all"}')
	await until('those beyond the limit to be refused', async () => (await dropped()) > 0)
	await assert.rejects(statusFrom(`${full.service.url}/trade/tokens`, honest))
	assert.equal((await session.ask('platform.ping')).pong, true)
	for (const path of ['/health/live', '/health/ready', '/metrics']) {
		assert.equal(await statusFrom(`${full.service.operatorUrl}${path}`, honest), 200, path)
	}
	await until('room for others again', () =>
		statusFrom(`${full.service.url}/trade/tokens`, honest).then(
			status => status === 200,
			() => false,
		),
	)
})

// shows decision 39: Connections are bounded per address, and nothing holds one without using it
test('a client that sends nothing, sends slowly, ends half or breaks the protocol holds no connection', async () => {
	const before = await openNow()
	const slow = await times(20, head)
	const drops = setInterval(() => {
		for (const socket of slow) if (socket.writable) socket.write('x')
	}, 500)
	const halfClosed = await times(20, head)
	for (const socket of halfClosed) socket.end()
	const body = 'content-type: application/json\r\ncontent-length: 100\r\n\r\n{'
	const others = await Promise.all([
		times(40),
		times(40, head),
		times(20, `POST /trade/orders/check HTTP/1.1\r\nhost: localhost\r\n${body}`),
		times(20, 'what is this\r\n\r\n'),
		times(20, 'CONNECT localhost:443 HTTP/1.1\r\nhost: localhost\r\n\r\n'),
		times(20, `${head}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n`),
		times(20, `${head}x: ${'y'.repeat(20_000)}`),
	])
	assert.equal(others.flat().length, 180)
	await othersAreServed()
	await allLetGo(before).finally(() => clearInterval(drops))
	await othersAreServed()
})

const text = 0x81
const frames: Readonly<Record<string, Buffer>> = {
	nothing: Buffer.alloc(0),
	'a frame that is not masked': Buffer.from([text, 2, 0x68, 0x69]),
	'a frame of an unknown kind': Buffer.from([0x83, 0x80, 0, 0, 0, 0]),
	'a length of 2^63': Buffer.from([text, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
	'a ping of 126 bytes': Buffer.concat([Buffer.from([0x89, 0xfe, 0, 126, 0, 0, 0, 0]), Buffer.alloc(126)]),
	'a close code that does not exist': Buffer.from([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xed]),
	'an endless message': Buffer.from([0x01, 0x81, 0, 0, 0, 0, 0x68]),
	'a compressed message': Buffer.from([0xc1, 0x81, 0, 0, 0, 0, 0x68]),
}

// shows decision 39: Connections are bounded per address, and nothing holds one without using it
test('a WebSocket that is silent or breaks the protocol is closed, even if its client does not cooperate', async () => {
	const before = await openNow()
	const sockets = Object.values(frames).map(async frame => {
		const [socket] = await times(1, upgradeOf('/subintent-stream'))
		assert(socket !== undefined)
		assert.equal(await statusOfFirst(socket), 101)
		socket.write(frame)
	})
	await Promise.all(sockets)
	await allLetGo(before)
})
