import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agoText, lengthText, momentText } from './time-text.ts'

const lengths: [ms: number, text: string][] = [
	[-5, '0 s'],
	[999, '0 s'],
	[12_000, '12 s'],
	[60_000, '1 min'],
	[3_725_000, '1 h 2 min'],
	[3_605_000, '1 h'],
	[90_000_000, '1 d 1 h'],
]

for (const [ms, text] of lengths) test(`${ms} ms are ${text}`, () => assert.equal(lengthText(ms), text))

test('moments are told in UTC, and how long ago they were', () => {
	assert.equal(momentText(1_700_000_000_123), '2023-11-14 22:13:20Z')
	assert.equal(agoText(1_000, 1_500), 'now')
	assert.equal(agoText(1_000, 6_000), '5 s ago')
})
