import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { roundAmount, toAmount, toDecimal } from './amount-like.ts'

test('amounts are rounded in the given direction, as text or as decimals', () => {
	assert.equal(roundAmount('1.23456789', 6, 'down'), '1.234567')
	assert.equal(roundAmount(Decimal.parse('1.23456789'), 6, 'up'), '1.234568')
	assert.equal(roundAmount('1.5', 6, 'up'), '1.5')
})

test('error: text that is not a decimal', () => {
	assert.throws(() => roundAmount('1e3', 6, 'up'), { code: 'invalid_decimal' })
})

test('error: a number, which plain JavaScript may pass, wherever it is read', () => {
	const number = 100 as unknown as string
	const refused = { code: 'invalid_decimal', message: /"1\.5".*found the number 100, and numbers lose digits$/ }
	assert.throws(() => toDecimal(number), refused)
	assert.throws(() => toAmount({ symbol: 'XRD', amount: number }), refused)
	assert.throws(() => roundAmount(number, 6, 'up'), refused)
	assert.throws(() => Decimal.format(number as unknown as Decimal), refused)
	assert.throws(() => Decimal.format('100' as unknown as Decimal), { code: 'invalid_decimal' })
})
