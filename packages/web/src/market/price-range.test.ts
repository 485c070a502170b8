import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DrawnPrices, nearPrices, priceRange } from './price-range.ts'

const candle = (close: number, low = close, high = close): DrawnPrices => ({ close, low, high })
const calm = Array.from({ length: 40 }, (_, at) => candle(100 + (at % 5)))
const seen = (candles: readonly DrawnPrices[], ...always: number[]) => priceRange({ candles, always })

test('usual prices are all on the scale', () => {
	assert.deepEqual(seen(calm), { minValue: 100, maxValue: 104 })
	assert.deepEqual(seen([candle(100, 99.5, 101)]), { minValue: 99.5, maxValue: 101 })
	assert.equal(seen([]), undefined)
	assert.equal(seen([], 100), undefined)
})

test('one odd trade, a candle or a wick, does not flatten the others', () => {
	for (const odd of [candle(1_000), candle(102, 102, 1_000), candle(1), candle(102, 1)]) {
		const { minValue = 0, maxValue = 0 } = seen([...calm, odd, candle(102)], 102, 102) ?? {}
		assert.ok(minValue > 85 && maxValue < 120, `${minValue} to ${maxValue}`)
	}
})

test('what the newest candle reaches, the last price and the mid are always on the scale', () => {
	assert.deepEqual(seen([...calm, candle(93)], 93), { minValue: 93, maxValue: 104 })
	assert.deepEqual(seen([...calm, candle(10, 5, 104)], 5, 10), { minValue: 5, maxValue: 104 })
	assert.deepEqual(seen(calm, 102, 130), { minValue: 100, maxValue: 130 })
})

test('a fall is shown whole from its second candle on, however long the calm before it was', () => {
	assert.deepEqual(seen([...calm, candle(93), candle(93.5)], 93.5), { minValue: 93, maxValue: 104 })
	// A second one reaches 10.5: that is no odd trade any more.
	const twice = [...calm, candle(10), ...calm, candle(10.5), candle(102)]
	assert.deepEqual(seen(twice, 102), { minValue: 10.5, maxValue: 104 })
})

test('a lasting move is shown whole', () => {
	const moved = Array.from({ length: 20 }, (_, at) => candle(150 + at))
	assert.deepEqual(seen([...calm, ...moved]), { minValue: 100, maxValue: 169 })
})

test('a price that the reader waits for is on the scale unless it would flatten the rest', () => {
	assert.deepEqual(nearPrices([0.9, 1.05, 1.19, 1.5], { minValue: 1, maxValue: 1.1 }), [0.9, 1.05, 1.19])
	assert.deepEqual(nearPrices([0.97, 0.99, 1.01, 1.03], { minValue: 1, maxValue: 1 }), [0.99, 1.01])
})
