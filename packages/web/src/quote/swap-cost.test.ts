import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal } from '@accord/protocol'
import { feeInfo, token } from './quote-fixture.ts'
import { costLevelOf, costOf, expectedRefund, sensibleAmount } from './swap-cost.ts'

const d = Decimal.parse
const terms = { feeInfo, level: 0, sell: token('XRD', 18) }

it('is the excess paid over the worth of what is received', () => {
	const one = { paid: d('1.751'), sold: d('1'), received: d('0.05'), sellsBase: true, best: d('0.05') }
	assert.deepEqual(costOf(one), { amount: d('0.751'), fraction: d('0.751') })
	const bought = { paid: d('6.05'), sold: d('6'), received: d('100'), sellsBase: false, best: d('0.06') }
	assert.deepEqual(costOf(bought).amount, d('0.05'))
	assert.deepEqual(costOf({ ...one, paid: d('0.9') }).fraction, Decimal.zero)
})

it('is high from 2 %, severe from 10 %', () => {
	const levels = ['0.0199', '0.02', '0.0999', '0.1', '5'].map(fraction =>
		costLevelOf({ amount: Decimal.zero, fraction: d(fraction) }),
	)
	assert.deepEqual(levels, ['fine', 'high', 'high', 'severe', 'severe'])
})

it('the unused part of the settlement fee comes back', () => {
	assert.equal(expectedRefund(feeInfo, token('XRD', 18)).amount, d('4.35'))
	assert.equal(expectedRefund(feeInfo, token('xUSDC', 6)).amount, d('0.2175'))
	assert.equal(expectedRefund({ ...feeInfo, perTokenSettlementFee: [] }, token('XRD', 18)).amount, Decimal.zero)
})

it('the smallest sensible amount costs less than 2 %', () => {
	assert.equal(sensibleAmount(terms), d('48'))
	assert.equal(sensibleAmount({ ...terms, sell: token('xUSDC', 6) }), d('2.4'))
	assert.equal(sensibleAmount({ ...terms, feeInfo: { ...feeInfo, perTokenSettlementFee: [] } }), undefined)
})
