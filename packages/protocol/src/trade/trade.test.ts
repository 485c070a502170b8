import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '../amount/decimal.ts'
import { type Trade, withNewTrade } from './trade.ts'

const trade = (subintentId: string, settledAtMs: number): Trade => ({
	subintentId,
	transactionId: 'txid_sim1',
	pair: { base: 'XRD', quote: 'xUSDC' },
	side: 'sell',
	...{ price: Decimal.one, baseAmount: Decimal.one, quoteAmount: Decimal.one },
	settledAtMs,
})
const known = [trade('c', 30), trade('b', 20), trade('a', 10)]
const ids = (trades: readonly Trade[]) => trades.map(({ subintentId }) => subintentId).join('')

test('a new trade is the first, and the oldest makes room', () => {
	assert.equal(ids(withNewTrade(known, trade('d', 30), 10)), 'dcba')
	assert.equal(ids(withNewTrade(known, trade('d', 40), 3)), 'dcb')
	assert.equal(ids(withNewTrade([], trade('d', 40), 3)), 'd')
})

test('one that settled by a correction has its place in time', () => {
	assert.equal(ids(withNewTrade(known, trade('d', 25), 10)), 'cdba')
	assert.equal(ids(withNewTrade(known, trade('d', 5), 10)), 'cbad')
	assert.equal(ids(withNewTrade(known, trade('d', 5), 3)), 'cba')
})

test('a trade that is sent again is listed once', () => {
	assert.equal(ids(withNewTrade(known, trade('b', 20), 10)), 'cba')
	assert.equal(ids(withNewTrade(known, trade('a', 40), 10)), 'acb')
})
