import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { depthOf, shareOf } from './depth.ts'

const level = (price: string, amount: string) => ({ price: Decimal.parse(price), amount: Decimal.parse(amount) })

test('totals run from the best price outwards', () => {
	const depth = depthOf({
		bids: [level('3', '0.1'), level('2', '0.2')],
		asks: [level('4', '1'), level('5', '2'), level('6', '3')],
	})
	assert.deepEqual(depth, {
		bids: [
			{ ...level('3', '0.1'), total: Decimal.parse('0.1') },
			{ ...level('2', '0.2'), total: Decimal.parse('0.3') },
		],
		asks: [
			{ ...level('4', '1'), total: Decimal.parse('1') },
			{ ...level('5', '2'), total: Decimal.parse('3') },
			{ ...level('6', '3'), total: Decimal.parse('6') },
		],
		largest: Decimal.parse('6'),
	})
})

test('an empty book has no depth, and no bar divides by zero', () => {
	assert.deepEqual(depthOf({ bids: [], asks: [] }), { bids: [], asks: [], largest: Decimal.zero })
	assert.equal(shareOf(Decimal.one, Decimal.zero), 0)
})

test('a share is a number from 0 to 1', () => {
	assert.equal(shareOf(Decimal.parse('1'), Decimal.parse('3')), 0.333)
	assert.equal(shareOf(Decimal.one, Decimal.one), 1)
})
