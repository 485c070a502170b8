import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { problemWire } from '@accord/protocol'
import fastify from 'fastify'
import { EventReader } from '../../../../../test/network/event-reader.ts'
import { until } from '../../../../../test/network/until.ts'
import { FormattedEvent } from './event-bytes.ts'
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
async function ask(port: number, headers = '') {
	const socket = connect(port, '127.0.0.1')
	const chunks: Buffer[] = []
	socket.on('data', chunk => chunks.push(chunk))
	socket.on('error', () => undefined)
	await once(socket, 'connect')
	socket.write(`GET /events HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n`)
	const received = () => Buffer.concat(chunks)
	return { socket, received, text: () => received().toString() }
}

/** The body of an answer in chunks, decompressed if it is compressed. */
function bodyOf(answer: Buffer): string {
	const head = answer.indexOf('\r\n\r\n') + 4
	const pieces: Buffer[] = []
	for (let at = head; at < answer.length; ) {
		const end = answer.indexOf('\r\n', at)
		const size = Number.parseInt(answer.toString('latin1', at, end), 16)
		pieces.push(answer.subarray(end + 2, end + 2 + size))
		at = end + 2 + size + 2
	}
	const body = Buffer.concat(pieces)
	return (answer.includes('content-encoding: gzip') ? gunzipSync(body) : body).toString()
}

test('sends events with name, number and data, and keeps the headers set before', async t => {
	const { opened, port } = await openStreams(t)
	const { socket, text } = await ask(port)
	await until('the stream', () => opened.length === 1)
	opened[0]?.send(FormattedEvent.of({ event: 'change', id: 7, data: { a: 'line\nbreak' } }))
	opened[0]?.end()
	await once(socket, 'close')
	assert.match(text(), /^HTTP\/1\.1 200 OK\r\nx-kept: yes\r\ncontent-type: text\/event-stream\r\n/)
	assert.doesNotMatch(text(), /content-encoding/)
	assert.ok(text().includes('event: change\nid: 7\ndata: {"a":"line\\nbreak"}\n\n'), text())
})

test('compresses for a client that takes gzip: each event arrives when it is sent, and the end is that of a file', async t => {
	const { opened, port } = await openStreams(t)
	const reader = await EventReader.open(`http://127.0.0.1:${port}/events`, { acceptEncoding: 'gzip;q=0.5, br' })
	assert.equal(reader.header('content-encoding'), 'gzip')
	const data = { text: 'much of the same, '.repeat(500) }
	for (let id = 1; id <= 20; id++) {
		opened[0]?.send(FormattedEvent.of({ event: 'change', id, data }))
		assert.deepEqual(await reader.event(id), { event: 'change', id, data })
	}
	opened[0]?.end()
	await reader.over()
	assert.ok(reader.bytes < 20 * 400, `${reader.bytes} bytes`)
	const whole = gunzipSync(reader.received).toString()
	assert.equal(whole.split('event: change').length, 21)
})

test('does not compress for a client that refuses gzip', async t => {
	const { port } = await openStreams(t)
	for (const acceptEncoding of ['br', 'gzip;q=0', 'identity']) {
		const reader = await EventReader.open(`http://127.0.0.1:${port}/events`, { acceptEncoding })
		assert.deepEqual([reader.status, reader.header('content-encoding')], [200, undefined], acceptEncoding)
		reader.close()
		await reader.over()
	}
})

test('error: a reader that does not read is disconnected as slow_consumer instead of being buffered for', async t => {
	for (const headers of ['', 'accept-encoding: gzip\r\n']) {
		const { opened, port } = await openStreams(t, { outgoingBytes: 64 * 1024 })
		const { socket, received } = await ask(port, headers)
		await until('the stream', () => opened.length === 1)
		socket.pause()
		const stream = opened[0] as EventStream
		let isClosed = false
		stream.onClose(() => {
			isClosed = true
		})
		// More than the system buffers for a reader, plus some turns of the event loop to hand it over.
		for (let sent = 0; sent < 2_000; sent++) {
			// Does not become shorter than 16 KiB.
			const data = randomBytes(16 * 1024).toString('base64')
			stream.send(FormattedEvent.of({ event: 'change', id: sent, data }))
			if (sent % 100 === 0) await new Promise(resolve => setImmediate(resolve))
		}
		socket.resume()
		await until('the end', () => isClosed)
		if (!socket.closed) await once(socket, 'close')
		const text = bodyOf(received())
		const [closing = ''] = text.split('event: closing\ndata: ').slice(1)
		const problem = problemWire.parse(JSON.parse(closing.split('\n')[0] ?? ''))
		assert.deepEqual([problem.code, problem.instance], ['slow_consumer', '/events'])
		const numbers = [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))
		assert.deepEqual(
			numbers,
			numbers.map((_, at) => at),
			'nothing is left out before the end',
		)
		assert.ok(numbers.length < 2_000)
	}
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
	opened[0]?.send(FormattedEvent.of({ event: 'late', data: 1 }))
	await once(socket, 'close')
	assert.match(text(), /event: closing\ndata: \{.*"code":"shutting_down"/)
	assert.doesNotMatch(text(), /late/)
})

test('every stream hears something again and again, however many there are', async t => {
	const { port } = await openStreams(t, { eventStreamsPerAddress: 12 })
	const readers = await Promise.all(Array.from({ length: 12 }, () => ask(port)))
	await until('two heartbeats each', () => readers.every(({ text }) => text().split(':\n\n').length > 2))
})
