import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { filterChoices, filterRows, noFilter } from './filter-rows.ts'
import type { HistoryRow } from './history-rows.ts'

const pairs = [
	{ base: 'XRD', quote: 'xUSDC' },
	{ base: 'xETH', quote: 'xUSDC' },
]
const row = (subintentId: string, sell: string, buy: string, state: HistoryRow['state']): HistoryRow => ({
	subintentId,
	account: 'own',
	limitOrder: { sell: { symbol: sell, amount: Decimal.one }, buy: { symbol: buy, amount: Decimal.one } },
	sentAtMs: 1,
	state,
})
const rows = [
	row('a', 'XRD', 'xUSDC', 'settled'),
	row('b', 'xUSDC', 'XRD', 'published'),
	row('c', 'xETH', 'xUSDC', undefined),
	row('d', 'XRD', 'xUSDC', 'unknown'),
	row('e', 'xUSDC', 'xETH', 'unfilled'),
]
const ids = (filter: typeof noFilter) => filterRows(rows, filter, pairs).map(({ subintentId }) => subintentId)

test('orders are listed by pair, whichever token was sold, by state, and by both', () => {
	assert.deepEqual(ids(noFilter), ['a', 'b', 'c', 'd', 'e'])
	assert.deepEqual(ids({ pair: 'XRD/xUSDC', state: '' }), ['a', 'b', 'd'])
	assert.deepEqual(ids({ pair: '', state: 'Open' }), ['b', 'c'])
	assert.deepEqual(ids({ pair: 'xETH/xUSDC', state: 'Not filled' }), ['e'])
	assert.deepEqual(ids({ pair: 'xETH/xUSDC', state: 'Settled' }), [])
})

test('what can be chosen is what there is, and what is chosen', () => {
	assert.deepEqual(filterChoices(rows, noFilter, pairs), {
		pairs: ['XRD/xUSDC', 'xETH/xUSDC'],
		states: ['Not filled', 'Open', 'Settled', 'Unknown'],
	})
	assert.deepEqual(filterChoices(rows.slice(0, 1), { pair: 'xETH/xUSDC', state: 'Open' }, pairs), {
		pairs: ['XRD/xUSDC', 'xETH/xUSDC'],
		states: ['Open', 'Settled'],
	})
})
