import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundsS, Durations } from './metrics.ts'

test('each duration counts in the first bucket whose bound it does not exceed, or in the last', () => {
	const durations = new Durations()
	for (const ms of [0, 0.5, 0.51, 60_000, 60_001]) durations.observe(ms)
	const at = (bucket: number) => durations.buckets[bucket]
	assert.deepEqual([at(0), at(1), at(boundsS.length - 1), at(boundsS.length)], [2, 1, 1, 1])
	assert.deepEqual([durations.count, durations.sumS.toFixed(4)], [5, '120.0020'])
})

test('failing work is timed too', async () => {
	const durations = new Durations()
	await assert.rejects(
		durations.time(() => Promise.reject(new Error('no'))),
		/no/,
	)
	assert.equal(await durations.time(async () => 'yes'), 'yes')
	assert.equal(durations.count, 2)
})
