import assert from 'node:assert/strict'
import { it } from 'node:test'
import { shown } from './shown.ts'

it('says in a few words what was passed', () => {
	const cases: [unknown, string][] = [
		[undefined, 'nothing'],
		[null, 'null'],
		['1e3', '"1e3"'],
		['4d22'.repeat(20), '"4d224d224d224d22…" of 80 characters'],
		[100, 'the number 100'],
		[Number.NaN, 'the number NaN'],
		[5n, 'the bigint 5n'],
		[true, 'true'],
		[() => 1, 'a function'],
		[new Date(0), 'a Date'],
		[[], 'an empty array'],
		[[1, 2], 'an array of 2'],
		[{}, 'an object {}'],
		[{ symbol: 1, amount: 2 }, 'an object {symbol, amount}'],
		[{ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1 }, 'an object {a, b, c, d, e, f, …}'],
	]
	for (const [value, text] of cases) assert.equal(shown(value), text)
	for (const bytes of [new Uint8Array(2), Buffer.from('4d'), JSON.parse(JSON.stringify(Buffer.from('4d')))])
		assert.match(shown(bytes), /^bytes: .*toString\('hex'\)$/)
})

it('is never long', () => {
	assert.ok(shown({ ['x'.repeat(1000)]: 1 }).length < 200)
	assert.ok(shown('x'.repeat(100_000)).length < 100)
})
