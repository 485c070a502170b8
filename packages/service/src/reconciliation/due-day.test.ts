import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs, dueDay } from './due-day.ts'

const nowMs = Date.parse('2026-11-22T00:15:00Z')
const keptMs = 30 * dayMs
const due = (known: { day: string; checkedAtMs: number }[], { atMs = nowMs, kept = keptMs } = {}) =>
	dueDay(known, { nowMs: atMs, keptMs: kept })
/** Compared after the day was over. */
const compared = (day: string) => ({ day, checkedAtMs: Date.parse(day) + 2 * dayMs })

test('without any comparison the last day is due, a quarter of an hour after its end', () => {
	assert.equal(due([]), '2026-11-21')
	assert.equal(due([], { atMs: nowMs - 1 }), '2026-11-20')
})

test('days between those compared and the last are due, the oldest first', () => {
	const known = ['2026-11-19', '2026-11-17'].map(compared)
	assert.equal(due(known), '2026-11-18')
	assert.equal(due([...known, compared('2026-11-18')]), '2026-11-20')
	assert.equal(due(['2026-11-21', '2026-11-20', '2026-11-19'].map(compared)), undefined)
})

test('a day compared before it was over is due again', () => {
	const early = { day: '2026-11-21', checkedAtMs: Date.parse('2026-11-21T12:00:00Z') }
	assert.equal(due([early, compared('2026-11-20')]), '2026-11-21')
	assert.equal(due([{ ...early, checkedAtMs: nowMs }, compared('2026-11-20')]), undefined)
})

test('a day whose orders may have been removed is not due, nor one more than a month ago', () => {
	const known = ['2026-11-10', '2026-11-21'].map(compared)
	assert.equal(due(known), '2026-11-11')
	assert.equal(due(known, { kept: 7 * dayMs }), '2026-11-16')
	assert.equal(due([compared('2026-09-01')]), '2026-11-21')
})
