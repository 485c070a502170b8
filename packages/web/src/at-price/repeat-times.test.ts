import assert from 'node:assert/strict'
import { it } from 'node:test'
import { everyOf } from './every.ts'
import { nextTime, timeState } from './repeat-times.ts'

it('keeps the rhythm, and leaves out the times that have passed', () => {
	const times = { everyMs: 60_000, nextAtMs: 100_000 }
	assert.equal(nextTime(times, 99_999), 100_000)
	assert.equal(nextTime(times, 100_000), 160_000)
	assert.equal(nextTime(times, 159_999), 160_000)
	assert.equal(nextTime(times, 400_001), 460_000)
})

it('rings for a time that has just come, not for one that passed while no page was open', () => {
	assert.equal(timeState({ nextAtMs: 100_000 }, 99_999), 'ahead')
	assert.equal(timeState({ nextAtMs: 100_000 }, 100_000), 'due')
	assert.equal(timeState({ nextAtMs: 100_000 }, 160_000), 'due')
	assert.equal(timeState({ nextAtMs: 100_000 }, 160_001), 'missed')
})

it('takes whole minutes and hours, from a minute to a week', () => {
	assert.equal(everyOf('1', 'minutes'), 60_000)
	assert.equal(everyOf(' 90 ', 'minutes'), 5_400_000)
	assert.equal(everyOf('168', 'hours'), 604_800_000)
	for (const count of ['', '0', '-1', '1.5', '1e3', '169', 'x']) assert.equal(everyOf(count, 'hours'), undefined, count)
})
