import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal, type OrderStatus } from '@accord/protocol'
import { orderFigures } from './order-figures.ts'

const of = (symbol: string, amount: string) => ({ symbol, amount: Decimal.parse(amount) })
const status: OrderStatus = {
	subintentId: 'subtxid_a',
	state: 'settled',
	limitOrder: { sell: of('XRD', '100'), buy: of('xUSDC', '4.5') },
	fee: { symbol: 'XRD', platformAmount: Decimal.parse('0.1'), settlementAmount: Decimal.parse('1.5') },
	account: 'account_a',
	expiresAtS: 1,
	createdAtMs: 1,
	history: [{ state: 'settled', atMs: 1 }],
	parts: [],
	surplus: of('xUSDC', '0.5'),
	rebate: of('XRD', '0.6'),
}
const pairs = [{ base: 'XRD', quote: 'xUSDC' }]

test('the price is what was exchanged, surplus included, and the cost is the fees less what came back', () => {
	assert.deepEqual(orderFigures({ status }, { pairs, mid: undefined }), {
		price: of('xUSDC', '0.05'),
		cost: of('XRD', '1'),
		fraction: undefined,
	})
})

test('where the middle of the book is known, the cost is all that was lost against it', () => {
	assert.deepEqual(orderFigures({ status }, { pairs, mid: Decimal.parse('0.0625') }), {
		price: of('xUSDC', '0.05'),
		cost: of('XRD', '21'),
		fraction: Decimal.parse('0.21'),
	})
})

test('who buys the base has the same price, and without a traded pair it is per token sold', () => {
	const bought = { ...status, limitOrder: { sell: of('xUSDC', '5.5'), buy: of('XRD', '100') } }
	assert.deepEqual(orderFigures({ status: bought }, { pairs, mid: undefined })?.price, of('xUSDC', '0.05'))
	assert.deepEqual(orderFigures({ status }, { pairs: [], mid: undefined })?.price, of('xUSDC', '0.05'))
})

test('an order that has not settled has none', () => {
	const { rebate, ...open } = status
	assert.equal(orderFigures({ status: { ...open, state: 'published' } }, { pairs, mid: undefined }), undefined)
	assert.equal(orderFigures({}, { pairs, mid: undefined }), undefined)
})
