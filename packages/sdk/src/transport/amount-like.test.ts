import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { roundAmount } from './amount-like.ts'

test('amounts are rounded in the given direction, as text or as decimals', () => {
	assert.equal(roundAmount('1.23456789', 6, 'down'), '1.234567')
	assert.equal(roundAmount(Decimal.parse('1.23456789'), 6, 'up'), '1.234568')
	assert.equal(roundAmount('1.5', 6, 'up'), '1.5')
})

test('error: text that is not a decimal', () => {
	assert.throws(() => roundAmount('1e3', 6, 'up'), { code: 'invalid_decimal' })
})
