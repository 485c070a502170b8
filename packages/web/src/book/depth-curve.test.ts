import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { depthOf } from './depth.ts'
import { depthCurve } from './depth-curve.ts'

const level = (price: string, amount: string) => ({ price: Decimal.parse(price), amount: Decimal.parse(amount) })
const size = { width: 200, height: 100 }

test('both sides step away from the middle, as high as their totals', () => {
	const depth = depthOf({ bids: [level('9', '1'), level('8', '1')], asks: [level('11', '1'), level('12', '3')] })
	const curve = depthCurve(depth, size)
	assert.equal(Decimal.format(curve?.from ?? Decimal.zero), '7.9')
	assert.equal(Decimal.format(curve?.to ?? Decimal.zero), '12.1')
	assert.equal(curve?.bids, 'M52.4 100H52.4V77H4.8V54H0')
	assert.equal(curve?.asks, 'M147.6 100H147.6V77H195.2V8H200')
	assert.deepEqual(
		curve?.points.map(({ side, price, total, x, y }) => [side, Decimal.format(price), Decimal.format(total), x, y]),
		[
			['bids', '8', '2', 4.8, 54],
			['bids', '9', '1', 52.4, 77],
			['asks', '11', '1', 147.6, 77],
			['asks', '12', '4', 195.2, 8],
		],
	)
})

test('a distant level is cut off, so that the near ones keep their space', () => {
	const depth = depthOf({ bids: [level('9', '1')], asks: [level('11', '1'), level('1000', '1')] })
	const curve = depthCurve(depth, size)
	assert.equal(Decimal.format(curve?.to ?? Decimal.zero), '529.75')
	assert.match(curve?.asks ?? '', /V8H200$/)
	assert.equal(curve?.points.length, 2)
})

test('a single side and a single price are drawn too', () => {
	const curve = depthCurve(depthOf({ bids: [], asks: [level('11', '1')] }), size)
	assert.equal(curve?.bids, '')
	assert.match(curve?.asks ?? '', /^M100 100/)
})

test('an empty book has no curve', () => {
	assert.equal(depthCurve(depthOf({ bids: [], asks: [] }), size), undefined)
})
