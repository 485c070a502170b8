import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GatewayError } from '@accord/ledger'
import { OrderStatus } from '@accord/protocol'
import { publishBundles } from '../bundles/publish-bundles.ts'
import { openBundlesAfter } from '../bundles/solver-events.ts'
import { orderStatus } from '../orders/order-status.ts'
import { logOf, openFilled } from '../testing/filled-fixture.ts'
import { nowMs } from '../testing/order-fixture.ts'
import { openPublished } from '../testing/published-fixture.ts'
import { expiryMarginMs, makerId, pair } from '../testing/trade-fixture.ts'
import { expireParts, skipUnpublishable } from './overdue-orders.ts'
import { rerouteParts } from './reroute-parts.ts'
import { SettlementTracker } from './track-settlements.ts'

// shows states: started → completed, outcome Settled
// shows events: maker.fill_execution.next, completed
// shows decision 14: Settlement is tracked per order, from the ledger alone
test('a committed bundle is settled: order, fill, log, reservation and bundle, and maker and solvers are notified', async t => {
	const { commit, db, fillId, messages, states, subintentId, track } = await openPublished(t)
	await track()
	assert.deepEqual(await states(), ['order published, part filled, reservation open, fill started, bundle open'])
	commit(subintentId, fillId)
	await track()
	assert.deepEqual(await states(), ['order settled, part filled, reservation settled, fill Settled, bundle ended'])
	assert.deepEqual(await logOf(db.own), ['1 started', '2 Settled'])
	assert.deepEqual(messages, [
		['fill_execution', { makerId }],
		['reservation', { pair }],
		['bundle', {}],
	])
	const found = await orderStatus(db.own, subintentId)
	const status = found && OrderStatus.format(found)
	assert.deepEqual(
		[status?.state, status?.outcome, status?.transaction_id, status?.history.map(({ state }) => state)],
		['settled', 'settled', 'txid_1', ['accepted', 'filled', 'published', 'settled']],
	)
	assert.deepEqual(await openBundlesAfter(db.own, { after: 0, limit: 10 }), [])
})

test('an order that is committed just after its status was asked ends with its fill at the next look', async t => {
	const { commit, fillId, gateway, states, subintentId, track } = await openPublished(t)
	const { subintentStatus } = gateway
	gateway.subintentStatus = async id => {
		const answer = await subintentStatus.call(gateway, id)
		if (!gateway.committed.has(id)) commit(subintentId, fillId)
		return answer
	}
	await track()
	assert.deepEqual(await states(), ['order published, part filled, reservation open, fill started, bundle open'])
	await track()
	assert.deepEqual(await states(), ['order settled, part filled, reservation settled, fill Settled, bundle ended'])
})

// shows states: Rule 2: a fill past its expiry and not on the ledger has failed
// shows decision 11: Only the ledger’s clock expires an order; a Gateway failure decides nothing
test('an uncommitted intent expires once our clock is past its expiry by the margin, not a millisecond earlier, and the ledger says so twice', async t => {
	const { clock, db, gateway, states, track } = await openPublished(t)
	const open = ['order published, part filled, reservation open, fill started, bundle open']
	const expiresAtMs = (Math.floor(nowMs / 1000) + 45) * 1000
	gateway.clockAheadMs = 60_000
	for (const atMs of [expiresAtMs - 60_000, expiresAtMs, expiresAtMs + expiryMarginMs - 501]) {
		clock.set(atMs)
		await track()
		assert.deepEqual(await states(), open)
	}
	await track()
	assert.deepEqual(await states(), open)
	await track()
	await track()
	assert.deepEqual(await states(), ['order expired, part filled, reservation released, fill Expired, bundle ended'])
	assert.deepEqual(await logOf(db.own), ['1 started', '2 Expired'])
})

test('an uncommitted intent does not expire before the ledger’s clock reaches its expiry, nor by a single state of the ledger', async t => {
	const { clock, gateway, states, track } = await openPublished(t)
	const open = ['order published, part filled, reservation open, fill started, bundle open']
	clock.set((Math.floor(nowMs / 1000) + 60) * 1000)
	gateway.clockAheadMs = -20_000
	for (const _ of [1, 2, 3]) await track()
	assert.deepEqual(await states(), open)
	gateway.clockAheadMs = 0
	gateway.round = 7
	for (const _ of [1, 2, 3]) await track()
	assert.deepEqual(await states(), open)
	gateway.round = 8
	await track()
	assert.deepEqual(await states(), ['order expired, part filled, reservation released, fill Expired, bundle ended'])
})

test('an answer from an older state of the ledger than was seen decides nothing', async t => {
	const { commit, expire, gateway, logged, states } = await openPublished(t)
	const { subintentStatus } = gateway
	commit('subtxid_of_others')
	gateway.subintentStatus = async id => {
		const answer = await subintentStatus.call(gateway, id)
		return { ...answer, ledger: { ...answer.ledger, stateVersion: 1 } }
	}
	await expire(45)
	assert.deepEqual(await states(), ['order published, part filled, reservation open, fill started, bundle open'])
	assert.ok(logged.length > 0)
	gateway.subintentStatus = subintentStatus
	await expire(0)
	assert.deepEqual(await states(), ['order expired, part filled, reservation released, fill Expired, bundle ended'])
})

for (const lives of [{ fillExpiresInS: 30 }, { expiresInS: 30, fillExpiresInS: 45 }]) {
	const first = lives.fillExpiresInS === 30 ? 'fill' : 'order'
	// shows decision 13: Bundles are bound
	test(`an order and its fill expire together, once the bundle can no longer settle: the ${first} expires first`, async t => {
		const { db, expire, states } = await openPublished(t, lives)
		const open = ['order published, part filled, reservation open, fill started, bundle open']
		await expire(27)
		assert.deepEqual(await states(), open)
		await expire(1)
		assert.deepEqual(await states(), ['order expired, part filled, reservation released, fill Expired, bundle ended'])
		assert.deepEqual(await logOf(db.own), ['1 started', '2 Expired'])
	})
}

// shows decision 13: Bundles are bound
test('an order and its fills settle together, in one transaction of the log, and only the order’s status is asked', async t => {
	const { commit, db, gateway, fillId, subintentId, track } = await openPublished(t, { fillExpiresInS: 30 })
	await track()
	commit(subintentId)
	await track()
	assert.ok(!gateway.statusRequests.includes(fillId))
	const ended = (table: 'order' | 'fill') =>
		db.own.selectFrom(table).select(['ended_at_ms', 'transaction_id']).executeTakeFirstOrThrow()
	assert.deepEqual(await ended('fill'), await ended('order'))
	assert.equal((await ended('fill')).transaction_id, 'txid_1')
	assert.deepEqual(await logOf(db.own), ['1 started', '2 Settled'])
})

// shows decision 11: Terminal states never change
test('terminal states never change, whatever the ledger reports later', async t => {
	const { commit, deps, expire, fillId, states, subintentId, track } = await openPublished(t)
	await expire(45)
	const ended = ['order expired, part filled, reservation released, fill Expired, bundle ended']
	assert.deepEqual(await states(), ended)
	commit(subintentId, fillId)
	await track()
	await expireParts(deps)
	await rerouteParts(deps)
	await skipUnpublishable(deps)
	await publishBundles(deps)
	assert.deepEqual(await states(), ended)
})

// shows decision 11: Only the ledger’s clock expires an order; a Gateway failure decides nothing
test('a failing Gateway decides nothing, and settlements are found once it is back', async t => {
	const { clock, commit, gateway, logged, states, subintentId, fillId, track } = await openPublished(t)
	gateway.failure = new GatewayError('unavailable', 'down')
	gateway.isDown = true
	clock.advance(60_000)
	await track()
	assert.equal(logged.length, 1)
	assert.deepEqual(await states(), ['order published, part filled, reservation open, fill started, bundle open'])
	gateway.isDown = false
	commit(subintentId, fillId)
	await track()
	assert.deepEqual(await states(), ['order settled, part filled, reservation settled, fill Settled, bundle ended'])
})

// shows submission: Fill execution update
test('many ends at once leave no gaps in a maker’s numbers', async t => {
	const { clock, db, deps, gateway, placeAndFill, states } = await openFilled(t)
	const trades: Awaited<ReturnType<typeof placeAndFill>>[] = []
	for (let n = 0; n < 6; n++) trades.push(await placeAndFill({ expiresInS: n < 3 ? 45 : 20 }))
	await publishBundles(deps)
	for (const { fillId, subintentId } of trades.slice(0, 3)) {
		gateway.committed.set(fillId, 'txid_1')
		gateway.committed.set(subintentId, 'txid_1')
	}
	const tracker = new SettlementTracker(deps)
	for (const waitMs of [20_000 + expiryMarginMs, 1_000]) {
		clock.advance(waitMs)
		assert.equal(await tracker.run(), 'done')
	}
	assert.deepEqual(
		(await logOf(db.own)).map(entry => entry.split(' ')[0]),
		Array.from({ length: 12 }, (_, index) => String(index + 1)),
	)
	assert.deepEqual((await states()).map(state => state.split(',')[0]).sort(), [
		...Array(3).fill('order expired'),
		...Array(3).fill('order settled'),
	])
})
