import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { pricePlaces } from '../book/price-tick.ts'
import { chartScale } from './chart-scale.ts'

const d = Decimal.parse
const english = { decimal: '.', group: ',' } as const
const german = { decimal: ',', group: '.' } as const

test('a price keeps its digits on the axis, in the reader’s language', () => {
	for (const [price, shown] of [
		['0.0499', '0.0499000'],
		['60120', '60,120'],
		['2000000000000000', '2,000,000,000,000,000'],
		['0.000000000000000123', '0.000000000000000123'],
	] as const) {
		const { drawn, label } = chartScale(d(price))
		assert.ok(drawn(d(price)) >= 1 && drawn(d(price)) < 10, price)
		assert.equal(label(drawn(d(price)), pricePlaces({ base: `of ${price}`, quote: 'B' }, d(price)), english), shown)
	}
	const { drawn, label } = chartScale(d('60120'))
	assert.equal(label(drawn(d('6012')), 2, german), '6.012,00')
})

test('the axis has no labels below zero, and no price is too large to be drawn', () => {
	const { drawn, label } = chartScale(d('0.05'))
	assert.equal(label(-0.5, 4), '')
	assert.equal(label(0, 4, english), '0.0000')
	assert.equal(drawn(d('2000000000000000')), 1_000_000_000)
})
