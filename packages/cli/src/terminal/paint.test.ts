import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPaint, cutTo, wantsColours, widthOf } from './paint.ts'

const { red, bold } = createPaint(true)

test('colours are for terminals, and not for those who ask for none', () => {
	const terminal = { isTTY: true }
	assert.equal(wantsColours(terminal, {}), true)
	assert.equal(wantsColours({}, {}), false)
	assert.equal(wantsColours(terminal, { NO_COLOR: '1' }), false)
	assert.equal(wantsColours(terminal, { NO_COLOR: '' }), true)
	assert.equal(wantsColours(terminal, { TERM: 'dumb' }), false)
	assert.equal(createPaint(false).red('text'), 'text')
})

test('marks take no columns', () => {
	assert.equal(widthOf(`a${red('bc')}d`), 4)
	assert.equal(widthOf(bold(red('bc'))), 2)
})

test('a text is cut at its columns, and what was begun before the cut is ended', () => {
	assert.equal(cutTo('abcdef', 4), 'abcd')
	assert.equal(cutTo('abc', 4), 'abc')
	assert.equal(cutTo(`ab${red('cdef')}`, 4), `ab${red('cd')}`)
	assert.equal(widthOf(cutTo(`${bold('ab')}${red('cdef')}gh`, 3)), 3)
	assert.ok(cutTo(`ab${red('cdef')}`, 4).endsWith('\x1b[39m'))
})
