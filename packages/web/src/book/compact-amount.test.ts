import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { compactAmount } from './compact-amount.ts'

const d = Decimal.parse

test('a large amount is shortened, rounded down, and a smaller one has the places of its column', () => {
	const shown = ['15259999.99', '1000000', '999999.999', '1500000000', '2345678901234', '0.5'].map(text =>
		compactAmount(d(text), 2),
	)
	assert.deepEqual(shown, ['15.25M', '1.00M', '999,999.99', '1.50B', '2.34T', '0.50'])
})

test('it is written in the reader’s language', () => {
	assert.equal(compactAmount(d('15259999.99'), 2, { decimal: ',', group: '.' }), '15,25M')
	assert.equal(compactAmount(d('1234.5'), 1, { decimal: ',', group: '.' }), '1.234,5')
})

test('more than a thousand of the largest unit stay in it', () => {
	assert.equal(compactAmount(d('9876543210123456'), 0), '9,876.54T')
})
