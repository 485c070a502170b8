import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '../amount/decimal.ts'
import { LimitOrder } from './limit-order.ts'
import { withSlippage } from './slippage.ts'

function slipped(exact: 'sell' | 'buy', amount: string, fraction: string, divisibility = 6): string {
	const computed = { symbol: 'xUSDC', amount }
	const given = { symbol: 'XRD', amount: '100' }
	const order = exact === 'sell' ? { sell: given, buy: computed } : { sell: computed, buy: given }
	const divisibilityOf = (symbol: string) => (symbol === 'xUSDC' ? divisibility : 18)
	const result = LimitOrder.format(
		withSlippage(LimitOrder.parse(order), { exact, fraction: Decimal.parse(fraction), divisibilityOf }),
	)
	const [kept, changed] = exact === 'sell' ? [result.sell, result.buy] : [result.buy, result.sell]
	assert.deepEqual(kept, given)
	assert.equal(changed.symbol, 'xUSDC')
	return changed.amount
}

// shows SDK: Exact decimals end to end, slippage and rounding
test('the amount bought may be less by the slippage, rounded down to the token’s unit, never to nothing', () => {
	for (const [amount, fraction, divisibility, least] of [
		['5', '0', 6, '5'],
		['5', '0.005', 6, '4.975'],
		['4.999999', '0.01', 6, '4.949999'],
		['0.000003', '0.5', 6, '0.000001'],
		['0.000001', '0.5', 6, '0.000001'],
		['1.000000000000000001', '0.1', 18, '0.9'],
	] as const)
		assert.equal(slipped('sell', amount, fraction, divisibility), least)
})

// shows SDK: Exact decimals end to end, slippage and rounding
test('the amount sold may be more by the slippage, rounded up to the token’s unit', () => {
	for (const [amount, fraction, divisibility, most] of [
		['5', '0', 6, '5'],
		['5', '0.005', 6, '5.025'],
		['0.000001', '0.1', 6, '0.000002'],
		['1.000000000000000001', '0.1', 18, '1.100000000000000002'],
	] as const)
		assert.equal(slipped('buy', amount, fraction, divisibility), most)
})

for (const fraction of ['1', '-0.1']) {
	test(`error: a slippage of ${fraction}`, () => {
		for (const exact of ['sell', 'buy'] as const) assert.throws(() => slipped(exact, '5', fraction), RangeError)
	})
}
