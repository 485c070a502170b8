import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { benches } from '../../bench/benches.ts'

const page = readFileSync(new URL('../../docs/project/benchmarks.md', import.meta.url), 'utf8')
const names = Object.keys(benches)

test('the table of benchmarks lists every benchmark, in running order', () => {
	const shown = [...page.matchAll(/^\| `([a-z]+)` \|/gm)].map(([, name]) => name)
	assert.deepEqual(shown, names)
})

test('the figures on the page are of existing benchmarks, in the same order', () => {
	const figures = [...page.matchAll(/^### ([a-z]+)$/gm)].map(([, name = '']) => name)
	assert.deepEqual(
		figures,
		names.filter(name => figures.includes(name)),
	)
})

test('every benchmark that the page tells readers to run exists', () => {
	const told = [...page.matchAll(/npm run bench -- ((?:[a-z]+(?:=[a-z0-9]+)? ?)+)/g)]
		.flatMap(([, given = '']) => given.trim().split(' '))
		.map(given => given.split('=')[0] ?? '')
	assert.ok(told.length > 0)
	assert.deepEqual(
		told.filter(name => !names.includes(name)),
		[],
	)
})
