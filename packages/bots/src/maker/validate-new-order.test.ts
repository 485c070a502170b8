import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal, type LimitOrder, mirror } from '@accord/protocol'
import type { Pricing } from './pricing.ts'
import { validateNewOrder } from './validate-new-order.ts'

const token = (symbol: string, divisibility: number) =>
	[symbol, { symbol, divisibility, resourceAddress: '', name: '', iconUrl: '' }] as const
const pricingAt = (xrd: string): Pricing => ({
	midPrices: new Map([
		['XRD', Decimal.parse(xrd)],
		['xUSDC', Decimal.one],
	]),
	spread: Decimal.parse('0.002'),
	depth: 5,
})
const market = {
	pairs: [{ base: 'XRD', quote: 'xUSDC' }],
	tokens: new Map([token('XRD', 18), token('xUSDC', 6)]),
	pricings: [pricingAt('0.05')],
	nowMs: 1_000,
}

function order(sell: string, buy: string): LimitOrder {
	const read = (text: string) => {
		const [amount = '', symbol = ''] = text.split(' ')
		return { symbol, amount: Decimal.parse(amount) }
	}
	return { sell: read(sell), buy: read(buy) }
}

function validate(limitOrder: LimitOrder, fill = mirror(limitOrder)) {
	return validateNewOrder({ id: 'a', createdAtMs: 0, fillBeforeMs: 1_001, limitOrder, fill }, market)
}

// The maker's best bid is 0.0499, its best ask 0.0501.
const cases: [title: string, order: LimitOrder, violation: string | undefined][] = [
	['a sale at the best bid is taken', order('100 XRD', '4.99 xUSDC'), undefined],
	[
		'a sale one unit above the best bid is taken: rounding may cost that',
		order('100 XRD', '4.990001 xUSDC'),
		undefined,
	],
	['error: a sale two units above the best bid is not taken', order('100 XRD', '4.990002 xUSDC'), 'price'],
	['a purchase at the best ask is taken', order('5.01 xUSDC', '100 XRD'), undefined],
	['a purchase one unit below the best ask is taken', order('5.009999 xUSDC', '100 XRD'), undefined],
	['error: a purchase two units below the best ask is not taken', order('5.009998 xUSDC', '100 XRD'), 'price'],
	['error: an unknown pair is not taken', order('1 xwBTC', '1 xUSDC'), 'unknown_pair'],
]

for (const [title, limitOrder, violation] of cases)
	test(title, () => {
		assert.equal(validate(limitOrder), violation)
	})

test('error: an order that had to be filled before now is not signed', () => {
	const sale = order('100 XRD', '4.99 xUSDC')
	const late = { id: 'a', createdAtMs: 0, fillBeforeMs: 1_000, limitOrder: sale, fill: mirror(sale) }
	assert.equal(validateNewOrder(late, market), 'too_late')
})

test('error: a fill that is not the mirror of the limit order is not signed', () => {
	const asked = order('100 XRD', '4.99 xUSDC')
	assert.equal(validate(asked, order('4.990001 xUSDC', '100 XRD')), 'not_the_mirror')
})

test('a sale at the best bid of a moment ago is taken, and one at neither bid is not', () => {
	const moved = { ...market, pricings: [pricingAt('0.04'), pricingAt('0.05')] }
	const taken = (sale: LimitOrder) => {
		return validateNewOrder(
			{ id: 'a', createdAtMs: 0, fillBeforeMs: 1_001, limitOrder: sale, fill: mirror(sale) },
			moved,
		)
	}
	assert.equal(taken(order('100 XRD', '4.99 xUSDC')), undefined)
	assert.equal(taken(order('100 XRD', '3.992 xUSDC')), undefined)
	assert.equal(taken(order('100 XRD', '4.990002 xUSDC')), 'price')
})
