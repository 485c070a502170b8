import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settledTrace } from './trace-fixture.ts'
import { formatDuration, tradeTimes } from './trade-times.ts'

test('times count from when the order was accepted', () => {
	assert.deepEqual(tradeTimes(settledTrace), { filledMs: 30, publishedMs: 45, committedMs: 800 })
})

test('a stage that has not been reached has no time', () => {
	assert.deepEqual(tradeTimes({ ...settledTrace, events: settledTrace.events.slice(0, 2) }), {})
})

test('durations are rounded down to what can be read at a glance', () => {
	assert.deepEqual([0, 999, 1_000, 1_499, 61_000].map(formatDuration), ['0 ms', '999 ms', '1.0 s', '1.4 s', '61.0 s'])
})
