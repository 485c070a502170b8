import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillBeforeMs } from './windows.ts'

const nowMs = 1_700_000_000_400

const cases = [
	// shows decision 8: Windows: 3 s to fill, 8 s before the expiry, at least 1 s ahead
	{ title: 'a maker has 3 s while the expiry is far', expiresAtS: 1_700_000_045, expected: nowMs + 3_000 },
	// shows decision 8: Windows: 3 s to fill, 8 s before the expiry, at least 1 s ahead
	{ title: 'a fill must come 8 s before the expiry', expiresAtS: 1_700_000_010, expected: 1_700_000_002_000 },
	// shows decision 8: Windows: 3 s to fill, 8 s before the expiry, at least 1 s ahead
	{ title: 'a deadline less than 1 s ahead is not asked for', expiresAtS: 1_700_000_009, expected: undefined },
]

for (const { title, expiresAtS, expected } of cases) {
	test(title, () => assert.equal(fillBeforeMs({ nowMs, expiresAtS }), expected))
}

test('the deadline is held against the clock as makers see it, in whole seconds', () => {
	// 1.4 s ahead, but its floor is only 0.9 s ahead.
	assert.equal(fillBeforeMs({ nowMs: nowMs + 100, expiresAtS: 1_700_000_009 }), undefined)
	assert.equal(fillBeforeMs({ nowMs: 1_700_000_000_000, expiresAtS: 1_700_000_009 }), 1_700_000_001_000)
})
