import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Candle, Decimal } from '@accord/protocol'
import { chartSlots } from './chart-slots.ts'

const one = Decimal.one
const candle = (startMs: number): Candle => ({
	startMs,
	open: one,
	high: one,
	low: one,
	close: one,
	baseVolume: one,
	quoteVolume: one,
	trades: 1,
})
const shown = (starts: readonly number[]) =>
	chartSlots(starts.map(candle), 60).map(({ startMs, candle }) =>
		candle === undefined ? `(${startMs})` : `${startMs}`,
	)

test('an interval without trades has its place', () => {
	assert.deepEqual(shown([0, 60, 240, 300]), ['0', '60', '(120)', '(180)', '240', '300'])
	assert.deepEqual(shown([60]), ['60'])
	assert.deepEqual(shown([]), [])
})

test('long gaps are cut, and times stay in order', () => {
	const slots = chartSlots([0, 60_000_000, 120_000_000].map(candle), 60)
	assert.equal(slots.length, 3 + 1_500)
	assert.ok(slots.every(({ startMs }, at) => at === 0 || startMs > (slots[at - 1]?.startMs ?? 0)))
	const many = Array.from({ length: 500 }, (_, at) => candle(at * 6_000_000))
	assert.ok(chartSlots(many, 60).length <= 2_000)
})
