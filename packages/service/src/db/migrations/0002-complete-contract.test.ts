import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { openEmptyDatabase } from '../../testing/open-empty-database.ts'
import * as firstTrade from './0001-first-trade.ts'
import * as completeContract from './0002-complete-contract.ts'

const bundles = [
	{ number: 1, order: 'settled', orderEndedAtMs: 5000, fill: 'Settled', fillEndedAtMs: 5000 },
	{ number: 2, order: 'published', orderEndedAtMs: null, fill: 'started', fillEndedAtMs: null },
	{ number: 3, order: 'expired', orderEndedAtMs: 4000, fill: 'Settled', fillEndedAtMs: 3000 },
]

test('existing bundles get their subintent ids, and decided ones are withdrawn in the order of decision', async t => {
	const db = await openEmptyDatabase<never>(t)
	await firstTrade.up(db)
	await sql`insert into maker (maker_id, name, created_at_ms) values ('m', 'm', 0)`.execute(db)
	for (const bundle of bundles) await insertBundle(db, bundle)
	await sql`update bundle_sequence set last_number = 3`.execute(db)
	await completeContract.up(db)
	const { rows } = await sql<object>`
		select bundle_number, subintent_ids, expires_at_s, withdrawn_number, withdrawn_at_ms, withdrawn_reason,
			withdrawn_transaction_id
		from bundle order by bundle_number`.execute(db)
	assert.deepEqual(
		rows.map(row => Object.values(row)),
		[
			[1n, ['order 1', 'fill 1'], 30n, 5n, 5000n, 'settled', 'txid_1'],
			[2n, ['order 2', 'fill 2'], 30n, null, null, null, null],
			[3n, ['order 3', 'fill 3'], 30n, 4n, 3000n, 'settled', 'txid_3'],
		],
	)
	const last = await sql<{ last_number: bigint }>`select last_number from bundle_sequence`.execute(db)
	assert.deepEqual(last.rows, [{ last_number: 5n }])
})

async function insertBundle(db: Kysely<never>, bundle: (typeof bundles)[number]): Promise<void> {
	const { number: n } = bundle
	const intent = {
		signed_partial_transaction: '',
		account: 'a',
		sell_symbol: 'XRD',
		sell_amount: 1,
		buy_symbol: 'xUSDC',
	}
	const costs = { buy_amount: 1, platform_fee: 0, settlement_fee: 0, cost_xrd: 0, rebate: 0, execution_units: 0 }
	const common = { ...intent, ...costs, has_prefix: false, accepted_at_ms: 0, transaction_id: `txid_${n}` }
	const order = {
		...common,
		...{ subintent_hash: `o${n}`, subintent_id: `order ${n}`, level: 0, base: 'XRD', quote: 'xUSDC', side: 'bids' },
		...{ expires_at_s: 45, state: bundle.order, ended_at_ms: bundle.orderEndedAtMs, claimed_until_ms: 0 },
	}
	const part = {
		...{
			part_id: `p${n}`,
			order_hash: `o${n}`,
			maker_id: 'm',
			base: 'XRD',
			quote: 'xUSDC',
			side: 'bids',
			base_amount: 1,
		},
		...{ levels: [], fill_sell_symbol: 'xUSDC', fill_sell_amount: 1, fill_buy_symbol: 'XRD', fill_buy_amount: 1 },
		...{ state: 'filled', fill_before_ms: 0, asked_at_ms: 0, reservation: 'open' },
	}
	const fill = {
		...common,
		...{ subintent_hash: `f${n}`, subintent_id: `fill ${n}`, part_id: `p${n}`, order_hash: `o${n}`, maker_id: 'm' },
		...{ expires_at_s: 30, state: bundle.fill, ended_at_ms: bundle.fillEndedAtMs },
	}
	const row = { bundle_number: n, order_hash: `o${n}`, items: [], published_at_ms: 0 }
	for (const [hash, role] of [
		[`o${n}`, 'order'],
		[`f${n}`, 'fill'],
	]) {
		await sql`insert into subintent values (${hash}, ${role}, 0)`.execute(db)
	}
	for (const [table, values] of Object.entries({ order, part, fill, bundle: row })) {
		await sql`
			insert into ${sql.table(table)}
			select * from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(values)}::jsonb)`.execute(db)
	}
}
