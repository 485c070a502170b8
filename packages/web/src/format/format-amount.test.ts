import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal } from '@accord/protocol'
import { type AmountFormat, formatAmount, formatPercent, formatSignificant } from './format-amount.ts'

it('groups thousands and keeps every digit', () => {
	const amounts: [amount: string, shown: string, format?: AmountFormat][] = [
		['0', '0'],
		['999', '999'],
		['1000', '1,000'],
		['1234567.000000000000000001', '1,234,567.000000000000000001'],
		['-1234.5', '−1,234.5'],
		['1.999', '1.99', { places: 2 }],
		['1', '1.00', { places: 4, leastPlaces: 2 }],
		['0.001', '<0.01', { places: 2 }],
		['-0.001', '>−0.01', { places: 2 }],
		['0.98999', '0.98', { places: 2 }],
		['0.98999', '0.99', { places: 2, round: 'nearest' }],
		['0.985', '0.99', { places: 2, round: 'nearest' }],
		['0.984999', '0.98', { places: 2, round: 'nearest' }],
		['-0.985', '−0.99', { places: 2, round: 'nearest' }],
		['999.999', '1,000', { places: 2, round: 'nearest' }],
		['0.004', '<0.01', { places: 2, round: 'nearest' }],
		['0.005', '0.01', { places: 2, round: 'nearest' }],
		['0.981', '0.99', { places: 2, round: 'up' }],
		['0.98', '0.98', { places: 2, round: 'up' }],
	]
	for (const [amount, shown, format] of amounts) assert.equal(formatAmount(Decimal.parse(amount), format), shown)
})

it('shows significant digits', () => {
	const prices: [price: string, shown: string][] = [
		['60123.456', '60,123.46'],
		['0.0512345678', '0.0512346'],
		['0.999999999', '1'],
		['99999.999', '100,000'],
		['1.0000001', '1'],
		['0.000000000000000001', '0.000000000000000001'],
		['0', '0'],
	]
	for (const [price, shown] of prices) assert.equal(formatSignificant(Decimal.parse(price)), shown)
})

it('formats fractions as percentages', () => {
	assert.equal(formatPercent(Decimal.parse('0.001')), '0.1%')
	assert.equal(formatPercent(Decimal.parse('0.009899')), '0.99%')
	assert.equal(formatPercent(Decimal.parse('0.00001')), '<0.01%')
	assert.equal(formatPercent(Decimal.zero), '0%')
})
