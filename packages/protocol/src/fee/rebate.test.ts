import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { Decimal } from '../amount/decimal.ts'
import { rebate } from './rebate.ts'

// cost_token = 0.4995 × 0.25 ÷ 5 = 0.024975
const cases: [costXrd: string, teaXrd: string, teaToken: string, divisibility: number, rebate: string][] = [
	['0.4995', '5', '5', 18, '4.5005'],
	['0.4995', '5', '0.25', 6, '0.225025'],
	['0.49950001', '5', '0.25', 6, '0.225024'],
	['0.4995', '5', '0.25', 2, '0.22'],
	['5', '5', '0.25', 6, '0'],
	['5.1', '5', '0.25', 6, '0'],
	['0', '5', '0.25', 6, '0.25'],
	['0.1', '5', '0.00008334', 8, '0.00008167'],
]
for (const [costXrd, teaXrd, teaToken, divisibility, expected] of cases) {
	it(`of ${teaToken} paid for a cost of ${costXrd} XRD at ${divisibility} places, ${expected} comes back`, () => {
		const amounts = {
			costXrd: Decimal.parse(costXrd),
			teaXrd: Decimal.parse(teaXrd),
			teaToken: Decimal.parse(teaToken),
		}
		assert.equal(Decimal.format(rebate({ ...amounts, divisibility })), expected)
	})
}

// shows fees: Fee rule 3: rebate = transaction_execution_amount − estimated cost, returned in step 8
// shows decision 16: The fee table sets the price of a rebate, which is never negative
it('the part kept always covers the cost at the table price, by less than one unit too much', () => {
	const amounts = fc.bigInt({ min: 1n, max: 10n ** 24n }).map(n => n as Decimal)
	fc.assert(
		fc.property(
			amounts,
			amounts,
			fc.bigInt({ min: 1n, max: 10n ** 6n }),
			fc.integer({ min: 0, max: 18 }),
			(cost, teaXrd, units, divisibility) => {
				const costXrd = Decimal.min(cost, teaXrd)
				const unit = Decimal.unit(divisibility)
				const teaToken = (units * unit) as Decimal
				const back = rebate({ costXrd, teaXrd, teaToken, divisibility })
				const kept = teaToken - back
				assert(back >= 0n && Decimal.fits(back, divisibility))
				assert(kept * teaXrd >= costXrd * teaToken)
				assert((kept - unit) * teaXrd < costXrd * teaToken)
			},
		),
	)
})
