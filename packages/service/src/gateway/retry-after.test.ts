import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GatewayError } from '@accord/ledger'
import { RetryAfter } from './watched-gateway.ts'

const startMs = 1_790_000_000_000

const waits: [retryAfter: string | undefined, waitedMs: number][] = [
	[undefined, 1_000],
	['0', 1_000],
	['30', 30_000],
	[new Date(startMs + 12_000).toUTCString(), 12_000],
	['Thu, 01 Jan 1970 00:00:00 GMT', 1_000],
	['soon', 1_000],
	['999999999', 300_000],
]

for (const [header, waitedMs] of waits) {
	test(`after 429 with Retry-After ${header}, nothing is called for ${waitedMs / 1000} s`, () => {
		const clock = { atMs: startMs, nowMs: () => clock.atMs }
		const retryAfter = new RetryAfter(clock)
		retryAfter.requirePassed()
		const limited = new GatewayError('unavailable', 'limited', { status: 429, retryAfter: header })
		const error = retryAfter.note(limited)
		assert.ok(error instanceof GatewayError)
		assert.deepEqual([error.kind, error.retryAfter], ['unavailable', String(waitedMs / 1000)])
		clock.atMs += waitedMs - 1
		assert.throws(() => retryAfter.requirePassed(), { kind: 'unavailable', retryAfter: '1' })
		clock.atMs += 1
		retryAfter.requirePassed()
	})
}

test('other failures delay nothing; a 503 with Retry-After does', () => {
	const retryAfter = new RetryAfter({ nowMs: () => startMs })
	const plain = new GatewayError('unavailable', 'down', { status: 503 })
	assert.equal(retryAfter.note(plain), plain)
	retryAfter.requirePassed()
	retryAfter.note(new GatewayError('unavailable', 'down', { status: 503, retryAfter: '2' }))
	assert.throws(() => retryAfter.requirePassed(), { retryAfter: '2' })
})
