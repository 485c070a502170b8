import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Candle, Decimal } from '@accord/protocol'
import { withNewest } from './with-newest.ts'

const price = Decimal.one
const candle = (startMs: number, trades: number): Candle => ({
	startMs,
	trades,
	...{ open: price, high: price, low: price, close: price, baseVolume: price, quoteVolume: price },
})

test('the newest candles replace those of their intervals and follow the others', () => {
	const known = [candle(1, 1), candle(2, 1), candle(3, 1)]
	assert.deepEqual(withNewest(known, [candle(3, 2), candle(5, 1)]), [
		candle(1, 1),
		candle(2, 1),
		candle(3, 2),
		candle(5, 1),
	])
	assert.deepEqual(withNewest(known, []), known)
	assert.deepEqual(withNewest([], []), [])
})

test('candles that do not reach back to the known ones leave a gap', () => {
	assert.equal(withNewest([candle(1, 1)], [candle(3, 1)]), undefined)
	assert.equal(withNewest([], [candle(3, 1)]), undefined, 'there may be more than were read')
})
