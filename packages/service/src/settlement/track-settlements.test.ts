import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GatewayError } from '@accord/ledger'
import { publishBundles } from '../bundles/publish-bundles.ts'
import { openFilled } from '../testing/filled-fixture.ts'
import { nowMs } from '../testing/order-fixture.ts'
import { openPublished } from '../testing/published-fixture.ts'
import { expiryMarginMs } from '../testing/trade-fixture.ts'
import { SettlementTracker } from './track-settlements.ts'

test('settlements are read from the ledger’s transactions; only orders open at the start or expired need a status request', async t => {
	const { commit, deps, expire, fillId, gateway, placeAndFill, states, subintentId, track } = await openPublished(t)
	await track()
	assert.deepEqual(gateway.statusRequests, [subintentId])
	gateway.statusRequests.length = 0
	const other = await placeAndFill()
	await publishBundles(deps)
	commit('subtxid_of_others')
	await track()
	commit(subintentId, fillId)
	await track()
	const settled = 'order settled, part filled, reservation settled, fill Settled, bundle ended'
	assert.deepEqual(await states(), [
		settled,
		'order published, part filled, reservation open, fill started, bundle open',
	])
	assert.deepEqual(gateway.statusRequests, [])
	await expire(45)
	assert.deepEqual(gateway.statusRequests, [other.subintentId, other.subintentId])
	assert.deepEqual(await states(), [
		settled,
		'order expired, part filled, reservation released, fill Expired, bundle ended',
	])
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

test('what settled before the service started is found by one status request for each order', async t => {
	const { clock, commit, deps, fillId, gateway, placeAndFill, states, subintentId } = await openPublished(t)
	clock.advance(1)
	const other = await placeAndFill()
	await publishBundles(deps)
	commit(subintentId, fillId)
	const tracker = new SettlementTracker(deps)
	assert.equal(await tracker.run(), 'done')
	const settled = 'order settled, part filled, reservation settled, fill Settled, bundle ended'
	assert.deepEqual(await states(), [
		settled,
		'order published, part filled, reservation open, fill started, bundle open',
	])
	assert.deepEqual(gateway.statusRequests.toSorted(), [subintentId, other.subintentId].toSorted())
	gateway.statusRequests.length = 0
	commit(other.subintentId, other.fillId)
	clock.advance(500)
	await tracker.run()
	assert.deepEqual(gateway.statusRequests, [])
	assert.deepEqual(await states(), [settled, settled])
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

test('if the Gateway returns no transactions, the status of each order is requested', async t => {
	const { clock, commit, deps, expire, fillId, gateway, logged, placeAndFill, states, subintentId, track } =
		await openPublished(t)
	clock.advance(1)
	const other = await placeAndFill()
	await publishBundles(deps)
	gateway.transactionsFrom = async from => {
		throw new GatewayError('bad_request', `no transactions from ${from} on`)
	}
	await track()
	commit(subintentId, fillId)
	await track()
	const settled = 'order settled, part filled, reservation settled, fill Settled, bundle ended'
	assert.deepEqual(await states(), [
		settled,
		'order published, part filled, reservation open, fill started, bundle open',
	])
	assert.equal(logged.length, 1)
	commit('subtxid_of_others')
	await expire(45)
	assert.deepEqual(gateway.statusRequests.at(-1), other.subintentId)
	assert.deepEqual(await states(), [
		settled,
		'order expired, part filled, reservation released, fill Expired, bundle ended',
	])
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
	const { clock, deps, gateway, placeAndFill, states } = await openFilled(t, { openOrdersPerAccount: 60 })
	for (let n = 0; n < 60; n++) await placeAndFill({ expiresInS: 20 + (n % 3) })
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
	assert.ok((await states()).filter(state => state.startsWith('order expired')).length >= 40)
	assert.equal(await tracker.run(), 'done')
	assert.deepEqual(
		new Set(await states()),
		new Set(['order expired, part filled, reservation released, fill Expired, bundle ended']),
	)
})

test('after ten seconds of a slow Gateway the next run asks the rest, so that no run takes long and nothing is left out', async t => {
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
	assert.equal(new Set(gateway.statusRequests).size, 30)
})

test('without published bundles the ledger is not called at all', async t => {
	const { deps, gateway, place } = await openFilled(t)
	await place()
	gateway.isDown = true
	assert.equal(await new SettlementTracker(deps).run(), 'done')
})
