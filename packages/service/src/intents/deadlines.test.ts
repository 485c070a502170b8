import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillBeforeMs, fillExpiry, orderExpiry } from './deadlines.ts'

const nowMs = 1_700_000_000_400

const cases = [
	// shows decision 8: The fill deadline is 3 s, 8 s before the expiry and at least 1 s ahead
	{ title: 'a maker has 3 s if the expiry is far enough ahead', expiresAtS: 1_700_000_045, expected: nowMs + 3_000 },
	// shows decision 8: The fill deadline is 3 s, 8 s before the expiry and at least 1 s ahead
	{ title: 'the deadline is at least 8 s before the expiry', expiresAtS: 1_700_000_010, expected: 1_700_000_002_000 },
	// shows decision 8: The fill deadline is 3 s, 8 s before the expiry and at least 1 s ahead
	{ title: 'a deadline less than 1 s ahead is undefined', expiresAtS: 1_700_000_009, expected: undefined },
]

for (const { title, expiresAtS, expected } of cases) {
	test(title, () => assert.equal(fillBeforeMs({ nowMs, expiresAtS }), expected))
}

test('a deadline counts as makers see it, in whole seconds', () => {
	// 1.4 s ahead, but only 0.9 s when rounded down.
	assert.equal(fillBeforeMs({ nowMs: nowMs + 100, expiresAtS: 1_700_000_009 }), undefined)
	assert.equal(fillBeforeMs({ nowMs: 1_700_000_000_000, expiresAtS: 1_700_000_009 }), 1_700_000_001_000)
})

// shows limits: Limit: expiry 15 to 60 s
test('an order expires 15 to 60 s after the second in which it was received', () => {
	assert.deepEqual(orderExpiry(1_000_000), { minS: 1_015, maxS: 1_060 })
	assert.deepEqual(orderExpiry(1_000_999), { minS: 1_015, maxS: 1_060 })
	assert.deepEqual(orderExpiry(1_001_000), { minS: 1_016, maxS: 1_061 })
})

// shows decision 9: Expiry of fills
test('a fill lasts at least 10 s, or as long as a shorter order, and at most 60 s', () => {
	assert.deepEqual(fillExpiry({ receivedAtMs: 1_000_500, orderExpiresAtS: 1_045 }), { minS: 1_010, maxS: 1_060 })
	assert.deepEqual(fillExpiry({ receivedAtMs: 1_000_500, orderExpiresAtS: 1_009 }), { minS: 1_009, maxS: 1_060 })
	assert.deepEqual(fillExpiry({ receivedAtMs: 1_000_500, orderExpiresAtS: 1_010 }), { minS: 1_010, maxS: 1_060 })
})
