import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '../amount/decimal.ts'
import { type Candle, candleStart, mergedCandle, type PricedTrade, withTrade } from './candle.ts'

const one = (text: string) => Decimal.parse(text)
const trade = (second: number, price: string, base = '1', quote = '2'): PricedTrade => ({
	price: one(price),
	baseAmount: one(base),
	quoteAmount: one(quote),
	settledAtMs: second * 1000 + 999,
})
const candleOf = (...trades: PricedTrade[]) =>
	trades.reduce<Candle | undefined>((candle, trade) => withTrade(candle, trade, '1m'), undefined)

test('a candle has the first, last, highest and lowest price and the volume of its trades', () => {
	assert.deepEqual(candleOf(trade(60, '3'), trade(61, '2'), trade(119, '4', '0.5')), {
		startMs: 60_000,
		open: one('3'),
		high: one('4'),
		low: one('2'),
		close: one('4'),
		baseVolume: one('2.5'),
		quoteVolume: one('6'),
		trades: 3,
	})
})

test('amounts are exact to the last digit', () => {
	const tiny = '0.000000000000000001'
	const candle = candleOf(trade(1, tiny, '123456789012345678.000000000000000001'), trade(2, tiny, tiny))
	assert.equal(candle && Decimal.format(candle.baseVolume), '123456789012345678.000000000000000002')
})

test('an interval begins at a multiple of its length', () => {
	const atMs = Date.parse('2026-11-22T13:47:31.456Z')
	const starts = (['1m', '5m', '15m', '1h', '4h', '1d'] as const).map(interval => candleStart(atMs, interval))
	assert.deepEqual(
		starts.map(startMs => new Date(startMs).toISOString().slice(8, 19)),
		['22T13:47:00', '22T13:45:00', '22T13:45:00', '22T13:00:00', '22T12:00:00', '22T00:00:00'],
	)
})

test('candles merge into that of a longer interval as if their trades were counted in it', () => {
	const trades = [trade(59, '9', '3'), trade(60, '3'), trade(61, '2'), trade(200, '4', '0.5')]
	const [a, b, c, d] = trades as [PricedTrade, PricedTrade, PricedTrade, PricedTrade]
	const minutes = [candleOf(a), candleOf(b, c), candleOf(d)].filter(candle => candle !== undefined)
	const whole = trades.reduce<Candle | undefined>((candle, trade) => withTrade(candle, trade, '5m'), undefined)
	assert.deepEqual(mergedCandle(minutes, '5m'), whole)
	assert.equal(mergedCandle([], '5m'), undefined)
})
