import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSignedPartial } from '../intents/read-intent.ts'
import { market, nowMs, stranger, user } from '../testing/order-fixture.ts'
import { makerId, openTrade, submitOrder, userOrder } from '../testing/trade-fixture.ts'

test('orders that wait together each get their own context', async t => {
	const { db, deps, orderLookups, quote } = await openTrade(t)
	quote({ bids: ['0.05 1000'] })
	const order = userOrder()
	await submitOrder(deps, { signedPartialTransaction: order, receivedAtMs: nowMs })
	await db.own.insertInto('account_level').values({ address: stranger, level: 2 }).execute()
	const known = readSignedPartial(market, order).subintentHash
	const none = { count: 0, lastAtMs: 0 }
	const asked = [
		{ subintentHash: 'first', account: user, ownAccounts: [user], nowMs },
		{ subintentHash: 'second', account: stranger, ownAccounts: [user, stranger], nowMs },
		{ subintentHash: known, account: user, ownAccounts: [], nowMs },
		{ subintentHash: 'third', account: undefined, ownAccounts: [], nowMs },
	]
	const found = await Promise.all(asked.map(each => orderLookups.run('orders', each)))
	assert.deepEqual(
		found.map(({ open, ...rest }) => ({ ...rest, open: open.map(({ subintentHash }) => subintentHash) })),
		[
			{ level: 0, ownMakers: [], unfunded: none, open: [known] },
			{ level: 2, ownMakers: [makerId], unfunded: none, open: [] },
			{ role: 'order', level: 0, ownMakers: [], unfunded: none, open: [known] },
			{ level: 0, ownMakers: [], unfunded: none, open: [] },
		],
	)
})
