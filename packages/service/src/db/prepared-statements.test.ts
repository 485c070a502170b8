import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StatementNames } from './postgres-sessions.ts'

const runs = (names: StatementNames, text: string, count: number) =>
	Array.from({ length: count }, () => names.nameOf(text)).at(-1)

test('a frequent text gets a name, which it keeps', () => {
	const names = new StatementNames()
	assert.equal(runs(names, 'select $1', 127), undefined)
	const name = names.nameOf('select $1')
	assert.ok(name !== undefined)
	assert.equal(names.nameOf('select $1'), name)
	assert.notEqual(runs(names, 'select $2', 128), name)
})

test('the names are bounded, and texts run once take none', () => {
	const names = new StatementNames()
	for (let n = 0; n < 5000; n++) assert.equal(names.nameOf(`select ${n}, $1`), undefined)
	const given = Array.from({ length: 300 }, (_, n) => runs(names, `select $1, ${n}`, 128)).filter(Boolean)
	assert.equal(new Set(given).size, 128)
	assert.equal(given.length, 128)
	assert.ok(names.nameOf('select $1, 0') !== undefined)
})
