import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timestampText } from '@accord/protocol'
import { agoText } from './time-text.ts'

test('timestamps are in UTC, or relative to now', () => {
	assert.equal(timestampText(1_700_000_000_123), '2023-11-14 22:13:20Z')
	assert.equal(agoText(1_000, 1_500), 'now')
	assert.equal(agoText(1_000, 6_000), '5 s ago')
})
