import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPaint } from './paint.ts'
import { formatFacts, formatTable } from './table.ts'

test('columns are as wide as what is in them, its marks not counted', () => {
	const { red } = createPaint(true)
	const lines = formatTable(
		[{ title: 'NAME' }, { title: 'AMOUNT', align: 'right' }, { title: 'STATE' }],
		[
			['a', '1', red('bad')],
			['longer', '12345678', 'good'],
		],
		createPaint(false),
	)
	assert.deepEqual(lines, ['NAME      AMOUNT  STATE', `a              1  ${red('bad')}`, 'longer  12345678  good'])
})

test('of facts those without a value are left out', () => {
	const lines = formatFacts(
		[
			['state', 'settled'],
			['transaction', undefined],
		],
		createPaint(false),
	)
	assert.deepEqual(lines, ['state        settled'])
})
