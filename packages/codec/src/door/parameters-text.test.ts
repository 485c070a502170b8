import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parametersText } from './parameters-text.ts'

test('plain data becomes JSON, and undefined members are absent', () => {
	assert.equal(parametersText([{ a: 1, b: undefined, c: null }, 'text']), '[{"a":1,"c":null},"text"]')
})

test('a first parameter that is text is null, and follows unescaped', () => {
	assert.equal(parametersText(['text', 242]), '[null,242]\ntext')
	assert.equal(parametersText(['"\n\\🦀']), '[null]\n"\n\\🦀')
	assert.equal(parametersText(['', { a: 1 }]), '[null,{"a":1}]\n')
	assert.equal(parametersText([242, 'text']), '[242,"text"]')
	assert.equal(parametersText([]), '[]')
})

test('half of a surrogate pair is not text', () => {
	assert.equal(parametersText(['4d\ud800', 242]), '["4d\\ud800",242]')
})

test('error: a number that is not a safe integer, anywhere', () => {
	for (const number of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0.5, 2 ** 53, -(2 ** 53)])
		for (const parameters of [[number], [{ header: { maxTimestampS: number } }], [[[number]]], ['text', number]])
			assert.throws(() => parametersText(parameters), { code: 'bad_argument' }, String(number))
})

test('error: anything but plain data', () => {
	const cycle: unknown[] = []
	cycle.push(cycle)
	for (const parameters of [cycle, [1n]]) assert.throws(() => parametersText(parameters), { code: 'bad_argument' })
})

test('error: more than the codec accepts at all', () => {
	const long = 'x'.repeat(17 * 1024 * 1024)
	for (const parameters of [[long], [{ long }]]) assert.throws(() => parametersText(parameters), { code: 'too_large' })
})
