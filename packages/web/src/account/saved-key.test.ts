import assert from 'node:assert/strict'
import { it } from 'node:test'
import { printedKey } from './play-account.ts'
import { readKey, writeKey } from './saved-key.ts'

const address = 'account_sim168mcqd0sh7j64zreg5qmdujkttr3xrf33tgrc0nuwue956jqmaa9fv'

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
	const owner = { ...printedKey(2), address }
	writeKey(storage, owner)
	assert.deepEqual(readKey(storage), owner)
	writeKey(storage, undefined)
	assert.equal(readKey(storage), undefined)
})

it('an invalid key is ignored', () => {
	const key = { ...printedKey(1), address }
	for (const wrong of [
		'{',
		'null',
		'[]',
		JSON.stringify({ ...key, privateKeyHex: '12' }),
		JSON.stringify({ ...key, curve: 'P256' }),
		JSON.stringify(printedKey(1)),
	])
		assert.equal(readKey(memory(wrong)), undefined, wrong)
})
