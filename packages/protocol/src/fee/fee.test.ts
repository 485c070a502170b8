import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Decimal as Oracle } from 'decimal.js'
import fc from 'fast-check'
import { Decimal } from '../amount/decimal.ts'
import { Fee, type FeeRequest, lowestPlatformFee, quoteFee, settlementFee, totalWithdrawn } from './fee.ts'
import { FeeInfo } from './fee-info.ts'

const wire = {
	verify_parent_access_rule_sbor_hex: '5c220102',
	per_token_settlement_fee: [
		{ symbol: 'XRD', solver_amount: '0.25', transaction_execution_amount: '5' },
		{ symbol: 'xUSDC', solver_amount: '0.0125', transaction_execution_amount: '0.2500005' },
	],
	per_level_anthic_fee: [
		{ taker_fee: '0.001', maker_fee: '0' },
		{ taker_fee: '0.0005', maker_fee: '0.0001' },
	],
}
const feeInfo = FeeInfo.parse(wire)
const request = (symbol: string, amount: string, rest: Partial<FeeRequest> = {}): FeeRequest => ({
	feeInfo,
	level: 0,
	role: 'taker',
	sell: { symbol, amount: Decimal.parse(amount) },
	divisibility: 6,
	...rest,
})

describe('quoteFee', () => {
	// shows fees: Fee rule 1: platform fee = fraction of the level × sell amount; taker_fee for orders, maker_fee for fills
	// shows fees: Fee rule 2: settlement fee = solver_amount + transaction_execution_amount
	it('is the fraction of the level and the settlement fee of the token sold', () => {
		const fee = quoteFee(request('xUSDC', '123.456789'))
		assert.deepEqual(Fee.format(fee), { symbol: 'xUSDC', anthic_amount: '0.123457', settlement_amount: '0.262501' })
	})

	// shows fees: Fee amounts are rounded up; no rounding when the value fits
	it('does not round what already fits', () => {
		assert.equal(Decimal.format(quoteFee(request('XRD', '100', { divisibility: 18 })).platformAmount), '0.1')
	})

	// shows fees: Fee rule 1: platform fee = fraction of the level × sell amount; taker_fee for orders, maker_fee for fills
	it('takes the maker fraction of a maker, and the fraction of the level', () => {
		const amounts = [request('XRD', '100', { role: 'maker' }), request('XRD', '100', { level: 1, role: 'maker' })]
		assert.deepEqual(
			amounts.map(one => Decimal.format(quoteFee(one).platformAmount)),
			['0', '0.01'],
		)
	})

	it('error: a token without a settlement fee', () => {
		assert.throws(() => quoteFee(request('xDOGE', '1')), { code: 'unknown_token' })
		assert.throws(() => settlementFee(feeInfo, 'xDOGE', 6), { code: 'unknown_token' })
	})

	it('error: a level without an entry', () => {
		assert.throws(() => quoteFee(request('XRD', '1', { level: 2 })), RangeError)
	})

	it('all that is withdrawn is the amount sold and both fees', () => {
		const one = request('xUSDC', '100')
		assert.equal(Decimal.format(totalWithdrawn(one.sell, quoteFee(one))), '100.362501')
	})
})

describe('lowestPlatformFee', () => {
	// shows fees: Fee amounts are rounded up; no rounding when the value fits
	// shows limits: Limit: fees rounded up
	it('cuts the product at 18 places before rounding up', () => {
		const one = request('XRD', '0.000000000000000001', { divisibility: 18 })
		assert.equal(Decimal.format(lowestPlatformFee(one)), '0')
		assert.equal(Decimal.format(quoteFee(one).platformAmount), '0.000000000000000001')
	})

	// shows decision 15: Fees are accepted from the product cut at 18 places
	it('is at most one unit below the quote, both as the oracle computes them', () => {
		const amounts = fc.bigInt({ min: 1n, max: 10n ** 30n }).map(n => n as Decimal)
		const fractions = fc.bigInt({ min: 0n, max: 10n ** 17n }).map(n => n as Decimal)
		fc.assert(
			fc.property(amounts, fractions, fc.integer({ min: 0, max: 18 }), (amount, takerFee, divisibility) => {
				const info = { ...feeInfo, perLevelPlatformFee: [{ takerFee, makerFee: Decimal.zero }] }
				const one = { ...request('XRD', '1'), feeInfo: info, sell: { symbol: 'XRD', amount }, divisibility }
				const quoted = quoteFee(one).platformAmount
				const lowest = lowestPlatformFee(one)
				const product = new (Oracle.clone({ precision: 100 }))(Decimal.format(amount)).mul(Decimal.format(takerFee))
				const up = (value: Oracle) => value.toDecimalPlaces(divisibility, Oracle.ROUND_CEIL).toFixed()
				assert.equal(Decimal.format(quoted), up(product))
				assert.equal(Decimal.format(lowest), up(product.toDecimalPlaces(18, Oracle.ROUND_FLOOR)))
				assert(quoted - lowest === 0n || quoted - lowest === Decimal.unit(divisibility))
			}),
		)
	})
})

// shows fees: Fee: symbol, anthic_amount, settlement_amount, in the sell token
it('fees and fee info are the same after reading and writing', () => {
	assert.deepEqual(FeeInfo.format(feeInfo), wire)
	const fee = { symbol: 'XRD', anthic_amount: '0.1', settlement_amount: '5.25' }
	assert.deepEqual(Fee.format(Fee.parse(fee)), fee)
})
