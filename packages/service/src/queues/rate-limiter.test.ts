import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RateLimiter } from './rate-limiter.ts'

test('counts each client separately', () => {
	const limiter = new RateLimiter({ perMinute: 1 })
	assert.deepEqual(limiter.take('a', 0), { limit: 1, remaining: 0, resetS: 60, isExceeded: false })
	assert.deepEqual(limiter.take('b', 0), { limit: 1, remaining: 0, resetS: 60, isExceeded: false })
	assert.deepEqual(limiter.take('a', 59_001), { limit: 1, remaining: 0, resetS: 1, isExceeded: true })
	assert.deepEqual(limiter.take('a', 60_000), { limit: 1, remaining: 0, resetS: 60, isExceeded: false })
})

test('requests beyond the limit are not counted', () => {
	const limiter = new RateLimiter({ perMinute: 1 })
	assert.equal(limiter.takeUnlessSpent('a', 0)?.remaining, 0)
	assert.equal(limiter.takeUnlessSpent('a', 1), undefined)
	assert.equal(limiter.takeUnlessSpent('a', 60_000)?.remaining, 0)
})

test('requests come back steadily, and only ten seconds’ worth can be sent at once', () => {
	const limiter = new RateLimiter({ perMinute: 6_000 })
	for (let request = 1; request <= 1_000; request++) assert.equal(limiter.take('a', 0).isExceeded, false)
	assert.deepEqual(limiter.take('a', 0), { limit: 6_000, remaining: 0, resetS: 1, isExceeded: true })
	assert.equal(limiter.take('a', 10).isExceeded, false)
	assert.equal(limiter.take('a', 19).isExceeded, true)
	assert.equal(limiter.take('a', 60_000).remaining, 999)
})

test('an expensive request counts as several; one beyond the limit costs nothing', () => {
	const limiter = new RateLimiter({ perMinute: 60 })
	assert.deepEqual(limiter.take('a', 0, 50), { limit: 60, remaining: 10, resetS: 50, isExceeded: false })
	assert.deepEqual(limiter.take('a', 0, 20), { limit: 60, remaining: 0, resetS: 10, isExceeded: true })
	assert.equal(limiter.take('a', 0, 10).remaining, 0)
	assert.equal(new RateLimiter({ perMinute: 2 }).take('a', 0, 10).isExceeded, false)
})

test('remembers a limited number of clients, the newest', () => {
	const limiter = new RateLimiter({ perMinute: 1 })
	limiter.take('first', 0)
	for (let client = 0; client < 50_000; client++) limiter.take(String(client), 1)
	assert.equal(limiter.take('49999', 2).isExceeded, true)
	assert.equal(limiter.take('first', 2).isExceeded, false)
})
