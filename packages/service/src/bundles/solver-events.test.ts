import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { SettlementTracker } from '../settlement/track-settlements.ts'
import { openFilled } from '../testing/filled-fixture.ts'
import { nowMs } from '../testing/order-fixture.ts'
import { expiryMarginMs } from '../testing/trade-fixture.ts'
import { bytesOf } from './packed-items.ts'
import { publishBundles } from './publish-bundles.ts'
import { openBundlesAfter, openPublications, solverEventsAfter, solverLogRange } from './solver-events.ts'

async function openLog(t: TestContext) {
	const trade = await openFilled(t)
	const { clock, db, deps, gateway } = trade
	const publish = async (lives: Parameters<typeof trade.placeAndFill>[0] = {}) => {
		const placed = await trade.placeAndFill(lives)
		await publishBundles(deps)
		return placed
	}
	const tracker = new SettlementTracker(deps)
	const track = async () => {
		clock.advance(500)
		while ((await tracker.run()) === 'again') {}
	}
	const commit = async (...ids: string[]) => {
		gateway.stateVersion += 1
		for (const id of ids) gateway.committed.set(id, 'txid_1')
		await track()
	}
	const events = async (after: number, limit = 100) => {
		const read = await solverEventsAfter(db.own, { after, limit })
		return read.map(event => `${event.number} ${event.kind} ${event.bundleNumber}`)
	}
	/** Lets time pass, in two answers, until intents that expire in that many seconds have expired by every clock. */
	const expire = async (seconds: number) => {
		clock.advance(seconds * 1000 + expiryMarginMs)
		await track()
		clock.advance(500)
		await track()
	}
	return { ...trade, publish, track, expire, commit, events }
}

// shows solver addition: `since` and `events=1`: one log of publications and withdrawals
test('publications and withdrawals share one sequence without gaps; a withdrawn publication is left out', async t => {
	const { commit, db, events, publish } = await openLog(t)
	const first = await publish()
	const second = await publish()
	await publish()
	assert.deepEqual(await events(0), ['1 published 1', '2 published 2', '3 published 3'])
	await commit(second.subintentId, second.fillId)
	await commit(first.subintentId)
	await publish()
	assert.deepEqual(await events(0), ['3 published 3', '4 withdrawn 2', '5 withdrawn 1', '6 published 6'])
	assert.deepEqual(await events(4, 1), ['5 withdrawn 1'])
	assert.deepEqual(await events(6), [])
	assert.equal((await solverLogRange(db.own)).last, 6)
})

// shows solver addition: `since` and `events=1`: one log of publications and withdrawals
test('a publication has the bundle’s items and expiry; its withdrawal has the reason', async t => {
	const { commit, db, publish } = await openLog(t)
	const { fillId, subintentId } = await publish({ expiresInS: 45, fillExpiresInS: 30 })
	const [bundle] = await openBundlesAfter(db.own, { after: 0, limit: 1 })
	assert.deepEqual(await solverEventsAfter(db.own, { after: 0, limit: 9 }), [
		{
			kind: 'published',
			number: 1,
			bundleNumber: 1,
			items: bundle?.items,
			subintentIds: [subintentId, fillId],
			publishedAtMs: nowMs,
			expiresAtS: Math.floor(nowMs / 1000) + 30,
		},
	])
	await commit(subintentId, fillId)
	const withdrawal = { kind: 'withdrawn', number: 2, bundleNumber: 1, reason: 'settled', transactionId: 'txid_1' }
	assert.deepEqual(await solverEventsAfter(db.own, { after: 0, limit: 9 }), [
		{ ...withdrawal, withdrawnAtMs: nowMs + 500 },
	])
	assert.deepEqual(await openPublications(db.own, { after: 0, upTo: 2, limit: 9 }), [])
})

test('once a bundle has ended, its items and signed bytes are packed, and unpacked as they were', async t => {
	const { commit, db, publish } = await openLog(t)
	const { subintentId, fillId } = await publish()
	const [published] = await openBundlesAfter(db.own, { after: 0, limit: 1 })
	const signed = () =>
		db.own
			.selectFrom('order')
			.select(['subintent_id', 'signed_partial_transaction'])
			.unionAll(db.own.selectFrom('fill').select(['subintent_id', 'signed_partial_transaction']))
			.execute()
	const before = await signed()
	await commit(subintentId, fillId)
	const row = await db.own.selectFrom('bundle').selectAll().executeTakeFirstOrThrow()
	assert.deepEqual(row.items, [])
	const rows = await signed()
	assert.deepEqual(
		rows.map(each => each.signed_partial_transaction),
		['', ''],
	)
	assert.deepEqual(bytesOf(row, rows), {
		items: published?.items,
		inner: new Map(before.map(each => [each.subintent_id, each.signed_partial_transaction])),
	})
	const all = [...before.map(each => each.signed_partial_transaction), ...(published?.items ?? [])].join('')
	assert.ok((row.packed_bytes?.length ?? 0) < all.length / 2 / 4)
})

test('a bundle is withdrawn once, when its order has an outcome', async t => {
	const { commit, events, expire, publish } = await openLog(t)
	const { subintentId } = await publish({ expiresInS: 45, fillExpiresInS: 30 })
	await commit(subintentId)
	await expire(30)
	assert.deepEqual(await events(0), ['2 withdrawn 1'])
})

test('expired bundles are withdrawn as expired, without gaps in the numbers if there are many at once', async t => {
	const { db, events, expire, publish } = await openLog(t)
	for (let n = 0; n < 4; n++) await publish({ expiresInS: 20 })
	await expire(20)
	assert.deepEqual(await events(0), ['5 withdrawn 1', '6 withdrawn 2', '7 withdrawn 3', '8 withdrawn 4'])
	const [event] = await solverEventsAfter(db.own, { after: 0, limit: 1 })
	assert.equal(event?.kind === 'withdrawn' && event.reason, 'expired')
})

test('open publications are read page by page, up to a number', async t => {
	const { db, publish } = await openLog(t)
	for (let n = 0; n < 4; n++) await publish()
	const numbers = async (range: { after: number; upTo: number; limit: number }) =>
		(await openPublications(db.own, range)).map(({ number }) => number)
	assert.deepEqual(await numbers({ after: 0, upTo: 3, limit: 2 }), [1, 2])
	assert.deepEqual(await numbers({ after: 2, upTo: 3, limit: 2 }), [3])
})
