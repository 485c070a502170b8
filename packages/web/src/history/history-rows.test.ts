import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal, type OrderStatus, type OrderStatuses } from '@accord/protocol'
import type { SavedOrder } from '../session/saved-orders.ts'
import { hasOpen, historyRows } from './history-rows.ts'

const limitOrder = {
	sell: { symbol: 'XRD', amount: Decimal.parse('1') },
	buy: { symbol: 'xUSDC', amount: Decimal.parse('0.05') },
}
const saved = ['a', 'b', 'c'].map(
	(subintentId, at): SavedOrder => ({
		subintentId,
		networkId: 242,
		account: at === 2 ? 'other' : 'own',
		limitOrder,
		sentAtMs: at,
	}),
)
const status = (subintentId: string, state: OrderStatus['state']): OrderStatus => ({
	subintentId,
	state,
	limitOrder,
	fee: { symbol: 'XRD', platformAmount: Decimal.zero, settlementAmount: Decimal.zero },
	account: 'own',
	expiresAtS: 1,
	createdAtMs: 1,
	history: [],
	parts: [],
})
const statuses: OrderStatuses = { orders: [status('a', 'settled'), status('c', 'published')], unknown: ['b'] }
const states = (rows: ReturnType<typeof historyRows>) => rows.map(({ subintentId, state }) => [subintentId, state])

it('shows the state of each saved order, including those that the service does not know', () => {
	assert.deepEqual(states(historyRows(saved, statuses)), [
		['a', 'settled'],
		['b', 'unknown'],
		['c', 'published'],
	])
	assert.deepEqual(states(historyRows(saved, undefined, 'own')), [
		['a', undefined],
		['b', undefined],
	])
})

it('an order is open while its state may change', () => {
	assert.equal(hasOpen(historyRows(saved, statuses)), true)
	assert.equal(hasOpen(historyRows(saved, statuses, 'own')), false)
	assert.equal(hasOpen(historyRows(saved, undefined)), true)
	assert.equal(hasOpen([]), false)
})
