import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { leastBought, mostSold, roundAmount } from './slippage.ts'

// shows SDK: Exact decimals end to end, slippage and rounding
test('what is bought may be less by the slippage, rounded down to the token, never to nothing', () => {
	for (const [amount, slippage, divisibility, least] of [
		['5', '0.005', 6, '4.975'],
		['5', '0', 6, '5'],
		['0.000003', '0.5', 6, '0.000001'],
		['0.000001', '0.5', 6, '0.000001'],
		['1.000000000000000001', '0.1', 18, '0.9'],
	] as const)
		assert.equal(leastBought({ amount, slippage, divisibility }), least)
})

// shows SDK: Exact decimals end to end, slippage and rounding
test('what is sold may be more by the slippage, rounded up to the token', () => {
	for (const [amount, slippage, divisibility, most] of [
		['5', '0.005', 6, '5.025'],
		['0.000001', '0.1', 6, '0.000002'],
		['1.000000000000000001', '0.1', 18, '1.100000000000000002'],
	] as const)
		assert.equal(mostSold({ amount, slippage, divisibility }), most)
})

test('amounts are rounded the way that is said, as text or read', () => {
	assert.equal(roundAmount('1.23456789', 6, 'down'), '1.234567')
	assert.equal(roundAmount(Decimal.parse('1.23456789'), 6, 'up'), '1.234568')
	assert.equal(roundAmount('1.5', 6, 'up'), '1.5')
})

test('error: slippage that is none, and amounts that are no decimals', () => {
	for (const slippage of ['1', '-0.1'])
		assert.throws(() => leastBought({ amount: '1', slippage, divisibility: 6 }), RangeError)
	assert.throws(() => mostSold({ amount: '1e3', slippage: '0', divisibility: 6 }), { code: 'invalid_decimal' })
})
