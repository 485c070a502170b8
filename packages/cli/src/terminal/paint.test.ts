import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPaint, supportsColour, truncate, widthOf } from './paint.ts'

const { red, bold } = createPaint(true)

test('colours are written to terminals only, and not under NO_COLOR', () => {
	const terminal = { isTTY: true }
	assert.equal(supportsColour(terminal, {}), true)
	assert.equal(supportsColour({}, {}), false)
	assert.equal(supportsColour(terminal, { NO_COLOR: '1' }), false)
	assert.equal(supportsColour(terminal, { NO_COLOR: '' }), true)
	assert.equal(supportsColour(terminal, { TERM: 'dumb' }), false)
	assert.equal(createPaint(false).red('text'), 'text')
})

test('escape sequences take no columns', () => {
	assert.equal(widthOf(`a${red('bc')}d`), 4)
	assert.equal(widthOf(bold(red('bc'))), 2)
})

test('a text is cut at its columns, and a style that begins before the cut also ends', () => {
	assert.equal(truncate('abcdef', 4), 'abcd')
	assert.equal(truncate('abc', 4), 'abc')
	assert.equal(truncate(`ab${red('cdef')}`, 4), `ab${red('cd')}`)
	assert.equal(widthOf(truncate(`${bold('ab')}${red('cdef')}gh`, 3)), 3)
	assert.ok(truncate(`ab${red('cdef')}`, 4).endsWith(';39m'))
})
