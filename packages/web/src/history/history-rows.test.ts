import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { OrderStatusesWire, OrderStatusWire } from '@accord/sdk'
import type { SavedOrder } from '../session/saved-orders.ts'
import { hasOpen, historyRows } from './history-rows.ts'

const limitOrder = { sell: { symbol: 'XRD', amount: '1' }, buy: { symbol: 'xUSDC', amount: '0.05' } }
const saved = ['a', 'b', 'c'].map(
	(subintentId, at): SavedOrder => ({
		subintentId,
		networkId: 242,
		account: at === 2 ? 'other' : 'own',
		limitOrder,
		sentAtMs: at,
	}),
)
const status = (subintent_id: string, state: OrderStatusWire['state']): OrderStatusWire => ({
	subintent_id,
	state,
	limit_order: limitOrder,
	fee: { symbol: 'XRD', anthic_amount: '0', settlement_amount: '0' },
	account: 'own',
	expires_at: 1,
	created_at_ms: 1,
	history: [],
	parts: [],
})
const statuses: OrderStatusesWire = { orders: [status('a', 'settled'), status('c', 'published')], unknown: ['b'] }
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
