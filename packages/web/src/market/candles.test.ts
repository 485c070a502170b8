import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { candlesOf, type TradePoint } from './candles.ts'

const trade = (second: number, price: string, baseAmount = '1'): TradePoint => ({
	price: Decimal.parse(price),
	baseAmount: Decimal.parse(baseAmount),
	settledAtMs: second * 1000 + 999,
})

test('trades of one interval make one candle, in the order they settled', () => {
	const newestFirst = [trade(119, '4', '0.5'), trade(61, '2'), trade(60, '3'), trade(59, '9')]
	const [early, late] = candlesOf(newestFirst, '1m')
	const one = (text: string) => Decimal.parse(text)
	assert.deepEqual(early, { atS: 0, open: one('9'), high: one('9'), low: one('9'), close: one('9'), volume: one('1') })
	assert.deepEqual(late, {
		atS: 60,
		open: one('3'),
		high: one('4'),
		low: one('2'),
		close: one('4'),
		volume: one('2.5'),
	})
})

test('an interval without a trade has no candle', () => {
	assert.deepEqual(
		candlesOf([trade(601, '1'), trade(1, '1')], '5m').map(({ atS }) => atS),
		[0, 600],
	)
	assert.deepEqual(candlesOf([], '5m'), [])
})

test('a trade that settled out of order joins the latest candle', () => {
	const points = [trade(60, '1'), trade(61, '2'), trade(60, '3')]
	assert.equal(candlesOf(points, '1m').length, 1)
})
