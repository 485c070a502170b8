import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Candle, Decimal } from '@accord/protocol'
import { chartWords } from './chart-words.ts'

const pair = { base: 'XRD', quote: 'xUSDC' }
const candle = (
	startMs: number,
	[open, high, low, close]: readonly [string, string, string, string],
	trades: number,
): Candle => ({
	startMs,
	open: Decimal.parse(open),
	high: Decimal.parse(high),
	low: Decimal.parse(low),
	close: Decimal.parse(close),
	baseVolume: Decimal.one,
	quoteVolume: Decimal.one,
	trades,
})

test('the chart in words: how many trades, from where to where, between which prices', () => {
	const candles = [
		candle(60_000, ['0.05', '0.06', '0.0499', '0.051'], 3),
		candle(180_000, ['0.051', '0.052', '0.05', '0.0501'], 2),
	]
	assert.equal(
		chartWords(candles, '1m', pair),
		'XRD/xUSDC price chart: 5 trades in intervals of 1 minute, from 0.05 to 0.0501, lowest 0.0499, highest 0.06 xUSDC',
	)
	const one = chartWords([candle(0, ['1', '1', '1', '1'], 1)], '1d', pair)
	assert.match(one, /: 1 trade in intervals of 1 day, from 1 to 1, /)
	assert.equal(chartWords([], '1d', pair), 'XRD/xUSDC price chart')
	const waited = chartWords(candles, '1m', pair, [Decimal.parse('0.0512')])
	assert.match(waited, /highest 0.06 xUSDC; your price: 0.0512$/)
})
