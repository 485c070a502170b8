import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forTerminal, oneLine } from './foreign-text.ts'
import { createPaint } from './paint.ts'

const paint = createPaint(true)

test('our own styles reach the terminal, and no one else’s', () => {
	assert.equal(forTerminal(paint.bold(`a ${paint.red('b')}`)), '\x1b[1ma \x1b[31mb\x1b[39m\x1b[22m')
	const foreign = '\x1b[31mred\x1b[39m \x1b[8mhidden \x1b]0;title\x07 \x9b2J \x1b[12345;31m'
	const shown = '\\u{1b}[31mred\\u{1b}[39m \\u{1b}[8mhidden \\u{1b}]0;title\\u{7} \\u{9b}2J \\u{1b}[12345;31m'
	assert.equal(forTerminal(foreign), shown)
	assert.equal(forTerminal(paint.dim(foreign)), `\x1b[2m${shown}\x1b[22m`)
})

test('a line that stays one keeps its styles', () => {
	assert.equal(forTerminal(oneLine(paint.red('a\n\tb'))), '\x1b[31ma\\u{a}\\u{9}b\x1b[39m')
})
