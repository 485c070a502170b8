import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockError } from './clock-problem.ts'

const off = (serviceTimestampMs: number) =>
	clockError({ serviceTimestampMs }, { askedMs: 100_000, answeredMs: 101_000, maxS: 30 })?.message

test('a clock that is off is named with the difference and its direction', () => {
	assert.match(off(131_500) ?? '', /^This device’s clock is 31 s behind the service’s/)
	assert.match(off(40_500) ?? '', /^This device’s clock is 60 s ahead of the service’s/)
})

test('a difference that orders allow for is none', () => {
	for (const serviceMs of [71_500, 100_500, 129_500]) assert.equal(off(serviceMs), undefined)
})
