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
	]
	for (const [amount, shown, format] of amounts) assert.equal(formatAmount(Decimal.parse(amount), format), shown)
})

it('shows significant digits', () => {
	const prices: [price: string, shown: string][] = [
		['60123.456', '60,123.45'],
		['0.0512345678', '0.0512345'],
		['1.0000001', '1'],
		['0.000000000000000001', '0.000000000000000001'],
		['0', '0'],
	]
	for (const [price, shown] of prices) assert.equal(formatSignificant(Decimal.parse(price)), shown)
})

it('formats fractions as percentages', () => {
	assert.equal(formatPercent(Decimal.parse('0.001')), '0.1%')
	assert.equal(formatPercent(Decimal.parse('0.00001')), '<0.01%')
	assert.equal(formatPercent(Decimal.zero), '0%')
})
