import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { problemWire } from '@accord/protocol'
import fastify from 'fastify'
import { until } from '../../../../../test/network/until.ts'
import { type EventStream, EventStreams } from './event-streams.ts'

/** A server with one path, whose streams are controlled by the test. */
async function openStreams(t: TestContext, { outgoingBytes = 1024 * 1024, eventStreamsPerAddress = 2 } = {}) {
	const streams = new EventStreams({ outgoingBytes, eventStreamsPerAddress })
	const opened: EventStream[] = []
	const app = fastify()
	app.get('/events', async (request, reply) => {
		reply.header('x-kept', 'yes')
		opened.push(streams.open(request, reply))
	})
	await app.listen({ host: '127.0.0.1', port: 0 })
	t.after(async () => {
		streams.close()
		await app.close()
	})
	const { port } = app.server.address() as AddressInfo
	return { streams, opened, port }
}

/** Requests the events by hand, so that nothing is read unless the test reads it. */
async function ask(port: number): Promise<{ socket: Socket; text: () => string }> {
	const socket = connect(port, '127.0.0.1')
	let text = ''
	socket.setEncoding('utf8').on('data', (chunk: string) => {
		text += chunk
	})
	socket.on('error', () => undefined)
	await once(socket, 'connect')
	socket.write('GET /events HTTP/1.1\r\nhost: localhost\r\n\r\n')
	return { socket, text: () => text }
}

test('sends events with name, number and data, and keeps the headers set before', async t => {
	const { opened, port } = await openStreams(t)
	const { socket, text } = await ask(port)
	await until('the stream', () => opened.length === 1)
	opened[0]?.send({ event: 'change', id: 7, data: { a: 'line\nbreak' } })
	opened[0]?.end()
	await once(socket, 'close')
	assert.match(text(), /^HTTP\/1\.1 200 OK\r\nx-kept: yes\r\ncontent-type: text\/event-stream\r\n/)
	assert.ok(text().includes('event: change\nid: 7\ndata: {"a":"line\\nbreak"}\n\n'), text())
})

test('error: a reader that does not read is disconnected as slow_consumer instead of being buffered for', async t => {
	const { opened, port } = await openStreams(t, { outgoingBytes: 64 * 1024 })
	const { socket, text } = await ask(port)
	await until('the stream', () => opened.length === 1)
	socket.pause()
	const stream = opened[0] as EventStream
	let isClosed = false
	stream.onClose(() => {
		isClosed = true
	})
	const data = 'x'.repeat(16 * 1024)
	// More than the system buffers for a reader, plus some turns of the event loop to hand it over.
	for (let sent = 0; sent < 2_000; sent++) {
		stream.send({ event: 'change', id: sent, data })
		if (sent % 100 === 0) await new Promise(resolve => setImmediate(resolve))
	}
	socket.resume()
	await until('the end', () => isClosed)
	if (!socket.closed) await once(socket, 'close')
	const [closing = ''] = text().split('event: closing\ndata: ').slice(1)
	const problem = problemWire.parse(JSON.parse(closing.split('\n')[0] ?? ''))
	assert.deepEqual([problem.code, problem.instance], ['slow_consumer', '/events'])
	const numbers = [...text().matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))
	assert.deepEqual(
		numbers,
		numbers.map((_, at) => at),
		'nothing is left out before the end',
	)
	assert.ok(numbers.length < 2_000)
})

test('counts the open streams of an address', async t => {
	const { opened, port } = await openStreams(t)
	const first = await ask(port)
	await ask(port)
	await until('two streams', () => opened.length === 2)
	const refused = await ask(port)
	await until('the refusal', () => refused.text().includes('HTTP/1.1 500'))
	first.socket.destroy()
	await until('another stream', async () => {
		await ask(port)
		return opened.length === 3
	})
})

test('sends every stream the reason when it closes, and nothing after it', async t => {
	const { streams, opened, port } = await openStreams(t)
	const { socket, text } = await ask(port)
	await until('the stream', () => opened.length === 1)
	streams.close()
	opened[0]?.send({ event: 'late', data: 1 })
	await once(socket, 'close')
	assert.match(text(), /event: closing\ndata: \{.*"code":"shutting_down"/)
	assert.doesNotMatch(text(), /late/)
})

test('every stream hears something again and again, however many there are', async t => {
	const { port } = await openStreams(t, { eventStreamsPerAddress: 12 })
	const readers = await Promise.all(Array.from({ length: 12 }, () => ask(port)))
	await until('two heartbeats each', () => readers.every(({ text }) => text().split(':\n\n').length > 2))
})
