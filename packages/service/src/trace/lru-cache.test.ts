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
	assert.deepEqual([cache.get('a'), cache.get('b')], [3, 4])
})
