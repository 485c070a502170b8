import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { priceSteps } from './price-steps.ts'

for (const [mid, expected] of [
	['0.05', ['0', '0.000001', '0.00001', '0.0001']],
	['60000', ['0', '1', '10', '100']],
	['1', ['0', '0.0001', '0.001', '0.01']],
	['0.000000000000000123', ['0', '0.000000000000000001']],
] as const)
	test(`a price of ${mid} is grouped by ${expected.join(', ')}`, () => {
		assert.deepEqual(priceSteps(Decimal.parse(mid)).map(Decimal.format), expected)
	})

test('without a price there is nothing to group', () => {
	assert.deepEqual(priceSteps(undefined), [Decimal.zero])
})
