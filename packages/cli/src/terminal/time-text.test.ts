import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agoText, durationText, timestampText } from './time-text.ts'

const durations: [ms: number, text: string][] = [
	[-5, '0 s'],
	[999, '0 s'],
	[12_000, '12 s'],
	[60_000, '1 min'],
	[3_725_000, '1 h 2 min'],
	[3_605_000, '1 h'],
	[90_000_000, '1 d 1 h'],
]

for (const [ms, text] of durations) test(`${ms} ms is ${text}`, () => assert.equal(durationText(ms), text))

test('timestamps are in UTC, or relative to now', () => {
	assert.equal(timestampText(1_700_000_000_123), '2023-11-14 22:13:20Z')
	assert.equal(agoText(1_000, 1_500), 'now')
	assert.equal(agoText(1_000, 6_000), '5 s ago')
})
