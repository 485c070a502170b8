import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { nowMs, user } from '../testing/order-fixture.ts'
import { openTrade, submitOrder, userOrder } from '../testing/trade-fixture.ts'
import type { OpenIntent } from './account-funds.ts'
import { intentsToPreviewWith } from './intents.ts'
import { selectOpenIntents } from './open-intents-table.ts'

/** An account with two open orders, the older one first. */
async function openTwo(t: TestContext) {
	const trade = await openTrade(t)
	trade.quote({ bids: ['0.05 1000'] })
	const bytes = [userOrder(), userOrder()]
	for (const signedPartialTransaction of bytes) {
		await submitOrder(trade.deps, { signedPartialTransaction, receivedAtMs: nowMs })
		trade.clock.advance(1)
	}
	const open = await selectOpenIntents(trade.db.own, [user])
	return { db: trade.db, bytes, open }
}

test('without any prefix an intent is previewed alone, however many are open', async t => {
	const { db, open } = await openTwo(t)
	assert.equal(open.length, 2)
	const many = Array<OpenIntent[]>(50).fill(open).flat()
	assert.deepEqual(await intentsToPreviewWith(db.own, { hasPrefix: false, open: many }), [])
})

// shows decision 18: With a prefix, all open intents are previewed together
test('if the intent or any open one has a prefix, it is previewed with all open intents', async t => {
	const { db, bytes, open } = await openTwo(t)
	assert.deepEqual(await intentsToPreviewWith(db.own, { hasPrefix: true, open }), bytes)
	const [first, ...others] = open
	assert.ok(first !== undefined)
	assert.deepEqual(
		await intentsToPreviewWith(db.own, { hasPrefix: false, open: [{ ...first, hasPrefix: true }, ...others] }),
		bytes,
	)
	assert.deepEqual(await intentsToPreviewWith(db.own, { hasPrefix: true, open: [] }), [])
})

test('error: more intents than fit into one ledger transaction are refused', async t => {
	const { db, open } = await openTwo(t)
	const fifteen = Array<OpenIntent[]>(8).fill(open).flat().slice(1)
	assert.equal((await intentsToPreviewWith(db.own, { hasPrefix: true, open: fifteen })).length, 2)
	const sixteen = [...fifteen, ...open.slice(1)]
	await assert.rejects(intentsToPreviewWith(db.own, { hasPrefix: true, open: sixteen }), {
		code: 'too_many_open_orders',
	})
})
