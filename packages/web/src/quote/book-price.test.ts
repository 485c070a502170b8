import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal } from '@accord/protocol'
import { averagePrice } from './book-price.ts'

const d = Decimal.parse
const levels = [
	{ price: d('0.05'), amount: d('1000') },
	{ price: d('0.04'), amount: d('1000') },
]

it('is the average over the levels that are taken, whichever token is given', () => {
	assert.equal(averagePrice(levels, { token: 'base', amount: d('1000') }), d('0.05'))
	assert.equal(averagePrice(levels, { token: 'base', amount: d('2000') }), d('0.045'))
	assert.equal(averagePrice(levels, { token: 'quote', amount: d('50') }), d('0.05'))
	assert.equal(averagePrice(levels, { token: 'quote', amount: d('90') }), d('0.045'))
	assert.equal(averagePrice([], { token: 'base', amount: d('1') }), undefined)
})

it('knows nothing of rounding: dust has the price of the first level', () => {
	for (const token of ['base', 'quote'] as const)
		assert.equal(averagePrice(levels, { token, amount: d('0.000000000000000001') }), d('0.05'))
})
