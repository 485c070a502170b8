import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LiveScreen } from './live-screen.ts'
import { FakeScreen } from './screen-fixture.ts'

function open(size = { columns: 20, rows: 6 }) {
	const stream = new FakeScreen(size)
	stream.write('above\r\n')
	return { stream, screen: new LiveScreen(stream) }
}

test('a frame replaces the previous one, and the lines above it stay', () => {
	const { stream, screen } = open()
	screen.draw(['one', 'a longer second line', 'three'])
	assert.deepEqual(stream.lines, ['above', 'one', 'a longer second lin', 'three'])
	screen.draw(['first', 'second'])
	assert.deepEqual(stream.lines, ['above', 'first', 'second'])
	screen.draw(['1', '2', '3', '4'])
	assert.deepEqual(stream.lines, ['above', '1', '2', '3', '4'])
	screen.close()
})

// shows command: The live view
test('a frame is one write, so that no partial frame is visible', () => {
	const { stream, screen } = open()
	const before = stream.writes
	screen.draw(['one', 'two'])
	assert.equal(stream.writes, before + 1)
	screen.draw(['one', 'two'])
	assert.equal(stream.writes, before + 1, 'nothing has changed')
	screen.close()
})

test('lines that do not fit are cut, and the lines above do not scroll away', () => {
	const { stream, screen } = open()
	const lines = Array.from({ length: 30 }, (_, n) => `line ${n}`)
	for (const _ of [1, 2, 3]) screen.draw(lines)
	assert.deepEqual(stream.lines, ['above', 'line 0', 'line 1', 'line 2', 'line 3', 'line 4'])
	screen.close()
})

// shows command: The live view
test('when the terminal becomes narrower, wrapped lines of the previous frame are removed too', () => {
	const { stream, screen } = open({ columns: 20, rows: 10 })
	const lines = ['123456789012345678', 'short', '123456789012345678']
	screen.onResize(() => screen.draw(lines))
	screen.draw(lines)
	stream.resize({ columns: 10, rows: 10 })
	assert.deepEqual(stream.lines, ['above', '123456789', 'short', '123456789'])
	stream.resize({ columns: 20, rows: 3 })
	assert.deepEqual(stream.lines, ['above', '123456789012345678', 'short'])
	screen.close()
})

test('after closing, the last frame stays and the cursor is visible below it', () => {
	const { stream, screen } = open()
	screen.onResize(() => undefined)
	screen.draw(['one', 'two'])
	assert.equal(stream.isCursorShown, false)
	screen.close()
	assert.equal(stream.isCursorShown, true)
	assert.equal(stream.listeners, 0)
	stream.write('next')
	assert.deepEqual(stream.lines, ['above', 'one', 'two', 'next'])
	screen.draw(['late'])
	assert.deepEqual(stream.lines, ['above', 'one', 'two', 'next'])
})

test('a terminal that reports no size counts as 80 columns by 24 rows', () => {
	const stream = new FakeScreen({ columns: 0, rows: 0 })
	const screen = new LiveScreen(stream)
	assert.equal(screen.rows, 23)
	stream.columns = Number.NaN
	screen.draw(['x'.repeat(100), 'second'])
	assert.deepEqual(stream.lines, ['x'.repeat(79), 'second'])
	screen.close()
})
