import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal, type LimitOrder } from '@accord/protocol'
import { priceChange } from './price-change.ts'

const order = (sold: string, bought: string): LimitOrder => ({
	sell: { symbol: 'XRD', amount: Decimal.parse(sold) },
	buy: { symbol: 'xUSDC', amount: Decimal.parse(bought) },
})

it('less for the same amount is worse, more is better', () => {
	const change = (before: string, now: string) =>
		priceChange('sell', { seen: order('100', before), current: order('100', now) })
	assert.equal(change('5', '5'), undefined)
	assert.deepEqual(change('5', '4.5'), {
		kind: 'worse',
		before: { symbol: 'xUSDC', amount: Decimal.parse('5') },
		now: { symbol: 'xUSDC', amount: Decimal.parse('4.5') },
		fraction: Decimal.parse('0.1'),
	})
	assert.equal(change('5', '5.000001')?.kind, 'better')
})

it('of an exact purchase, more to pay is worse', () => {
	const change = (before: string, now: string) =>
		priceChange('buy', { seen: order(before, '5'), current: order(now, '5') })
	assert.equal(change('100', '101')?.kind, 'worse')
	assert.equal(change('100', '99')?.kind, 'better')
})
