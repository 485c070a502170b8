import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { chartTimes } from './chart-times.ts'

const zone = process.env.TZ
before(() => {
	process.env.TZ = 'Asia/Kathmandu'
})
after(() => {
	if (zone === undefined) delete process.env.TZ
	else process.env.TZ = zone
})

const atMs = Date.parse('2026-11-22T20:15:00Z')

test('times of the axis are the reader’s, and the axis begins days where the reader’s begin', () => {
	const times = chartTimes('15m', atMs)
	const drawnS = times.drawnS(atMs)
	assert.equal(new Date(drawnS * 1000).toISOString(), '2026-11-23T02:00:00.000Z')
	assert.equal(times.msOf(drawnS), atMs)
	assert.equal(times.label(drawnS, 'time'), '02:00')
	assert.equal(times.label(drawnS, 'day'), '23 Nov')
	assert.equal(times.full(drawnS), '23 Nov 2026, 02:00')
})

test('days are those of UTC', () => {
	const dayMs = Date.parse('2026-11-22T00:00:00Z')
	const times = chartTimes('1d', atMs)
	assert.equal(times.drawnS(dayMs) * 1000, dayMs)
	assert.equal(times.full(times.drawnS(dayMs)), '22 Nov 2026')
})
