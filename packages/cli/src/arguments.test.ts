import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSeconds, parseWholeNumber } from './arguments.ts'

const durations: [text: string, seconds: number][] = [
	['0', 0],
	['90', 90],
	['90s', 90],
	['15m', 900],
	['24h', 86_400],
	['7d', 604_800],
]

for (const [text, seconds] of durations)
	test(`${text} is ${seconds} seconds`, () => assert.equal(parseSeconds('--overlap', text, 2_592_000), seconds))

for (const text of ['', 'h', '1.5h', '-1', '31d', '10 m', '1w'])
	test(`error: '${text}' is not a duration`, () => {
		assert.throws(() => parseSeconds('--overlap', text, 2_592_000), { name: 'UsageError', message: /^--overlap / })
	})

test('error: a number out of bounds is refused by name', () => {
	assert.equal(parseWholeNumber('--limit', '500', { min: 1, max: 500 }), 500)
	for (const text of ['0', '501', 'x', '1e2', ''])
		assert.throws(() => parseWholeNumber('--limit', text, { min: 1, max: 500 }), {
			name: 'UsageError',
			message: /^--limit must be a whole number/,
		})
})
