import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { AuditChain } from '../audit/audit-chain.ts'
import { hasUnchained } from '../audit/audit-table.ts'
import { chainEntries } from '../audit/chain-entries.ts'
import { auditPage } from '../audit/read-log.ts'
import { RefusalTally } from '../audit/refusal-tally.ts'
import { publishBundles } from '../bundles/publish-bundles.ts'
import { openFilled } from '../testing/filled-fixture.ts'
import { expiryMarginMs } from '../testing/trade-fixture.ts'
import { expireParts, skipUnpublishable } from './overdue-orders.ts'
import { SettlementTracker } from './track-settlements.ts'
import { findUnfunded } from './unfunded-intents.ts'

// When several nodes process the same rows at the same time, the effect happens once. Other loops have such tests next
// to their own.

const nodes = [1, 2, 3]

/** How often each act was recorded, by name. */
async function actsOf(trade: Awaited<ReturnType<typeof openFilled>>): Promise<Record<string, number>> {
	const { rows } = await sql<{ act: string; count: bigint }>`
		select act, count(*) as count from audit_entry group by act order by act`.execute(trade.db.own)
	return Object.fromEntries(rows.map(({ act, count }) => [act, Number(count)]))
}

/** The steps that are announced from now on, each with its orders. */
function stepsAnnounced({ bus }: Awaited<ReturnType<typeof openFilled>>) {
	const steps: string[] = []
	bus.subscribe('order', ({ orderHashes, step }) => {
		for (const hash of step === undefined ? [] : orderHashes) steps.push(`${step} ${hash}`)
	})
	return steps
}

// shows decision 71: Each loop has a lock or a guard
test('parts time out once, and orders that cannot be published end once', async t => {
	const trade = await openFilled(t)
	const { clock, deps } = trade
	for (let n = 0; n < 4; n++) await trade.place()
	for (let n = 0; n < 4; n++) await trade.placeAndFill({ expiresInS: 20 })
	clock.advance(20_000)
	const steps = stepsAnnounced(trade)
	await Promise.all(nodes.flatMap(() => [expireParts(deps), skipUnpublishable(deps)]))
	await Promise.all(nodes.map(() => expireParts(deps)))
	const { part_timed_out: timedOut, order_ended: ended } = await actsOf(trade)
	assert.deepEqual([timedOut, ended], [4, 4])
	assert.deepEqual([steps.length, new Set(steps).size], [4, 4])
	const released = await trade.db.own
		.selectFrom('fill_execution')
		.selectAll()
		.where('outcome', '=', 'Released')
		.execute()
	assert.equal(released.length, 4)
})

test('writes outcomes once, and records once which accounts moved the funds of expired intents', async t => {
	const trade = await openFilled(t)
	const { clock, deps, db } = trade
	const startedAtMs = clock.nowMs()
	const steps = stepsAnnounced(trade)
	for (let n = 0; n < 4; n++) await trade.placeAndFill()
	await Promise.all(nodes.map(() => publishBundles(deps)))
	const trackers = nodes.map(() => new SettlementTracker(deps))
	for (const waitMs of [45_000 + expiryMarginMs, 1_000, 1_000]) {
		clock.advance(waitMs)
		await Promise.all(trackers.map(tracker => tracker.run()))
	}
	const findAll = (startedAtMs: number) => {
		const find = () => findUnfunded({ ...deps, log: { info: () => {}, warn: assert.ifError } }, { startedAtMs })
		return Promise.all(nodes.map(find))
	}
	const found = () => db.own.selectFrom('expired_intent').selectAll().execute()
	// A node that was not there while they were published blames no one.
	await findAll(startedAtMs + 1)
	assert.deepEqual(await found(), [])
	await findAll(startedAtMs)
	const { ledger_decided: decided } = await actsOf(trade)
	assert.equal(decided, 4)
	assert.deepEqual([steps.length, new Set(steps).size], [8, 8])
	const log = await db.own.selectFrom('fill_execution').select('sequence_number').orderBy('sequence_number').execute()
	assert.deepEqual(
		log.map(({ sequence_number: number }) => Number(number)),
		Array.from({ length: 8 }, (_, at) => at + 1),
	)
	assert.equal((await found()).length, 8)
})

test('the audit log is one chain without holes, whichever node chains', async t => {
	const trade = await openFilled(t, { openOrdersPerAccount: 20 })
	const { db, clock } = trade
	for (let n = 0; n < 6; n++) await trade.place()
	const chain = () => chainEntries({ db, clock, refusals: new RefusalTally({ clock, entriesPerDay: 1 }) })
	for (let round = 0; round < 3; round++) {
		await Promise.all(nodes.map(chain))
		await trade.place()
	}
	await Promise.all(nodes.map(chain))
	assert.equal(await hasUnchained(db.own), false)
	const { entries, head } = await auditPage(db.own, { after: 0, limit: 1_000 })
	const chained = new AuditChain()
	for (const entry of entries) assert.equal(chained.add(entry), undefined)
	assert.deepEqual(chained.head, head)
	assert.equal(entries.length, 9)
})
