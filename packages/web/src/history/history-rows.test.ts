import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal, type OrderHistoryState, type OrderStatus, type OrderStatuses } from '@accord/protocol'
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
		sentAtMs: 10 - at,
	}),
)
const status = (subintentId: string, state: OrderStatus['state'], createdAtMs = 1): OrderStatus => ({
	subintentId,
	state,
	limitOrder,
	fee: { symbol: 'XRD', platformAmount: Decimal.zero, settlementAmount: Decimal.zero },
	account: 'own',
	expiresAtS: 1,
	createdAtMs,
	history: historyTo(state).map(each => ({ state: each, atMs: 1 })),
	parts: [],
})
function historyTo(state: OrderStatus['state']): OrderHistoryState[] {
	if (state === 'settled') return ['accepted', 'filled', 'published', 'settled']
	return state === 'published' ? ['accepted', 'filled', 'published'] : ['accepted']
}
const statuses: OrderStatuses = { orders: [status('a', 'settled'), status('c', 'published')], unknown: ['b'] }
const states = (rows: ReturnType<typeof historyRows>) => rows.map(({ subintentId, state }) => [subintentId, state])

const nowMs = 100_000

it('shows the state of each saved order, including those that the service does not know', () => {
	assert.deepEqual(states(historyRows({ saved, statuses, listed: [], nowMs })), [
		['a', 'settled'],
		['b', 'unknown'],
		['c', 'published'],
	])
	assert.deepEqual(states(historyRows({ saved, statuses: undefined, listed: [], nowMs }, 'own')), [
		['a', undefined],
		['b', undefined],
	])
})

it('shows the account’s orders from elsewhere too, each once and newest first', () => {
	const listed = [status('d', 'settled', 20), status('a', 'settled', 10), status('e', 'expired', 5)]
	const rows = historyRows({ saved, statuses, listed, nowMs }, 'own')
	assert.deepEqual(states(rows), [
		['d', 'settled'],
		['a', 'settled'],
		['b', 'unknown'],
		['e', 'expired'],
	])
	assert.deepEqual([rows[0]?.sentAtMs, rows[0]?.status, rows[1]?.sentAtMs], [20, listed[0], 10])
})

it('of two answers about an order the later one counts', () => {
	const early = status('a', 'published')
	const late = status('a', 'settled')
	for (const [first, second] of [
		[early, late],
		[late, early],
	] as const) {
		const data = { saved: saved.slice(0, 1), statuses: { orders: [first], unknown: [] }, listed: [second], nowMs }
		assert.deepEqual(states(historyRows(data)), [['a', 'settled']])
	}
})

// shows decision 82: An order is unknown only a minute after it was sent
it('an order sent a moment ago may still arrive', () => {
	const rows = historyRows({ saved, statuses, listed: [], nowMs: 1_000 })
	assert.deepEqual(states(rows)[1], ['b', undefined])
	assert.equal(hasOpen(rows.slice(0, 2)), true)
})

it('an order is open while its state may change', () => {
	assert.equal(hasOpen(historyRows({ saved, statuses, listed: [], nowMs })), true)
	assert.equal(hasOpen(historyRows({ saved, statuses, listed: [], nowMs }, 'own')), false)
	assert.equal(hasOpen(historyRows({ saved, statuses: undefined, listed: [], nowMs })), true)
	assert.equal(hasOpen([]), false)
})
