import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { publishBundles } from '../bundles/publish-bundles.ts'
import { type FilledTrade, openFilled } from '../testing/filled-fixture.ts'
import { nowMs } from '../testing/order-fixture.ts'
import { makerFill, makerId, submitFill } from '../testing/trade-fixture.ts'
import { expireParts, skipUnpublishable } from './overdue-orders.ts'
import { SettlementTracker } from './track-settlements.ts'

const rounds = 3
const ordersPerRound = 8

test('with concurrent fills, time-outs, publishers and trackers every trade ends consistently, and no number is skipped or repeated', async t => {
	const trade = await openFilled(t)
	for (let round = 0; round < rounds; round++) {
		await fillAndPublish(trade)
		await settle(trade)
	}
	for (const state of await trade.states()) assert.ok(consistentEnds.has(state), state)
	assert.deepEqual(await wrongNumbers(trade, 'select sequence_number as number from fill_execution'), [])
	const ofSolvers = 'select bundle_number as number from bundle union all select withdrawn_number from bundle'
	assert.deepEqual(await wrongNumbers(trade, ofSolvers), [])
	const counts = await sql<{ entries: bigint; fills: bigint }>`
		select (select count(*) from fill_execution) as entries, (select count(*) from fill) as fills`.execute(trade.db.own)
	assert.equal(counts.rows[0]?.entries, 2n * (counts.rows[0]?.fills ?? 0n))
})

const consistentEnds = new Set([
	'order unfilled, part timed_out, reservation released, fill null, bundle none',
	'order unfilled, part filled, reservation released, fill Released, bundle none',
	'order settled, part filled, reservation settled, fill Settled, bundle ended',
	'order expired, part filled, reservation released, fill Expired, bundle ended',
])

test('what the ledger decided of orders that ended together is recorded with the fills of each', async t => {
	const { clock, db, deps, gateway, placeAndFill } = await openFilled(t)
	for (let n = 0; n < 3; n++) await placeAndFill()
	await publishBundles(deps)
	const bundles = await db.own.selectFrom('bundle').select('subintent_ids').execute()
	for (const id of bundles.flatMap(bundle => bundle.subintent_ids)) gateway.committed.set(id, 'txid_1')
	gateway.stateVersion += 1
	clock.advance(500)
	await new SettlementTracker(deps).run()
	const { rows } = await sql<{ recorded: unknown; fills: unknown }>`
		select a.detail -> 'fills' as recorded,
			(select jsonb_agg(jsonb_build_array(part_id, state)) from fill where order_hash = a.subject) as fills
		from audit_entry a where act = 'ledger_decided'`.execute(db.own)
	assert.equal(rows.length, 3)
	for (const { recorded, fills } of rows) assert.deepEqual(recorded, fills)
})

/** Orders are filled at the very moment at which they time out, while others are published. */
async function fillAndPublish({ clock, deps, place }: FilledTrade): Promise<void> {
	const expiresInS = Math.floor((clock.nowMs() - nowMs) / 1000) + 45
	const receivedAtMs = clock.nowMs()
	const fills: Parameters<typeof submitFill>[1][] = []
	for (let n = 0; n < ordersPerRound; n++) {
		clock.advance(1)
		const { partId: orderId } = await place({ expiresInS })
		fills.push({ makerId, orderId, signedPartialTransaction: makerFill({ expiresInS }), receivedAtMs })
	}
	clock.advance(3_301)
	const filling = Promise.allSettled(fills.map(fill => submitFill(deps, fill)))
	while (await isPending(filling)) {
		await Promise.all([publishBundles, expireParts, publishBundles, skipUnpublishable].map(run => run(deps)))
	}
	for (const result of await filling) {
		if (result.status === 'rejected') assert.equal(result.reason.code, 'fill_too_late')
	}
	await publishBundles(deps)
}

/** The ledger commits some bundles; the others expire. */
async function settle({ clock, db, deps, gateway }: FilledTrade): Promise<void> {
	const items = await db.own
		.selectFrom('bundle')
		.select('subintent_ids')
		.where('ended_at_ms', 'is', null)
		.orderBy('bundle_number')
		.execute()
	for (const [index, { subintent_ids: ids }] of items.entries()) {
		if (index % 3 > 0) for (const id of ids) gateway.committed.set(id, 'txid_1')
	}
	gateway.stateVersion += 1
	const trackers = [1, 2, 3].map(() => new SettlementTracker(deps))
	for (const waitMs of [500, 62_000, 1_000]) {
		clock.advance(waitMs)
		await Promise.all([...trackers.map(tracker => tracker.run()), skipUnpublishable(deps), publishBundles(deps)])
	}
}

/** The numbers between 1 and the greatest one that are missing or occur twice. */
async function wrongNumbers({ db }: FilledTrade, numbers: string): Promise<bigint[]> {
	const { rows } = await sql<{ number: bigint }>`
		with given as (${sql.raw(numbers)})
		select n as number from generate_series(1, (select max(number) from given)) n
		where (select count(*) from given where number = n) <> 1`.execute(db.own)
	return rows.map(({ number }) => number)
}

/** Whether a promise is still pending after a turn of the event loop. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
	return (await Promise.race([promise, setImmediate(true)])) === true
}
