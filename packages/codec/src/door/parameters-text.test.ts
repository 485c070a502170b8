import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parametersText } from './parameters-text.ts'

test('plain data is JSON, and what is undefined is absent', () => {
	assert.equal(parametersText([{ a: 1, b: undefined, c: null }, 'text']), '[{"a":1,"c":null},"text"]')
})

test('error: a number that is not a safe integer, wherever it is', () => {
	for (const number of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0.5, 2 ** 53, -(2 ** 53)])
		for (const parameters of [[number], [{ header: { maxTimestampS: number } }], [[[number]]]])
			assert.throws(() => parametersText(parameters), { code: 'bad_argument' }, String(number))
})

test('error: what is not plain data', () => {
	const cycle: unknown[] = []
	cycle.push(cycle)
	for (const parameters of [cycle, [1n]]) assert.throws(() => parametersText(parameters), { code: 'bad_argument' })
})

test('error: more than anything that the codec accepts', () => {
	assert.throws(() => parametersText(['x'.repeat(17 * 1024 * 1024)]), { code: 'too_large' })
})
