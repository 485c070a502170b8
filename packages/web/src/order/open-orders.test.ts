import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal, type OrderState, type OrderStatus } from '@accord/protocol'
import { endedOrders, formatRemaining, openOrders } from './open-orders.ts'

const limitOrder = {
	sell: { symbol: 'XRD', amount: Decimal.parse('100') },
	buy: { symbol: 'xUSDC', amount: Decimal.parse('5') },
}
const saved = (subintentId: string, sentAtMs = 1_000) => {
	return { subintentId, networkId: 242, account: 'account', limitOrder, sentAtMs }
}
const statuses = (...states: [id: string, state: OrderState][]) => {
	const orders = states.map(([subintentId, state]) => ({ subintentId, state }) as unknown as OrderStatus)
	return { orders, unknown: [] }
}
const ids = (open: ReturnType<typeof openOrders>) => open.map(order => order.saved.subintentId)

test('orders waiting for makers or the ledger are open, and so are those that may still arrive', () => {
	const all = [
		saved('waiting'),
		saved('filled'),
		saved('published'),
		saved('settled'),
		saved('sent'),
		saved('lost', -60_000),
	]
	const known = statuses(
		['waiting', 'awaiting_fills'],
		['filled', 'filled'],
		['published', 'published'],
		['settled', 'settled'],
	)
	assert.deepEqual(ids(openOrders(all, known, 1_001)), ['waiting', 'filled', 'published', 'sent'])
})

test('an order has ended once: when it was open before', () => {
	const open = openOrders([saved('a'), saved('b'), saved('c')], statuses(['a', 'published'], ['c', 'expired']), 1_001)
	const later = statuses(['a', 'settled'], ['b', 'unfilled'], ['c', 'expired'])
	assert.deepEqual(
		endedOrders(open, later).map(({ subintentId }) => subintentId),
		['a', 'b'],
	)
	assert.deepEqual(endedOrders([], later), [])
})

test('the time left of an order is counted in whole seconds', () => {
	assert.equal(formatRemaining(45, 1_000), 'expires in 44 s')
	assert.equal(formatRemaining(45, 44_001), 'expires in 1 s')
	assert.equal(formatRemaining(45, 45_000), 'expiring')
})
