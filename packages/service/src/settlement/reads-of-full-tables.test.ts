import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CompiledQuery, type KyselyPlugin, sql } from 'kysely'
import type { OpenDatabase } from '../db/open-database.ts'
import type { Database } from '../db/tables.ts'
import { askOne } from '../db/together.ts'
import { reservationChanges } from '../prices/reservations-table.ts'
import { settledItems } from '../reconciliation/settled-items.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { insertMakersAndOrder, openPart } from '../testing/part-fixture.ts'
import { selectEnded } from './ended-table.ts'
import { nextMakerWithOldEntries } from './removal-table.ts'

// The planner knows only the size of a table that was filled but has not been analyzed yet, as at the start of a busy
// day.
const rows = 3000

let opened: OpenDatabase
before(async () => {
	opened = await openTestDatabase()
	const { db } = opened
	for (const table of ['order', 'part', 'fill', 'fill_execution', 'subintent'])
		await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(db)
	await insertMakersAndOrder(db, ['anna'])
	await openPart(db, { makerId: 'anna', pair: { base: 'XRD', quote: 'xUSDC' }, side: 'bids', levels: [[1, 5]] })
	await sql`
		insert into part select (jsonb_populate_record(p, jsonb_build_object('part_id', 'full-' || n, 'reservation', 'released'))).*
		from part p, generate_series(1, ${rows}::int) n`.execute(db)
	await sql`insert into subintent select 'fill-' || n, 'fill', 1 from generate_series(1, ${rows}::int) n`.execute(db)
	await sql`
		insert into fill select (jsonb_populate_record(null::fill, jsonb_build_object(
			'subintent_hash', 'fill-' || n, 'subintent_id', 'fill-' || n, 'part_id', 'full-' || n, 'order_hash', p.order_hash,
			'maker_id', 'anna', 'signed_partial_transaction', repeat('00', 700), 'account', 'a', 'sell_symbol', 'XRD',
			'sell_amount', 1, 'buy_symbol', 'xUSDC', 'buy_amount', 1, 'platform_fee', 0, 'settlement_fee', 0, 'cost_xrd', 0,
			'rebate', 0, 'execution_units', 1, 'has_prefix', false, 'expires_at_s', 1, 'state', 'Settled', 'accepted_at_ms', 1,
			'ended_at_ms', n
		))).* from part p join generate_series(1, ${rows}::int) n on p.part_id = 'full-' || n`.execute(db)
	await sql`insert into subintent select 'order-' || n, 'order', 1 from generate_series(1, ${rows}::int) n`.execute(db)
	await sql`
		insert into "order" select (jsonb_populate_record(o, jsonb_build_object(
			'subintent_hash', 'order-' || n, 'subintent_id', 'order-' || n, 'signed_partial_transaction', repeat('00', 700),
			'state', 'settled', 'ended_at_ms', n
		))).* from "order" o, generate_series(1, ${rows}::int) n where o.subintent_hash = 'order'`.execute(db)
	await sql`
		insert into fill_execution select 'anna', n, 'full-' || n, null, n from generate_series(1, ${rows}::int) n`.execute(
		db,
	)
})
after(() => opened.close())

test('finds changed reservations by an index', async () => {
	assert.deepEqual(await wholeTablesReadBy(db => askOne(db, reservationChanges({ since: 1_000_000n }))), [])
})

test('what ended is compared page by page, without reading all that ever ended', async () => {
	const after = { endedAtMs: rows - 5, orderHash: '' }
	assert.deepEqual(await wholeTablesReadBy(db => selectEnded(db, { after, endedByMs: rows, limit: 10 })), [])
	assert.equal((await selectEnded(opened.db, { after, endedByMs: rows, limit: 10 })).length, 6)
})

test('the settled fills of a day are found with its orders', async () => {
	const day = { fromMs: rows - 5, toMs: rows }
	assert.deepEqual(await wholeTablesReadBy(db => settledItems(db, day)), [])
})

test('finds the maker with a removable oldest entry without reading all entries', async () => {
	const asked = { afterMakerId: '', writtenByMs: 1 }
	assert.deepEqual(await wholeTablesReadBy(db => nextMakerWithOldEntries(db, asked)), [])
	assert.equal(await nextMakerWithOldEntries(opened.db, asked), 'anna')
})

/** The full tables that a read's statements, as currently planned, scan from end to end. */
async function wholeTablesReadBy(read: (db: Database) => Promise<unknown>): Promise<string[]> {
	const { db } = opened
	const statements: CompiledQuery[] = []
	const keep: KyselyPlugin = {
		transformQuery: ({ node, queryId }) => {
			statements.push(db.getExecutor().compileQuery(node, queryId))
			return node
		},
		transformResult: async ({ result }) => result,
	}
	await read(db.withPlugin(keep))
	const plans = statements.map(({ sql: text, parameters }) =>
		db.executeQuery<Record<string, string>>(CompiledQuery.raw(`explain ${text}`, [...parameters])),
	)
	const lines = (await Promise.all(plans)).flatMap(plan => plan.rows.map(row => row['QUERY PLAN'] ?? ''))
	return lines.filter(line => /Seq Scan on ("order"|part|fill|fill_execution)\s/.test(line))
}
