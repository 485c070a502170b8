import assert from 'node:assert/strict'
import { it } from 'node:test'
import { durationText } from './duration.ts'

it('shows the two largest units', () => {
	for (const [ms, wanted] of [
		[-5, '0 s'],
		[999, '0 s'],
		[12_000, '12 s'],
		[60_000, '1 min'],
		[3_661_000, '1 h 1 min'],
		[3_605_000, '1 h'],
		[3_725_000, '1 h 2 min'],
		[90_000_000, '1 d 1 h'],
		[86_405_000, '1 d'],
	] as const)
		assert.equal(durationText(ms), wanted)
})
