import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEventStream, type ServerEvent } from './event-stream.ts'
import { TradeApi } from './trade-api.ts'

const stream = [
	': a comment\n\n',
	'event: state\nid: 1\ndata: {"a":1}\n\n',
	'data:two\r\ndata: lines\r\n\r\n',
	'retry: 5\rid: 7\rdata\r\r',
	'event: nothing\n\n',
	'data: again\n\n',
].join('')

const events = [
	{ event: 'state', data: '{"a":1}' },
	{ event: 'message', data: 'two\nlines' },
	{ event: 'message', data: '' },
	{ event: 'message', data: 'again' },
]

/** The events read from an answer that arrives in these pieces. */
async function read(pieces: Iterable<Uint8Array>): Promise<ServerEvent[]> {
	const body = ReadableStream.from(pieces)
	const fetch = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } })
	const api = new TradeApi({ baseUrl: 'http://localhost', fetch })
	const got: ServerEvent[] = []
	for await (const event of readEventStream({ api, path: '/' })) got.push(event)
	return got
}

const bytes = (text: string) => new TextEncoder().encode(text)

test('events are read by the standard: comments, several lines, all line endings', async () => {
	assert.deepEqual(await read([bytes(stream)]), events)
})

test('wherever the stream is cut, the same events come out', async () => {
	const whole = bytes(stream.replace('again', 'again, in € and 💶'))
	const expected = events.with(3, { event: 'message', data: 'again, in € and 💶' })
	for (let size = 1; size < whole.length; size++) {
		const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
			whole.slice(at * size, (at + 1) * size),
		)
		assert.deepEqual(await read(pieces), expected, `pieces of ${size}`)
	}
})

test('an incomplete event is not yielded', async () => {
	assert.deepEqual(await read([bytes('event: state\ndata: 1\n')]), [])
})

test('error: an endless event', async () => {
	function* endless() {
		yield bytes('data: ')
		for (;;) yield bytes('x'.repeat(1024 * 1024))
	}
	await assert.rejects(read(endless()), { name: 'ConnectionError', message: '/: an event is too long' })
})
