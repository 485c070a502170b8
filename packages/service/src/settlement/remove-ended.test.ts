import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { publishBundles } from '../bundles/publish-bundles.ts'
import { solverEventsAfter, solverLogRange } from '../bundles/solver-events.ts'
import { fillExecutionsAfter, fillLogRange } from '../fills/fill-executions.ts'
import { logOf, openFilled } from '../testing/filled-fixture.ts'
import { expiryMarginMs, makerId } from '../testing/trade-fixture.ts'
import { EndedComparison } from './compare-ended.ts'
import { Removal, rowsRemoved } from './remove-ended.ts'
import { SettlementTracker } from './track-settlements.ts'

const dayMs = 86_400_000
const retention = { ordersMs: 30 * dayMs, logMs: 60 * dayMs }

/** A fixture whose trades end as the ledger says, and the code that removes them. */
async function setUp(t: TestContext) {
	const trade = await openFilled(t)
	const { clock, db, deps } = trade
	const comparison = { comparedUntilMs: Number.MAX_SAFE_INTEGER }
	const removal = new Removal({ ...deps, retention, comparison })
	const tracker = new SettlementTracker(deps)
	const expire = async () => {
		await publishBundles(deps)
		for (const waitMs of [45_000 + expiryMarginMs, 1_000]) {
			clock.advance(waitMs)
			await tracker.run()
		}
	}
	return { ...trade, removal, expire, counts: () => countsOf(db) }
}

const tables = [
	'order',
	'part',
	'fill',
	'bundle',
	'subintent',
	'fill_execution',
	'correction',
	'expired_intent',
] as const

async function countsOf(db: Awaited<ReturnType<typeof openFilled>>['db']): Promise<Record<string, number>> {
	const counts = tables.map(async table => {
		const { rows } = await sql<{ n: number }>`select count(*)::int4 as n from ${sql.table(table)}`.execute(db.own)
		return [table, rows[0]?.n ?? 0] as const
	})
	return Object.fromEntries(await Promise.all(counts))
}

const one = { order: 1, part: 1, fill: 1, bundle: 1, subintent: 2, fill_execution: 2, correction: 0, expired_intent: 0 }
const logOnly = { ...one, order: 0, part: 0, fill: 0, bundle: 0, subintent: 0 }

test('what ended is kept for the retention, then removed whole; the maker’s log stays for its own', async t => {
	const { clock, counts, db, expire, metrics, placeAndFill, removal } = await setUp(t)
	await placeAndFill()
	await expire()
	await sql`insert into correction select subintent_hash, 1, 'Settled', null from fill`.execute(db.own)
	await sql`insert into expired_intent select subintent_hash, account, 1, true from fill`.execute(db.own)
	clock.advance(retention.ordersMs - 1)
	await removal.run()
	assert.deepEqual(await counts(), { ...one, correction: 1, expired_intent: 1 })
	clock.advance(1)
	await removal.run()
	assert.deepEqual(await counts(), logOnly)
	assert.deepEqual(await logOf(db.own), ['1 started', '2 Expired'])
	clock.advance(retention.logMs)
	await removal.run()
	assert.deepEqual(await counts(), { ...logOnly, fill_execution: 0 })
	assert.deepEqual(
		[...metrics.counts(rowsRemoved)],
		[
			['order', 1],
			['part', 1],
			['fill', 1],
			['bundle', 1],
			['fill_execution', 2],
			['audit_page', 0],
		],
	)
})

test('open orders and their entries stay, however old', async t => {
	const { clock, counts, deps, place, placeAndFill, removal } = await setUp(t)
	await placeAndFill()
	await publishBundles(deps)
	await placeAndFill()
	await place()
	clock.advance(100 * dayMs)
	await removal.run()
	assert.deepEqual(await counts(), { ...one, order: 3, part: 3, fill: 2, subintent: 5 })
})

test('cancelled and unfilled orders are removed too', async t => {
	const { clock, counts, db, place, removal } = await setUp(t)
	for (const state of ['unfilled', 'cancelled']) {
		const { subintentHash } = await place()
		await sql`update "order" set state = ${state}, ended_at_ms = ${clock.nowMs()} where subintent_hash = ${subintentHash}`.execute(
			db.own,
		)
	}
	clock.advance(retention.ordersMs + 60_000)
	await removal.run()
	assert.deepEqual(await counts(), { ...logOnly, fill_execution: 0 })
})

test('nothing is removed before its last comparison with the ledger, however long the Gateway is away', async t => {
	const { clock, counts, deps, expire, gateway, placeAndFill } = await setUp(t)
	await placeAndFill()
	const comparison = new EndedComparison(deps)
	const removal = new Removal({ ...deps, retention, comparison })
	await removal.run()
	await comparison.run()
	await expire()
	gateway.isDown = true
	clock.advance(retention.ordersMs + dayMs)
	await assert.rejects(comparison.run())
	await removal.run()
	assert.deepEqual(await counts(), one)
	gateway.isDown = false
	await comparison.run()
	await removal.run()
	assert.deepEqual(await counts(), logOnly)
})

test('an order whose fill is still open stays', async t => {
	const { clock, counts, db, deps, placeAndFill, removal } = await setUp(t)
	await placeAndFill()
	await publishBundles(deps)
	await sql`update "order" set state = 'settled', ended_at_ms = ${clock.nowMs()}`.execute(db.own)
	clock.advance(100 * dayMs)
	await removal.run()
	assert.deepEqual(await counts(), { ...one, fill_execution: 1 })
})

test('two that remove at once remove everything once', async t => {
	const { clock, counts, deps, expire, metrics, placeAndFill, removal } = await setUp(t)
	for (let n = 0; n < 3; n++) await placeAndFill()
	await expire()
	clock.advance(100 * dayMs)
	const comparison = { comparedUntilMs: Number.MAX_SAFE_INTEGER }
	const other = new Removal({ ...deps, retention, comparison })
	await Promise.allSettled([removal.run(), other.run()])
	await removal.run()
	assert.deepEqual(await counts(), { ...logOnly, fill_execution: 0 })
	assert.deepEqual([metrics.countOf(rowsRemoved, 'order'), metrics.countOf(rowsRemoved, 'fill_execution')], [3, 6])
})

test('error: a log is not read from before its first number kept; from there on it is whole', async t => {
	const { clock, db, expire, placeAndFill, removal } = await setUp(t)
	await placeAndFill()
	await expire()
	clock.advance(100 * dayMs)
	await removal.run()
	assert.deepEqual(await fillLogRange(db.own, makerId), { removed: 2, last: 2 })
	assert.deepEqual(await solverLogRange(db.own), { removed: 2, last: 2 })
	assert.deepEqual(await fillExecutionsAfter(db.own, { makerId, after: 2, limit: 10 }), [])
	await sql`insert into fill_execution select ${makerId}, 3, 'part', null, 0, null`.execute(db.own)
	await assert.rejects(fillExecutionsAfter(db.own, { makerId, after: 1, limit: 10 }), {
		code: 'sequence_too_old',
		extra: { first_sequence_number: 3 },
	})
	assert.equal((await fillExecutionsAfter(db.own, { makerId, after: 2, limit: 10 })).length, 1)
	await assert.rejects(solverEventsAfter(db.own, { after: 1, limit: 10 }), { code: 'sequence_too_old' })
	assert.deepEqual(await solverEventsAfter(db.own, { after: 2, limit: 10 }), [])
})
