import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backoffMs } from './retry.ts'

const backoff = { minMs: 100, maxMs: 1_000 }

test('the pause doubles with every attempt and is bounded', () => {
	const pauses = [0, 1, 2, 3, 4, 50].map(attempt => backoffMs(backoff, attempt, () => 0.999))
	assert.deepEqual(pauses, [100, 200, 400, 800, 1_000, 1_000])
})

test('half of the pause is random', () => {
	assert.equal(
		backoffMs(backoff, 1, () => 0),
		100,
	)
	assert.equal(
		backoffMs(backoff, 1, () => 0.5),
		150,
	)
})
