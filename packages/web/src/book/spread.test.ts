import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { spreadOf } from './spread.ts'

const level = (price: string) => ({ price: Decimal.parse(price), amount: Decimal.one })

test('the spread is the gap between the best prices, and the mid price is halfway', () => {
	assert.deepEqual(spreadOf({ bids: [level('0.0499'), level('0.04')], asks: [level('0.0502'), level('0.06')] }), {
		bestBid: Decimal.parse('0.0499'),
		bestAsk: Decimal.parse('0.0502'),
		width: Decimal.parse('0.0003'),
		mid: Decimal.parse('0.05005'),
		fraction: Decimal.parse('0.005994005994005994'),
	})
})

test('crossed books of two makers have a negative width, and no middle', () => {
	const [bestBid, bestAsk] = [Decimal.parse('2'), Decimal.one]
	assert.deepEqual(spreadOf({ bids: [level('2')], asks: [level('1')] }), {
		bestBid,
		bestAsk,
		width: Decimal.parse('-1'),
		mid: undefined,
		fraction: undefined,
	})
})

test('a book with an empty side has no spread', () => {
	assert.equal(spreadOf({ bids: [level('1')], asks: [] }), undefined)
	assert.equal(spreadOf({ bids: [], asks: [level('1')] }), undefined)
})
