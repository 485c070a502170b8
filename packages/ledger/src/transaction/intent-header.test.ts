import assert from 'node:assert/strict'
import { test } from 'node:test'
import { intentHeader, intersectWindows } from '../codec.ts'

test('windows intersect to the latest start and the earliest end', () => {
	const windows = [
		{ startEpoch: 2, endEpoch: 9, maxTimestampS: 100 },
		{ startEpoch: 3, endEpoch: 8, minTimestampS: 50, maxTimestampS: 90 },
		{ startEpoch: 1, endEpoch: 10 },
	]
	assert.deepEqual(intersectWindows(windows), { startEpoch: 3, endEpoch: 8, minTimestampS: 50, maxTimestampS: 90 })
	assert.deepEqual(intersectWindows([{ startEpoch: 1, endEpoch: 10 }]), { startEpoch: 1, endEpoch: 10 })
})

test('a header has a random discriminator unless one is passed', () => {
	const window = { startEpoch: 1, endEpoch: 2 }
	const fresh = intentHeader({ networkId: 242, window })
	assert.notEqual(fresh.intentDiscriminator, intentHeader({ networkId: 242, window }).intentDiscriminator)
	assert.deepEqual(intentHeader({ networkId: 242, window, discriminator: '7' }), {
		networkId: 242,
		startEpoch: 1,
		endEpoch: 2,
		intentDiscriminator: '7',
	})
})
