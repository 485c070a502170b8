import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { GatewayError } from '@accord/ledger'
import { publishBundles } from '../bundles/publish-bundles.ts'
import { orderStatus } from '../orders/order-status.ts'
import { logOf, openFilled } from '../testing/filled-fixture.ts'
import { expiryMarginMs, makerId, pair } from '../testing/trade-fixture.ts'
import { corrections, EndedComparison } from './compare-ended.ts'
import { SettlementTracker } from './track-settlements.ts'

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 86_400_000

/** A trade that ended `expired` although it was committed; the ledger has only just been queried. */
async function openExpired(t: TestContext) {
	const trade = await openFilled(t)
	const { clock, deps, gateway, messages } = trade
	const { subintentId, fillId } = await trade.placeAndFill()
	await publishBundles(deps)
	const tracker = new SettlementTracker(deps)
	for (const waitMs of [45_000 + expiryMarginMs, 1_000]) {
		clock.advance(waitMs)
		await tracker.run()
	}
	messages.length = 0
	gateway.statusRequests.length = 0
	const commit = () => {
		for (const id of [subintentId, fillId]) gateway.committed.set(id, 'txid_1')
	}
	return { ...trade, subintentId, fillId, commit }
}

const asRecorded = 'order expired, part filled, reservation released, fill Expired, bundle ended'

test('what two answers of different states contradict is corrected: a row, a log entry, the reservation; nothing else changes', async t => {
	const { clock, commit, db, deps, logged, messages, metrics, states, subintentId } = await openExpired(t)
	const comparison = new EndedComparison(deps)
	commit()
	await comparison.run()
	clock.advance(minuteMs)
	await comparison.run()
	await comparison.run()
	assert.deepEqual([await states(), await logOf(db.own)], [[asRecorded], ['1 started', '2 Expired']])
	clock.advance(1_000)
	await comparison.run()
	assert.deepEqual(await states(), [asRecorded.replace('released', 'settled')])
	assert.deepEqual(await logOf(db.own), ['1 started', '2 Expired', '3 Settled'])
	const status = await orderStatus(db.own, subintentId)
	const correction = { state: 'settled', atMs: clock.nowMs(), transactionId: 'txid_1' }
	assert.deepEqual([status?.state, status?.correction], ['expired', correction])
	assert.deepEqual(messages, [
		['fill_execution', { makerId }],
		['reservation', { pair }],
	])
	assert.equal(metrics.countOf(corrections, 'Settled'), 2)
	assert.equal(logged.length, 1)
	for (const waitMs of [hourMs, 1_000, dayMs, 1_000]) {
		clock.advance(waitMs)
		await comparison.run()
	}
	assert.deepEqual(await logOf(db.own), ['1 started', '2 Expired', '3 Settled'])
})

test('what ended is asked about a minute, an hour and a day later, once each', async t => {
	const { clock, deps, gateway } = await openExpired(t)
	const comparison = new EndedComparison(deps)
	const asked: number[] = []
	for (const waitMs of [0, minuteMs, 0, hourMs - minuteMs, 0, dayMs - hourMs, 0, dayMs]) {
		clock.advance(waitMs)
		await comparison.run()
		asked.push(gateway.statusRequests.splice(0).length)
	}
	assert.deepEqual(asked, [0, 1, 0, 1, 0, 1, 0, 0])
})

test('however much ended at once, a run compares a few, and none twice', async t => {
	const { clock, deps, gateway, placeAndFill } = await openFilled(t)
	for (let n = 0; n < 5; n++) await placeAndFill()
	await publishBundles(deps)
	const tracker = new SettlementTracker(deps)
	for (const waitMs of [45_000 + expiryMarginMs, 1_000]) {
		clock.advance(waitMs)
		await tracker.run()
	}
	const ended = new Set(gateway.statusRequests.splice(0))
	clock.advance(minuteMs)
	const comparison = new EndedComparison(deps)
	const asked: string[][] = []
	for (let n = 0; n < 4; n++) {
		await comparison.run()
		asked.push(gateway.statusRequests.splice(0))
	}
	assert.deepEqual(
		asked.map(({ length }) => length),
		[4, 1, 0, 0],
	)
	assert.deepEqual(new Set(asked.flat()), ended)
})

test('a run compares more while much ends, and few again once the Gateway is unavailable', async t => {
	const { clock, deps, gateway, placeAndFill } = await openFilled(t, { openOrdersPerAccount: 24 })
	for (let n = 0; n < 16; n++) await placeAndFill()
	await publishBundles(deps)
	const tracker = new SettlementTracker(deps)
	for (const waitMs of [45_000 + expiryMarginMs, 1_000]) {
		clock.advance(waitMs)
		await tracker.run()
	}
	const comparison = new EndedComparison(deps)
	await comparison.run()
	clock.advance(minuteMs)
	gateway.statusRequests.length = 0
	const asked = async () => {
		await comparison.run()
		return gateway.statusRequests.splice(0).length
	}
	assert.deepEqual([await asked(), await asked()], [4, 8])
	gateway.failure = new GatewayError('unavailable', 'down')
	gateway.isDown = true
	await asked()
	gateway.isDown = false
	assert.deepEqual([await asked(), await asked()], [4, 0])
})

test('a service that starts compares all of the last day, however long it was away', async t => {
	const { clock, commit, db, deps } = await openExpired(t)
	commit()
	clock.advance(7 * dayMs)
	const comparison = new EndedComparison(deps)
	await comparison.run()
	clock.advance(1_000)
	await comparison.run()
	assert.deepEqual(await logOf(db.own), ['1 started', '2 Expired', '3 Settled'])
})

test('a service that has a long day to compare notices what ends now after a minute', async t => {
	const { clock, deps, gateway, placeAndFill, db } = await openFilled(t, { openOrdersPerAccount: 24 })
	const openedMs = clock.nowMs()
	const tracker = new SettlementTracker(deps)
	const expireAll = async () => {
		await publishBundles(deps)
		for (const waitMs of [45_000 + expiryMarginMs, 1_000]) {
			clock.advance(waitMs)
			await tracker.run()
		}
	}
	for (let n = 0; n < 24; n++) await placeAndFill()
	await expireAll()
	clock.advance(2 * hourMs)
	const comparison = new EndedComparison(deps)
	await comparison.run()
	const expiresInS = 45 + Math.ceil((clock.nowMs() - openedMs) / 1000)
	const { subintentId, fillId } = await placeAndFill({ expiresInS })
	await expireAll()
	for (const id of [subintentId, fillId]) gateway.committed.set(id, 'txid_1')
	for (const waitMs of [minuteMs, 1_000]) {
		clock.advance(waitMs)
		await comparison.run()
	}
	assert.equal((await orderStatus(db.own, subintentId))?.correction?.state, 'settled')
	gateway.statusRequests.length = 0
	for (let n = 0; n < 10; n++) await comparison.run()
	assert.equal(new Set(gateway.statusRequests).size, gateway.statusRequests.length)
})

test('a difference that the next answer takes back changes nothing', async t => {
	const { clock, commit, db, deps, gateway } = await openExpired(t)
	const comparison = new EndedComparison(deps)
	commit()
	clock.advance(minuteMs)
	await comparison.run()
	gateway.committed.clear()
	for (const _ of [1, 2]) {
		clock.advance(1_000)
		await comparison.run()
	}
	assert.deepEqual(await logOf(db.own), ['1 started', '2 Expired'])
})

test('while the Gateway is unavailable nothing is skipped', async t => {
	const { clock, commit, db, deps, gateway } = await openExpired(t)
	const comparison = new EndedComparison(deps)
	commit()
	clock.advance(minuteMs)
	gateway.failure = new GatewayError('unavailable', 'down')
	gateway.isDown = true
	await comparison.run()
	gateway.isDown = false
	for (const _ of [1, 2]) {
		clock.advance(1_000)
		await comparison.run()
	}
	assert.deepEqual(await logOf(db.own), ['1 started', '2 Expired', '3 Settled'])
})

test('two nodes that find the same difference correct it once', async t => {
	const { clock, commit, db, deps } = await openExpired(t)
	const comparisons = [1, 2, 3].map(() => new EndedComparison(deps))
	commit()
	for (const waitMs of [minuteMs, 1_000]) {
		clock.advance(waitMs)
		await Promise.all(comparisons.map(each => each.run()))
	}
	assert.deepEqual(await logOf(db.own), ['1 started', '2 Expired', '3 Settled'])
})
