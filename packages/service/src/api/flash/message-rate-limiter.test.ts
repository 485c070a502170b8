import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MessageRateLimiter, type Verdict } from './message-rate-limiter.ts'

function verdicts(
	limiter: MessageRateLimiter,
	{ times, atMs }: { times: number; atMs: number },
): Record<Verdict, number> {
	const counts = { pass: 0, refuse: 0, disconnect: 0 }
	for (let n = 0; n < times; n++) counts[limiter.take(atMs)] += 1
	return counts
}

// shows maker addition: Messages per second are limited
test('one second’s worth passes at once, as many again are refused, then the session is disconnected', () => {
	const limiter = new MessageRateLimiter({ perSecond: 10 })
	assert.deepEqual(verdicts(limiter, { times: 25, atMs: 1000 }), { pass: 10, refuse: 10, disconnect: 5 })
})

test('a steady stream at the rate passes', () => {
	const limiter = new MessageRateLimiter({ perSecond: 10 })
	for (let n = 0; n < 100; n++) assert.equal(limiter.take(n * 100), 'pass')
})

test('the limit refills with time, up to one second’s worth', () => {
	const limiter = new MessageRateLimiter({ perSecond: 10 })
	verdicts(limiter, { times: 15, atMs: 0 })
	assert.deepEqual(verdicts(limiter, { times: 6, atMs: 1000 }), { pass: 5, refuse: 1, disconnect: 0 })
	assert.deepEqual(verdicts(limiter, { times: 11, atMs: 1_000_000 }), { pass: 10, refuse: 1, disconnect: 0 })
})

test('a clock that goes back refills nothing', () => {
	const limiter = new MessageRateLimiter({ perSecond: 2 })
	const taken = [1000, 1000, 0, 500].map(atMs => limiter.take(atMs))
	assert.deepEqual(taken, ['pass', 'pass', 'refuse', 'refuse'])
})
