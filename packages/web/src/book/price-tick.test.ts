import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { fixedTick, placesOfTick, priceTick } from './price-tick.ts'

const d = Decimal.parse

test('a tick is a power of ten that fits the size of the price', () => {
	const places = ['60060', '3000', '1', '0.9998', '0.05', '0.000016'].map(mid => placesOfTick(priceTick(d(mid))))
	assert.deepEqual(places, [0, 2, 5, 5, 6, 10])
	assert.equal(placesOfTick(priceTick(d('2000000000000000'))), 0)
	assert.equal(placesOfTick(priceTick(d('0.000000000000000001'))), 18)
})

test('the tick of a pair stays when its price moves', () => {
	const pair = { base: 'A', quote: 'B' }
	assert.equal(fixedTick(pair, undefined), undefined)
	const tick = fixedTick(pair, d('0.0501'))
	assert.equal(tick, d('0.000001'))
	assert.equal(fixedTick(pair, d('0.0499')), tick)
	assert.equal(fixedTick(pair, undefined), tick)
	assert.equal(fixedTick({ base: 'B', quote: 'A' }, d('20')), d('0.0001'))
})
