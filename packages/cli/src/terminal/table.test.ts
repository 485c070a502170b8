import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPaint } from './paint.ts'
import { formatFacts, formatTable } from './table.ts'

test('a column is as wide as its widest cell, escape sequences not counted', () => {
	const { red } = createPaint(true)
	const lines = formatTable(
		['NAME', { number: 'AMOUNT' }, 'STATE'],
		[
			['a', '1', red('bad')],
			['longer', '12345678', 'good'],
		],
		createPaint(false),
	)
	assert.deepEqual(lines, ['NAME      AMOUNT  STATE', `a              1  ${red('bad')}`, 'longer  12345678  good'])
})

test('facts without a value are left out', () => {
	const lines = formatFacts(
		[
			['state', 'settled'],
			['transaction', undefined],
		],
		createPaint(false),
	)
	assert.deepEqual(lines, ['state        settled'])
})
