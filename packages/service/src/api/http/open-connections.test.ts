import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, type TestContext, test } from 'node:test'
import { closeInBatches, OpenConnections } from './open-connections.ts'

/** A server that holds requests until the test answers, except for `/at-once`. */
async function open(t: TestContext, limits: ConstructorParameters<typeof OpenConnections>[1] = {}) {
	const server = createServer((request, response) => {
		if (request.url === '/at-once') response.end('here you are')
	})
	const connections = new OpenConnections(server, limits)
	const asked: ServerResponse[] = []
	server.on('request', (_, response) => {
		if (!response.writableEnded) asked.push(response)
	})
	server.on('upgrade', (_, socket) => {
		socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')
		socket.resume().on('end', () => socket.end())
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	t.after(() => server.closeAllConnections())
	/** A connection that the server has accepted, and on which this text was sent. */
	const connected = async (sent = '') => {
		const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
		socket.on('error', () => {})
		const [taken] = await once(server, 'connection')
		if (sent !== '') {
			socket.write(sent)
			while (taken.bytesRead < sent.length) await new Promise(setImmediate)
		}
		return socket
	}
	const end = () => {
		const closed = once(server, 'close')
		server.close()
		connections.end()
		return closed.then(() => connections.stop())
	}
	return { asked, connected, end }
}

/** Resolves when the connection has closed, cleanly or not. */
const closing = (socket: Socket) => new Promise(resolve => socket.resume().once('close', resolve))

// Node itself waits a minute or more for such connections.
const patient = { timeout: 30_000 }
const request = 'GET / HTTP/1.1\r\nhost: here\r\n\r\n'

test('connections without a request are ended at once, the others after their answer', patient, async t => {
	const { asked, connected, end } = await open(t)
	const silent = await connected()
	const asking = await connected(request)
	const ended = end()
	assert.equal(await text(silent), '')
	asked[0]?.end('here you are')
	assert.match(await text(asking), /^HTTP\/1\.1 200 [\s\S]*here you are/)
	await ended
})

test('an incomplete request does not delay the end, even as the second of its connection', patient, async t => {
	const { asked, connected, end } = await open(t, { requestMs: 1 })
	const half = await connected('GET / HTTP/1.1\r\n')
	const second = await connected(request)
	second.once('data', () => second.write('GET /again HTTP/1.1\r\n'))
	asked[0]?.end()
	await once(second, 'data')
	const closed = [half, second].map(closing)
	await end()
	await Promise.all(closed)
})

test('connections that were answered at once are idle, and their next answers are waited for', patient, async t => {
	const { asked, connected, end } = await open(t, { requestMs: 1 })
	const answeredAtOnce = async () => {
		const socket = await connected('GET /at-once HTTP/1.1\r\nhost: here\r\n\r\n')
		await once(socket, 'data')
		return socket
	}
	const [half, asking] = [await answeredAtOnce(), await answeredAtOnce()]
	half.write('GET /again HTTP/1.1\r\n')
	asking.write(request)
	while (asked.length === 0) await new Promise(setImmediate)
	const halfClosed = closing(half)
	const ended = end()
	await halfClosed
	asked[0]?.end('here you are')
	assert.match(await text(asking), /^HTTP\/1\.1 200 [\s\S]*here you are/)
	await ended
})

test('a request that is never answered does not delay the end for ever', patient, async t => {
	const { connected, end } = await open(t, { answerMs: 1 })
	const asking = await connected(request)
	const closed = closing(asking)
	await end()
	await closed
})

test('a connection that was upgraded is not ended', patient, async t => {
	const { connected, end } = await open(t)
	const upgraded = await connected('GET / HTTP/1.1\r\nhost: here\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n')
	await once(upgraded, 'data')
	const silent = await connected()
	const closed = closing(silent)
	const ended = end()
	await closed
	assert.equal(upgraded.closed, false)
	upgraded.end()
	await ended
})

// shows decision 77: Nodes restart one after the other
describe('connections are closed in batches', () => {
	const cases: [title: string, count: number, closedByThen: readonly number[]][] = [
		['none', 0, []],
		['few: at once', 25, []],
		['more: the others stay open meanwhile', 60, [25, 50]],
		['very many: in 40 batches', 10_000, Array.from({ length: 39 }, (_, i) => (i + 1) * 250)],
	]
	for (const [title, count, closedByThen] of cases) {
		test(title, async () => {
			let closed = 0
			const seen: number[] = []
			const closers = Array.from({ length: count }, () => () => void closed++)
			await closeInBatches(closers, async () => seen.push(closed))
			assert.deepEqual([seen, closed], [closedByThen, count])
		})
	}
})
