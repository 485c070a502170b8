import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areTooMany } from './trading-checks.ts'

// shows decision 38: The doctor runs every check and says what to do
test('more than one failure in five is too many, and a single one only if nothing else succeeded', () => {
	const tolerated = [
		[0, 0],
		[0, 1],
		[1, 2],
		[1, 3],
		[1, 4],
		[1, 5],
		[2, 10],
		[20, 100],
	] as const
	for (const [failed, all] of tolerated) assert.equal(areTooMany(failed, all), false, `${failed} of ${all}`)
	const many = [
		[1, 1],
		[2, 2],
		[2, 3],
		[2, 4],
		[3, 4],
		[4, 4],
		[2, 9],
		[21, 100],
	] as const
	for (const [failed, all] of many) assert.equal(areTooMany(failed, all), true, `${failed} of ${all}`)
})
