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

test('can leave requests beyond the limit uncounted', () => {
	const limiter = new RateLimiter({ perMinute: 1 })
	assert.equal(limiter.takeUnlessSpent('a', 0)?.remaining, 0)
	assert.equal(limiter.takeUnlessSpent('a', 1), undefined)
	assert.equal(limiter.takeUnlessSpent('a', 60_000)?.remaining, 0)
})

test('remembers a limited number of clients, the newest', () => {
	const limiter = new RateLimiter({ perMinute: 1 })
	limiter.take('first', 0)
	for (let client = 0; client < 50_000; client++) limiter.take(String(client), 1)
	assert.equal(limiter.take('49999', 2).isExceeded, true)
	assert.equal(limiter.take('first', 2).isExceeded, false)
})
