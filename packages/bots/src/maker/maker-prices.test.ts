import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { MakerPrices } from './maker-prices.ts'
import { priceWalk } from './price-walk.ts'
import type { Pricing } from './pricing.ts'

const midPrices = new Map([
	['XRD', Decimal.parse('0.05')],
	['xUSDC', Decimal.one],
])
const pricing: Pricing = { midPrices, spread: Decimal.parse('0.002'), depth: 5 }

test('without a seed the prices stay the same', () => {
	const prices = new MakerPrices(pricing)
	for (const nowMs of [0, 15_000, 10_000_000]) prices.moveOn(nowMs)
	assert.equal(prices.current, pricing)
	assert.deepEqual(prices.honoured, [pricing])
})

test('with a seed they take a step every 15 s, and the previous ones are honoured until the next', () => {
	const walk = priceWalk(midPrices, 7)
	const [first, second, third] = [walk.next().value, walk.next().value, walk.next().value]
	const prices = new MakerPrices(pricing, 7)
	const honoured = () => prices.honoured.map(each => each.midPrices)
	prices.moveOn(1_000)
	assert.deepEqual(honoured(), [first])
	prices.moveOn(15_999)
	assert.deepEqual(honoured(), [first])
	prices.moveOn(16_000)
	assert.deepEqual(honoured(), [second, first])
	prices.moveOn(30_999)
	assert.deepEqual(honoured(), [second, first])
	// The price moves one step at a time, however long it stood still.
	prices.moveOn(10_000_000)
	assert.deepEqual(honoured(), [third, second])
	assert.deepEqual([prices.current.spread, prices.current.depth], [pricing.spread, pricing.depth])
})
