import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedOrder } from '../testing/order-fixture.ts'
import { IntentReadings } from './intents.ts'

test('a reading is found by exactly its bytes, and the oldest of more than 1,024 is forgotten', () => {
	const readings = new IntentReadings()
	const intent = signedOrder()
	for (let n = 0; n <= 1_024; n++) readings.keep(`${n}`, intent)
	assert.equal(readings.of('0'), undefined)
	assert.equal(readings.of('1'), intent)
	assert.equal(readings.of('1024'), intent)
	assert.equal(readings.of('1025'), undefined)
})
