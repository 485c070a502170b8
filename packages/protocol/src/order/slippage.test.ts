import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal } from '../amount/decimal.ts'
import { formatLimitOrder, parseLimitOrder } from '../wire/primitives.ts'
import { withSlippage } from './slippage.ts'

const sell = { symbol: 'XRD', amount: '100' }
const order = (amount: string) => parseLimitOrder({ sell, buy: { symbol: 'xUSDC', amount } })
const cases: [string, string, string][] = [
	['5', '0', '5'],
	['5', '0.005', '4.975'],
	['4.999999', '0.01', '4.949999'],
	['0.000001', '0.5', '0.000001'],
]
for (const [buy, fraction, expected] of cases) {
	it(`buying ${buy} with a slippage of ${fraction} asks for at least ${expected}`, () => {
		const softened = withSlippage(order(buy), Decimal.parse(fraction), 6)
		assert.deepEqual(formatLimitOrder(softened), { sell, buy: { symbol: 'xUSDC', amount: expected } })
	})
}

for (const fraction of ['1', '-0.1']) {
	it(`error: a slippage of ${fraction}`, () => {
		assert.throws(() => withSlippage(order('5'), Decimal.parse(fraction), 6), RangeError)
	})
}
