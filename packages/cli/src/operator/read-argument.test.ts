import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSeconds, readWholeNumber } from './read-argument.ts'

const times: [text: string, seconds: number][] = [
	['0', 0],
	['90', 90],
	['90s', 90],
	['15m', 900],
	['24h', 86_400],
	['7d', 604_800],
]

for (const [text, seconds] of times)
	test(`${text} are ${seconds} seconds`, () => assert.equal(readSeconds('--overlap', text, 2_592_000), seconds))

for (const text of ['', 'h', '1.5h', '-1', '31d', '10 m', '1w'])
	test(`error: '${text}' is no time`, () => {
		assert.throws(() => readSeconds('--overlap', text, 2_592_000), { name: 'UsageError', message: /^--overlap / })
	})

test('error: a number out of its bounds is refused by name', () => {
	assert.equal(readWholeNumber('--limit', '500', { min: 1, max: 500 }), 500)
	for (const text of ['0', '501', 'x', '1e2', ''])
		assert.throws(() => readWholeNumber('--limit', text, { min: 1, max: 500 }), {
			message: /^--limit is a whole number/,
		})
})
