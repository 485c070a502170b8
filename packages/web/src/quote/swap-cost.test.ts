import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal } from '@accord/protocol'
import { feeInfo, token } from './quote-fixture.ts'
import { costLevelOf, costOf, expectedRefund, sensibleAmount } from './swap-cost.ts'

const d = Decimal.parse
const terms = { feeInfo, level: 0, sell: token('XRD', 18), spread: undefined }
const noFee = { symbol: 'XRD', platformAmount: Decimal.zero, settlementAmount: Decimal.zero }

it('is what is paid beyond the worth at the mid price of what is received, and its parts add up to it', () => {
	const fee = { symbol: 'XRD', platformAmount: d('0.1'), settlementAmount: d('5.25') }
	const sold = { sold: d('100'), received: d('4.9'), sellsBase: true, best: d('0.0499'), mid: d('0.05') }
	const { amount, fraction, parts } = costOf({ ...sold, fee, refund: d('4.35') })
	// 100 + 0.1 + 5.25 − 4.35 XRD, for a value of 98 XRD.
	assert.deepEqual([amount, fraction], [d('3'), d('0.03')])
	const { halfSpread = Decimal.zero, impact, platformFee, networkFee } = parts
	assert.deepEqual([platformFee, networkFee], [d('0.1'), d('0.9')])
	assert.equal(Decimal.sum([halfSpread, impact, platformFee, networkFee]), amount)
	assert.ok(halfSpread > d('0.19') && halfSpread < d('0.2') && impact > d('1.8') && impact < d('1.81'))
	const bought = { sold: d('6'), received: d('100'), sellsBase: false, best: d('0.06'), mid: d('0.055') }
	assert.deepEqual(costOf({ ...bought, fee: noFee, refund: Decimal.zero }).parts.halfSpread, d('0.5'))
})

it('without a mid price it is measured against the best one, and a gain is no cost', () => {
	const one = { sold: d('1'), received: d('0.05'), sellsBase: true, best: d('0.05'), mid: undefined }
	const { amount, parts } = costOf({ ...one, fee: { ...noFee, platformAmount: d('0.5') }, refund: Decimal.zero })
	assert.deepEqual([amount, parts.halfSpread], [d('0.5'), undefined])
	assert.equal(costOf({ ...one, mid: d('0.06'), received: d('0.07'), fee: noFee, refund: Decimal.zero }).amount, 0n)
})

it('is high from 2 %, severe from 10 %', () => {
	const levels = ['0.0199', '0.02', '0.0999', '0.1', '5'].map(fraction => costLevelOf({ fraction: d(fraction) }))
	assert.deepEqual(levels, ['fine', 'high', 'high', 'severe', 'severe'])
})

it('the unused part of the settlement fee comes back', () => {
	assert.equal(expectedRefund(feeInfo, token('XRD', 18)).amount, d('4.35'))
	assert.equal(expectedRefund(feeInfo, token('xUSDC', 6)).amount, d('0.2175'))
	assert.equal(expectedRefund({ ...feeInfo, perTokenSettlementFee: [] }, token('XRD', 18)).amount, Decimal.zero)
})

it('the smallest sensible amount costs less than 2 %', () => {
	assert.equal(sensibleAmount(terms), d('48'))
	assert.equal(sensibleAmount({ ...terms, spread: d('0.004') }), d('53'))
	assert.equal(sensibleAmount({ ...terms, spread: d('0.05') }), undefined)
	assert.equal(sensibleAmount({ ...terms, spread: d('-0.05') }), d('48'))
	assert.equal(sensibleAmount({ ...terms, sell: token('xUSDC', 6) }), d('2.4'))
	assert.equal(sensibleAmount({ ...terms, feeInfo: { ...feeInfo, perTokenSettlementFee: [] } }), undefined)
})
