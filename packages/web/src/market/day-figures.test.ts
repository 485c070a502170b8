import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Candle, Decimal } from '@accord/protocol'
import { dayFigures } from './day-figures.ts'

const d = Decimal.parse
const candle = (open: string, high: string, low: string, close: string): Candle => ({
	startMs: 0,
	open: d(open),
	high: d(high),
	low: d(low),
	close: d(close),
	baseVolume: d('10'),
	quoteVolume: d('1'),
	trades: 1,
})

test('a day is its first and last price, its extremes and its volume', () => {
	const fell = dayFigures([candle('0.05', '0.06', '0.05', '0.05'), candle('0.05', '0.05', '0.03', '0.04')])
	assert.deepEqual(fell, { isUp: false, change: d('0.2'), high: d('0.06'), low: d('0.03'), volume: d('20') })
	const rose = dayFigures([candle('0.05', '0.06', '0.05', '0.055')])
	assert.deepEqual([rose?.isUp, rose?.change], [true, d('0.1')])
	assert.equal(dayFigures([]), undefined)
})

test('a trade that no candle has yet is between low and high', () => {
	const candles = [candle('0.05', '0.06', '0.04', '0.05')]
	for (const [since, low, high] of [
		['0.07', '0.04', '0.07'],
		['0.03', '0.03', '0.06'],
		['0.05', '0.04', '0.06'],
	] as const) {
		const day = dayFigures(candles, d(since))
		assert.deepEqual([day?.low, day?.high], [d(low), d(high)], since)
	}
})
