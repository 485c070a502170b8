import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { WebSocket, WebSocketServer } from 'ws'
import { Heartbeat } from './heartbeat.ts'
import { SocketWriter } from './socket-writer.ts'

/** Both ends of an open connection. */
async function connection(t: TestContext, options: { autoPong?: boolean } = {}) {
	const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
	await once(server, 'listening')
	const { port } = server.address() as AddressInfo
	const client = new WebSocket(`ws://127.0.0.1:${port}`, options)
	const [[socket]] = (await Promise.all([once(server, 'connection'), once(client, 'open')])) as [[WebSocket], unknown]
	client.on('error', () => undefined)
	t.after(() => {
		client.terminate()
		socket.terminate()
		server.close()
	})
	return { socket, client }
}

const wireOf = (client: WebSocket) => (client as unknown as { _socket: Socket })._socket

describe('SocketWriter', () => {
	it('sends text in order and resolves when it has been sent', async t => {
		const { socket, client } = await connection(t)
		const received: string[] = []
		client.on('message', (data, isBinary) => received.push(`${data}${isBinary}`))
		const outgoing = new SocketWriter({ socket, limitBytes: 1000 })
		outgoing.send('a')
		outgoing.send(Buffer.from('b'))
		await outgoing.flushed()
		outgoing.send('c')
		while (received.length < 3) await once(client, 'message')
		assert.deepEqual(received, ['afalse', 'bfalse', 'cfalse'])
	})

	// shows maker addition: Outgoing queues are limited
	// shows solver addition: A slow solver is disconnected and loses nothing when it resumes
	// shows error: slow_consumer
	it('error: a peer that does not read is closed as slow_consumer instead of being buffered for', async t => {
		const { socket, client } = await connection(t)
		wireOf(client).pause()
		const outgoing = new SocketWriter({ socket, limitBytes: 1_000_000 })
		const message = 'x'.repeat(100_000)
		for (let sent = 0; sent < 1000 && socket.readyState === WebSocket.OPEN; sent++) outgoing.send(message)
		assert.equal(socket.readyState, WebSocket.CLOSING)
		assert.ok(socket.bufferedAmount < 1_300_000, `${socket.bufferedAmount} bytes wait`)
		outgoing.send(message)
		assert.ok(socket.bufferedAmount < 1_300_000)
		wireOf(client).resume()
		const [code, reason] = await once(client, 'close')
		assert.deepEqual([code, String(reason)], [4008, 'slow_consumer'])
		await outgoing.flushed()
	})
})

describe('Heartbeat', () => {
	// shows Flash API: Ping
	it('terminates a socket that is silent for ten beats, and keeps one that answers pings', async t => {
		const silent = await connection(t, { autoPong: false })
		const answering = await connection(t)
		const heartbeat = new Heartbeat({ beatMs: 20 })
		t.after(() => heartbeat.stop())
		heartbeat.watch(silent.socket)
		heartbeat.watch(answering.socket)
		await once(silent.client, 'close')
		for (let pings = 0; pings < 4; pings++) await once(answering.client, 'ping')
		assert.equal(answering.socket.readyState, WebSocket.OPEN)
	})
})
