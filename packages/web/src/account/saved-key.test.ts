import assert from 'node:assert/strict'
import { it } from 'node:test'
import { printedKey } from './play-account.ts'
import { readKey, writeKey } from './saved-key.ts'

function memory(first?: string) {
	const saved = new Map<string, string>()
	if (first !== undefined) saved.set('accord.play-key', first)
	return {
		getItem: (key: string) => saved.get(key) ?? null,
		setItem: (key: string, value: string) => void saved.set(key, value),
		removeItem: (key: string) => void saved.delete(key),
	}
}

it('saves the key of a tab until the user signs out', () => {
	const storage = memory()
	assert.equal(readKey(storage), undefined)
	writeKey(storage, printedKey(2))
	assert.deepEqual(readKey(storage), printedKey(2))
	writeKey(storage, undefined)
	assert.equal(readKey(storage), undefined)
})

it('an invalid key is ignored', () => {
	const key = printedKey(1)
	for (const wrong of [
		'{',
		'null',
		'[]',
		JSON.stringify({ ...key, privateKeyHex: '12' }),
		JSON.stringify({ ...key, curve: 'P256' }),
	])
		assert.equal(readKey(memory(wrong)), undefined, wrong)
})
