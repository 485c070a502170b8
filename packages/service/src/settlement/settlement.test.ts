import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { GatewayError } from '@accord/ledger'
import { formatOrderStatus } from '@accord/protocol'
import { publishBundles } from '../bundles/publish-bundles.ts'
import { openBundlesAfter } from '../bundles/solver-events.ts'
import { submitFill } from '../fills/submit-fill.ts'
import { orderStatus } from '../orders/order-status.ts'
import { logOf, openFilled } from '../testing/filled-fixture.ts'
import { nowMs } from '../testing/order-fixture.ts'
import { expiryMarginMs, makerFill, makerId, pair } from '../testing/trade-fixture.ts'
import { expireParts, skipUnpublishable } from './overdue-orders.ts'
import { rerouteParts } from './reroute-parts.ts'
import { SettlementTracker } from './track-settlements.ts'

async function openPublished(t: TestContext, lives: { expiresInS?: number; fillExpiresInS?: number } = {}) {
	const trade = await openFilled(t)
	const { clock, deps, gateway, messages } = trade
	const placed = await trade.placeAndFill(lives)
	await publishBundles(deps)
	messages.length = 0
	const tracker = new SettlementTracker(deps)
	const track = async () => {
		clock.advance(500)
		while ((await tracker.run()) === 'again') {}
	}
	/** Time passes until what expires in so many seconds has expired by every clock, in two answers. */
	const expire = async (seconds: number) => {
		clock.advance(seconds * 1000 + expiryMarginMs)
		await track()
		clock.advance(500)
		await track()
	}
	const commit = (...ids: string[]) => {
		gateway.stateVersion += 1
		for (const id of ids) gateway.committed.set(id, 'txid_1')
	}
	return { ...trade, ...placed, track, expire, commit }
}

// shows states: started → completed, outcome Settled
// shows events: maker.fill_execution.next, completed
// shows decision 14: Settlement is tracked per subintent, from the ledger alone
test('a committed bundle is settled: order, fill, log, reservation and bundle, and maker and solvers are notified', async t => {
	const { commit, db, fillId, messages, states, subintentId, track } = await openPublished(t)
	await track()
	assert.deepEqual(await states(), ['order published, part filled, reservation open, fill started, bundle open'])
	commit(subintentId, fillId)
	await track()
	assert.deepEqual(await states(), ['order settled, part filled, reservation settled, fill Settled, bundle ended'])
	assert.deepEqual(await logOf(db), ['1 started', '2 Settled'])
	assert.deepEqual(messages, [
		['fill_execution', { makerId }],
		['reservation', { pair }],
		['bundle', {}],
	])
	const found = await orderStatus(db, subintentId)
	const status = found && formatOrderStatus(found)
	assert.deepEqual(
		[status?.state, status?.outcome, status?.transaction_id, status?.history.map(({ state }) => state)],
		['settled', 'settled', 'txid_1', ['accepted', 'filled', 'published', 'settled']],
	)
	assert.deepEqual(await openBundlesAfter(db, { after: 0, limit: 10 }), [])
})

test('an order and its fill that are committed while their status is asked end together', async t => {
	const { commit, fillId, gateway, states, subintentId, track } = await openPublished(t)
	const { subintentStatus } = gateway
	const committed = Promise.withResolvers<void>()
	gateway.subintentStatus = async id => {
		if (id === subintentId) await committed.promise
		const answer = await subintentStatus.call(gateway, id)
		if (!gateway.committed.has(id)) commit(subintentId, fillId)
		committed.resolve()
		return answer
	}
	await track()
	assert.deepEqual(await states(), ['order settled, part filled, reservation settled, fill Settled, bundle ended'])
})

// shows states: Rule 2: a fill past its expiry and not on the ledger has failed
// shows decision 11: Only the ledger’s clock expires an order; a Gateway failure decides nothing
test('what is not committed expires when our clock has passed its expiry by the margin, not a millisecond earlier, and the ledger says so twice', async t => {
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
	assert.deepEqual(await logOf(db), ['1 started', '2 Expired'])
})

test('what is not committed does not expire before the ledger’s clock has reached its expiry, nor by one state of the ledger', async t => {
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

test('if only the user’s item is committed, the order is settled, its fill expires on its own and the bundle stays open until then', async t => {
	const { commit, db, expire, states, subintentId, track } = await openPublished(t, { fillExpiresInS: 30 })
	commit(subintentId)
	await track()
	assert.deepEqual(await states(), ['order settled, part filled, reservation open, fill started, bundle open'])
	await expire(30)
	assert.deepEqual(await states(), ['order settled, part filled, reservation released, fill Expired, bundle ended'])
	assert.deepEqual(await logOf(db), ['1 started', '2 Expired'])
})

test('if only the fill is committed, it is settled at once, and the order stays published until it expires', async t => {
	const { commit, expire, fillId, states, track } = await openPublished(t)
	commit(fillId)
	await track()
	assert.deepEqual(await states(), ['order published, part filled, reservation settled, fill Settled, bundle open'])
	await expire(45)
	assert.deepEqual(await states(), ['order expired, part filled, reservation settled, fill Settled, bundle ended'])
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

test('settlements are read from the ledger’s transactions; only what was open at the start or has expired needs a status request', async t => {
	const { commit, expire, fillId, gateway, states, subintentId, track } = await openPublished(t)
	await track()
	assert.deepEqual(gateway.statusRequests.toSorted(), [fillId, subintentId].toSorted())
	gateway.statusRequests.length = 0
	commit('subtxid_of_others')
	await track()
	commit(fillId)
	await track()
	assert.deepEqual(await states(), ['order published, part filled, reservation settled, fill Settled, bundle open'])
	assert.deepEqual(gateway.statusRequests, [])
	await expire(45)
	assert.deepEqual(gateway.statusRequests, [subintentId, subintentId])
	assert.deepEqual(await states(), ['order expired, part filled, reservation settled, fill Settled, bundle ended'])
})

test('after a long time without the ledger everything that settled is found, however many other transactions there are', async t => {
	const { commit, fillId, gateway, logged, states, subintentId, track } = await openPublished(t)
	await track()
	gateway.isDown = true
	gateway.failure = new GatewayError('unavailable', 'down')
	await track()
	assert.equal(logged.length, 1)
	for (let n = 2; n < 252; n++)
		gateway.others.push({ stateVersion: n, transactionId: `txid_${n}`, subintentIds: ['s'] })
	gateway.stateVersion = 251
	commit(subintentId, fillId)
	gateway.statusRequests.length = 0
	gateway.isDown = false
	await track()
	assert.deepEqual(gateway.statusRequests, [])
	assert.deepEqual(await states(), ['order settled, part filled, reservation settled, fill Settled, bundle ended'])
})

test('if everything has ended before the newest transactions are read, the next bundle is not looked for in old ones', async t => {
	const { clock, deps, fillId, gateway, placeAndFill, subintentId } = await openPublished(t)
	const tracker = new SettlementTracker(deps)
	await tracker.run()
	gateway.others.push({ stateVersion: 2, transactionId: 'txid_2', subintentIds: [subintentId, fillId] })
	for (let n = 3; n < 203; n++) gateway.others.push({ stateVersion: n, transactionId: `txid_${n}`, subintentIds: [] })
	gateway.stateVersion = 203
	clock.advance(500)
	assert.equal(await tracker.run(), 'again')
	assert.equal(await tracker.run(), 'done')
	const readFrom: number[] = []
	const { transactionsFrom } = gateway
	gateway.transactionsFrom = from => {
		readFrom.push(from)
		return transactionsFrom.call(gateway, from)
	}
	await placeAndFill()
	await publishBundles(deps)
	await tracker.run()
	assert.deepEqual(readFrom, [])
})

test('what settled before the service started is found by one status request each', async t => {
	const { clock, commit, deps, fillId, gateway, states, subintentId } = await openPublished(t)
	commit(subintentId)
	const tracker = new SettlementTracker(deps)
	assert.equal(await tracker.run(), 'done')
	assert.deepEqual(await states(), ['order settled, part filled, reservation open, fill started, bundle open'])
	gateway.statusRequests.length = 0
	commit(fillId)
	clock.advance(500)
	await tracker.run()
	assert.deepEqual(gateway.statusRequests, [])
	assert.deepEqual(await states(), ['order settled, part filled, reservation settled, fill Settled, bundle ended'])
})

test('if the Gateway does not list transactions’ subintents, every new transaction causes status requests', async t => {
	const { commit, fillId, gateway, states, subintentId, track } = await openPublished(t)
	gateway.namesSubintents = false
	await track()
	gateway.statusRequests.length = 0
	await track()
	assert.deepEqual(gateway.statusRequests, [])
	commit(subintentId, fillId)
	await track()
	assert.deepEqual(await states(), ['order settled, part filled, reservation settled, fill Settled, bundle ended'])
})

test('if the Gateway returns no transactions, the status of each subintent is requested', async t => {
	const { commit, expire, fillId, gateway, logged, states, subintentId, track } = await openPublished(t)
	gateway.transactionsFrom = async from => {
		throw new GatewayError('bad_request', `no transactions from ${from} on`)
	}
	await track()
	commit(subintentId)
	await track()
	assert.deepEqual(await states(), ['order settled, part filled, reservation open, fill started, bundle open'])
	assert.equal(logged.length, 1)
	commit('subtxid_of_others')
	await expire(45)
	assert.deepEqual(gateway.statusRequests.at(-1), fillId)
	assert.deepEqual(await states(), ['order settled, part filled, reservation released, fill Expired, bundle ended'])
})

test('a Gateway that announces more transactions but returns none is called again at the next poll, not at once', async t => {
	const { clock, commit, deps, gateway } = await openPublished(t)
	const tracker = new SettlementTracker(deps)
	await tracker.run()
	gateway.transactionsFrom = async () => ({ transactions: [], isAll: false, ledger: await gateway.ledgerState() })
	commit('subtxid_of_others')
	clock.advance(500)
	assert.equal(await tracker.run(), 'done')
})

test('a Gateway that repeats a page for ever, or lists what lies beyond its ledger, is called again at the next poll, and hides nothing', async t => {
	const { clock, commit, deps, fillId, gateway, states, subintentId } = await openPublished(t)
	const { transactionsFrom } = gateway
	const tracker = new SettlementTracker(deps)
	await tracker.run()
	for (const stateVersion of [1, 9_000_000]) {
		const transactions = [{ stateVersion, transactionId: 'txid_of_others', subintentIds: [] }]
		gateway.transactionsFrom = async () => ({ transactions, isAll: false, ledger: await gateway.ledgerState() })
		gateway.stateVersion += 1
		clock.advance(500)
		let runs = 1
		while ((await tracker.run()) === 'again') runs += 1
		assert.ok(runs <= 2)
	}
	gateway.transactionsFrom = transactionsFrom
	commit(subintentId, fillId)
	clock.advance(500)
	await tracker.run()
	assert.deepEqual(await states(), ['order settled, part filled, reservation settled, fill Settled, bundle ended'])
})

test('a status request that fails at the start is repeated', async t => {
	const { commit, deps, fillId, gateway, states, subintentId, track } = await openPublished(t)
	commit(subintentId, fillId)
	const { subintentStatus } = gateway
	gateway.subintentStatus = async id => {
		throw new GatewayError('unavailable', `no status of ${id}`)
	}
	const tracker = new SettlementTracker(deps)
	await tracker.run()
	gateway.subintentStatus = subintentStatus
	await track()
	await tracker.run()
	assert.deepEqual(await states(), ['order settled, part filled, reservation settled, fill Settled, bundle ended'])
})

test('what one run cannot check the next does, in the order of expiry', async t => {
	const { clock, deps, gateway, placeAndFill, states } = await openFilled(t, { openOrdersPerAccount: 30 })
	for (let n = 0; n < 30; n++) await placeAndFill({ expiresInS: 20 + (n % 3) })
	while ((await publishBundles(deps)) === 'again') {}
	const tracker = new SettlementTracker(deps)
	const expiresAtMs = (Math.floor(nowMs / 1000) + 22) * 1000
	clock.set(expiresAtMs + expiryMarginMs)
	assert.equal(await tracker.run(), 'again')
	assert.equal(gateway.statusRequests.length, 50)
	assert.equal(await tracker.run(), 'done')
	assert.equal(gateway.statusRequests.length, 60)
	clock.advance(1_000)
	assert.equal(await tracker.run(), 'again')
	assert.ok((await states()).filter(state => state.startsWith('order expired')).length >= 20)
	assert.equal(await tracker.run(), 'done')
	assert.deepEqual(
		new Set(await states()),
		new Set(['order expired, part filled, reservation released, fill Expired, bundle ended']),
	)
})

test('what a slow Gateway has not answered within ten seconds the next run asks, so that no run takes long and nothing is left out', async t => {
	const { clock, deps, gateway, placeAndFill } = await openFilled(t, { openOrdersPerAccount: 30 })
	for (let n = 0; n < 30; n++) await placeAndFill()
	while ((await publishBundles(deps)) === 'again') {}
	const { subintentStatus } = gateway
	gateway.subintentStatus = id => {
		clock.advance(3_000)
		return subintentStatus.call(gateway, id)
	}
	const tracker = new SettlementTracker(deps)
	const requests: number[] = []
	while ((await tracker.run()) === 'again') requests.push(gateway.statusRequests.length)
	assert.ok(requests.every((count, run) => count - (requests[run - 1] ?? 0) <= 8))
	assert.equal(new Set(gateway.statusRequests).size, 60)
})

test('without published bundles the ledger is not called at all', async t => {
	const { deps, gateway, place } = await openFilled(t)
	await place()
	gateway.isDown = true
	assert.equal(await new SettlementTracker(deps).run(), 'done')
})

// shows decision 8: Fills are timely by receipt; parts time out 300 ms later; one of the two wins
test('a part that its maker does not answer times out 300 ms after its deadline, and the order ends unfilled', async t => {
	const { clock, db, deps, messages, place, states } = await openFilled(t)
	const { subintentId, partId } = await place()
	messages.length = 0
	clock.set(nowMs + 3_300)
	await expireParts(deps)
	assert.deepEqual(await states(), ['order awaiting_fills, part asked, reservation open, fill null, bundle none'])
	clock.advance(1)
	await expireParts(deps)
	assert.deepEqual(messages, [
		['reservation', { pair }],
		['part_unfilled', { order: subintentId, makerId, partId, state: 'timed_out' }],
	])
	await rerouteParts(deps)
	assert.deepEqual(await states(), ['order unfilled, part timed_out, reservation released, fill null, bundle none'])
	assert.deepEqual(await logOf(db), [])
})

test('error: a fill after the time-out is too late, and the order stays unfilled', async t => {
	const { clock, deps, place, states } = await openFilled(t)
	const { partId } = await place()
	clock.set(nowMs + 3_301)
	await expireParts(deps)
	await rerouteParts(deps)
	const fill = { makerId, orderId: partId, signedPartialTransaction: makerFill(), receivedAtMs: nowMs + 3_000 }
	await assert.rejects(submitFill(deps, fill), { code: 'fill_too_late' })
	assert.deepEqual(await states(), ['order unfilled, part timed_out, reservation released, fill null, bundle none'])
})

// shows decision 8: Fills are timely by receipt; parts time out 300 ms later; one of the two wins
test('of a concurrent fill and time-out exactly one succeeds', async t => {
	const { clock, deps, place, db } = await openFilled(t)
	for (let n = 0; n < 5; n++) {
		const { partId, subintentId } = await place()
		const receivedAtMs = clock.nowMs()
		clock.advance(3_301)
		const request = { makerId, orderId: partId, signedPartialTransaction: makerFill(), receivedAtMs }
		const [filled] = await Promise.allSettled([submitFill(deps, request), expireParts(deps)])
		await rerouteParts(deps)
		const status = await orderStatus(db, subintentId)
		const expected = filled?.status === 'fulfilled' ? ['awaiting_fills', 'filled'] : ['unfilled', 'timed_out']
		assert.deepEqual([status?.state, status?.parts[0]?.state], expected)
	}
})

// shows decision 8: Bundles are published only with 5 s left
test('an order filled too late to be published ends unfilled, its fill is released and the maker notified', async t => {
	const { clock, db, deps, messages, placeAndFill, states } = await openFilled(t)
	await placeAndFill({ expiresInS: 20 })
	messages.length = 0
	const expiresAtMs = (Math.floor(nowMs / 1000) + 20) * 1000
	clock.set(expiresAtMs - 5_000)
	await skipUnpublishable(deps)
	assert.deepEqual(await states(), ['order awaiting_fills, part filled, reservation open, fill started, bundle none'])
	clock.advance(1)
	await skipUnpublishable(deps)
	await publishBundles(deps)
	assert.deepEqual(await states(), ['order unfilled, part filled, reservation released, fill Released, bundle none'])
	assert.deepEqual(await logOf(db), ['1 started', '2 Released'])
	assert.deepEqual(messages, [
		['fill_execution', { makerId }],
		['reservation', { pair }],
	])
})

test('an order without parts ends unfilled', async t => {
	const { db, deps, place, states } = await openFilled(t)
	await place()
	await db.deleteFrom('part').execute()
	await skipUnpublishable(deps)
	assert.deepEqual(await states(), ['order unfilled, part null, reservation null, fill null, bundle none'])
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
		(await logOf(db)).map(entry => entry.split(' ')[0]),
		Array.from({ length: 12 }, (_, index) => String(index + 1)),
	)
	assert.deepEqual((await states()).map(state => state.split(',')[0]).sort(), [
		...Array(3).fill('order expired'),
		...Array(3).fill('order settled'),
	])
})
