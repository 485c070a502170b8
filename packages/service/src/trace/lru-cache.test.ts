import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LruCache } from './lru-cache.ts'

test('keeps what was asked for last, at most so many', () => {
	const cache = new LruCache<number>({ max: 2 })
	cache.set('a', 1)
	cache.set('b', 2)
	assert.equal(cache.get('a'), 1)
	cache.set('c', 3)
	assert.deepEqual([cache.get('a'), cache.get('b'), cache.get('c'), cache.size], [1, undefined, 3, 2])
})

test('a value that is set again takes no second place', () => {
	const cache = new LruCache<number>({ max: 2 })
	for (const value of [1, 2, 3]) cache.set('a', value)
	cache.set('b', 4)
	assert.deepEqual([cache.get('a'), cache.get('b'), cache.size], [3, 4, 2])
})

test('values may have a size; one takes the place of several, and one that is too large is not kept', () => {
	const cache = new LruCache<string>({ max: 4, sizeOf: text => text.length })
	for (const text of ['a', 'b', 'ccc']) cache.set(text, text)
	assert.deepEqual([cache.get('a'), cache.get('b'), cache.get('ccc'), cache.size], [undefined, 'b', 'ccc', 4])
	cache.set('b', 'too large')
	assert.deepEqual([cache.get('b'), cache.size], [undefined, 3])
})
