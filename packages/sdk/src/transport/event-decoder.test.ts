import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EventDecoder } from './event-decoder.ts'

const stream = [
	': a comment\n\n',
	'event: state\nid: 1\ndata: {"a":1}\n\n',
	'data:two\r\ndata: lines\r\n\r\n',
	'retry: 5\rid: 7\rdata\r\r',
	'event: nothing\n\n',
	'data: again\n\n',
].join('')

const events = [
	{ event: 'state', id: '1', data: '{"a":1}' },
	{ event: 'message', id: '1', data: 'two\nlines' },
	{ event: 'message', id: '7', data: '' },
	{ event: 'message', id: '7', data: 'again' },
]

test('events are read by the standard: comments, ids that stay, several lines, all line ends', () => {
	assert.deepEqual(new EventDecoder().take(stream), events)
})

test('wherever the stream is cut, the same events come out', () => {
	for (let size = 1; size < stream.length; size++) {
		const decoder = new EventDecoder()
		const pieces = Array.from({ length: Math.ceil(stream.length / size) }, (_, at) =>
			stream.slice(at * size, (at + 1) * size),
		)
		assert.deepEqual(
			pieces.flatMap(piece => decoder.take(piece)),
			events,
			`pieces of ${size}`,
		)
	}
})

test('an event that has not ended is not given', () => {
	assert.deepEqual(new EventDecoder().take('event: state\ndata: 1\n'), [])
})

test('error: a line without end', () => {
	const decoder = new EventDecoder()
	assert.throws(
		() => {
			for (let mebibytes = 0; mebibytes < 6; mebibytes++) decoder.take('x'.repeat(1024 * 1024))
		},
		{ name: 'ConnectionError' },
	)
})
