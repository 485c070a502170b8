import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillExpiry, orderExpiry } from './expiry.ts'

// shows limits: Limit: expiry 15 to 60 s
test('an order expires 15 to 60 s after the second in which it was received', () => {
	assert.deepEqual(orderExpiry(1_000_000), { minS: 1_015, maxS: 1_060 })
	assert.deepEqual(orderExpiry(1_000_999), { minS: 1_015, maxS: 1_060 })
	assert.deepEqual(orderExpiry(1_001_000), { minS: 1_016, maxS: 1_061 })
})

// shows decision 9: Expiry of fills
test('a fill lasts at least 10 s, but no longer than its order has to, and at most 60 s', () => {
	assert.deepEqual(fillExpiry({ receivedAtMs: 1_000_500, orderExpiresAtS: 1_045 }), { minS: 1_010, maxS: 1_060 })
	assert.deepEqual(fillExpiry({ receivedAtMs: 1_000_500, orderExpiresAtS: 1_009 }), { minS: 1_009, maxS: 1_060 })
	assert.deepEqual(fillExpiry({ receivedAtMs: 1_000_500, orderExpiresAtS: 1_010 }), { minS: 1_010, maxS: 1_060 })
})
