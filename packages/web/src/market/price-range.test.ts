import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DrawnPrices, priceRange } from './price-range.ts'

const candle = (close: number, low = close, high = close): DrawnPrices => ({ close, low, high })
const calm = Array.from({ length: 40 }, (_, at) => candle(100 + (at % 5)))

test('usual prices are all on the scale', () => {
	assert.deepEqual(priceRange(calm), { minValue: 100, maxValue: 104 })
	assert.deepEqual(priceRange([candle(100, 99.5, 101)]), { minValue: 99.5, maxValue: 101 })
	assert.equal(priceRange([]), undefined)
})

test('one odd trade, a candle or a wick, does not flatten the others', () => {
	for (const odd of [candle(1_000), candle(102, 102, 1_000), candle(1), candle(102, 1)]) {
		const { minValue = 0, maxValue = 0 } = priceRange([...calm, odd]) ?? {}
		assert.ok(minValue > 85 && maxValue < 120, `${minValue} to ${maxValue}`)
	}
})

test('a lasting move is shown whole', () => {
	const moved = Array.from({ length: 20 }, (_, at) => candle(150 + at))
	assert.deepEqual(priceRange([...calm, ...moved]), { minValue: 100, maxValue: 169 })
})
