import { createHash } from 'node:crypto'
import { subintentId } from '@accord/ledger'
import { type Kysely, sql, type Transaction } from 'kysely'
import { migrate } from '../packages/service/src/db/migrate.ts'
import type { Tables } from '../packages/service/src/db/tables.ts'
import { openUnmigrated } from '../packages/service/src/testing/open-empty-database.ts'

// The database of an earlier release, as its service would have left it after many trades: to rehearse an upgrade on.
// By hand: node --conditions=accord-source scripts/fill-former-database.ts URL [TRADES]

/** The last migration of the release before this one. */
export const formerMigration = '0006-operator'

/** A maker's log entries, the solvers' log entries and some orders, to look for after the upgrade. */
export type FormerTrades = {
	readonly settled: readonly string[]
	readonly trades: number
	readonly makerEntries: number
	readonly solverEntries: number
}

type Filling = { readonly trades: number; readonly nowMs: number; readonly makerId: string; readonly account: string }

/**
 * Brings an empty database to {@link formerMigration} and writes trades of the days before yesterday, of which one in
 * twenty did not settle; the last one expired an hour ago.
 */
export async function fillFormerDatabase(db: Kysely<Tables>, filling: Filling): Promise<FormerTrades> {
	const { trades, makerId, nowMs } = filling
	await migrate(db, { upTo: formerMigration })
	await sql`insert into maker (maker_id, name, created_at_ms) values (${makerId}, ${makerId}, ${nowMs - 30 * dayMs})`.execute(
		db,
	)
	for (let first = 1; first <= trades; first += perBatch) {
		const last = Math.min(trades, first + perBatch - 1)
		await db.transaction().execute(trx => writeTrades(trx, { ...filling, first, last }))
	}
	await sql`update maker set last_sequence = (select count(*) from fill_execution where maker_id = ${makerId})`.execute(
		db,
	)
	await sql`update bundle_sequence set last_number = ${2 * trades}`.execute(db)
	const newest = db
		.selectFrom('order')
		.select('subintent_id')
		.where('state', '=', 'settled')
		.orderBy('ended_at_ms', 'desc')
	const settled = await newest.limit(3).execute()
	const entries = 2 * trades
	return { settled: settled.map(row => row.subintent_id), trades, makerEntries: entries, solverEntries: entries }
}

const dayMs = 86_400_000
const perBatch = 5_000

type Batch = Filling & { readonly first: number; readonly last: number }

/** Numbered from `first` to `last`; the entries of both logs follow from the number. */
async function writeTrades(
	db: Transaction<Tables>,
	{ first, last, trades, nowMs, makerId, account }: Batch,
): Promise<void> {
	const numbers = Array.from({ length: last - first + 1 }, (_, at) => first + at)
	const [orders, fills] = ['order', 'fill'].map(role => numbers.map(number => hashOf(`${role} ${number}`))) as [
		Buffer[],
		Buffer[],
	]
	const hashes = (list: readonly Buffer[]) => list.map(hash => hash.toString('hex'))
	const ids = (list: readonly Buffer[]) => list.map(hash => subintentId(hash.toString('hex'), 242))
	await sql`create temporary table trade on commit drop as
		select n, o, oid, f, fid, 'part ' || n as p,
			case when n = ${trades} then 'expired' when n % 20 = 0 then 'expired' else 'settled' end as state,
			case when n = ${trades} then ${nowMs - dayMs / 24}
				else ${nowMs - 20 * dayMs} + (n * ${18 * dayMs}::int8) / ${trades} end::int8 as at
		from unnest(
			${numbers}::int8[], ${hashes(orders)}::text[], ${ids(orders)}::text[], ${hashes(fills)}::text[], ${ids(fills)}::text[]
		) as t (n, o, oid, f, fid)`.execute(db)
	for (const statement of statements(makerId, account)) await statement.execute(db)
}

/** Bytes of the usual length, which no one reads. */
const bytes = (hash: string, times: number) => sql`repeat(${sql.ref(hash)}, ${times})`

function statements(makerId: string, account: string) {
	const transaction = sql`case state when 'settled' then 'txid_sim1' || left(o, 50) end`
	return [
		sql`insert into subintent (subintent_hash, role, created_at_ms)
			select o, 'order', at from trade union all select f, 'fill', at from trade`,
		sql`insert into "order" (
				subintent_hash, subintent_id, signed_partial_transaction, account, level, base, quote, side, sell_symbol, sell_amount,
				buy_symbol, buy_amount, platform_fee, settlement_fee, cost_xrd, rebate, execution_units, has_prefix, expires_at_s,
				state, accepted_at_ms, filled_at_ms, published_at_ms, ended_at_ms, transaction_id
			)
			select o, oid, ${bytes('o', 21)}, ${account}, 0, 'XRD', 'xUSDC', 'bids', 'XRD', 100, 'xUSDC', 5, 0.1, 5.25, 0.5, 4.5,
				3300000, false, at / 1000 - 5, state, at - 40000, at - 39900, at - 39800, at, ${transaction}
			from trade`,
		sql`insert into part (
				part_id, order_hash, maker_id, base, quote, side, base_amount, levels, fill_sell_symbol, fill_sell_amount,
				fill_buy_symbol, fill_buy_amount, state, fill_before_ms, asked_at_ms, ended_at_ms, reservation, reservation_ended_at_ms
			)
			select p, o, ${makerId}, 'XRD', 'xUSDC', 'bids', 100, '[["0.05", "100"]]', 'xUSDC', 5, 'XRD', 100, 'filled', at - 37000,
				at - 40000, at - 39900, case state when 'settled' then 'settled' else 'released' end, at
			from trade`,
		sql`insert into fill (
				subintent_hash, subintent_id, part_id, order_hash, maker_id, signed_partial_transaction, account, sell_symbol,
				sell_amount, buy_symbol, buy_amount, platform_fee, settlement_fee, cost_xrd, rebate, execution_units, has_prefix,
				expires_at_s, state, accepted_at_ms, ended_at_ms, transaction_id
			)
			select f, fid, p, o, ${makerId}, ${bytes('f', 21)}, ${account}, 'xUSDC', 5, 'XRD', 100, 0, 0.2625, 0.5, 0.2, 3300000,
				false, at / 1000 - 5, initcap(state), at - 39900, at, ${transaction}
			from trade`,
		sql`insert into bundle (
				bundle_number, order_hash, items, published_at_ms, ended_at_ms, subintent_ids, expires_at_s, withdrawn_number,
				withdrawn_at_ms, withdrawn_reason, withdrawn_transaction_id
			)
			select 2 * n - 1, o, jsonb_build_array(${bytes('o', 45)}, ${bytes('f', 45)}), at - 39800, at, jsonb_build_array(oid, fid),
				at / 1000 - 5, 2 * n, at, state, ${transaction}
			from trade`,
		sql`insert into fill_execution (maker_id, sequence_number, part_id, outcome, occurred_at_ms)
			select ${makerId}, 2 * n - 1, p, null, at - 39900 from trade
			union all select ${makerId}, 2 * n, p, initcap(state), at from trade`,
	]
}

function hashOf(text: string): Buffer {
	return createHash('blake2b512').update(text).digest().subarray(0, 32)
}

if (import.meta.main) {
	const [url, trades = '100000'] = process.argv.slice(2)
	if (url === undefined) throw new Error('usage: fill-former-database.ts URL [TRADES]')
	const db = openUnmigrated<Tables>(url)
	const account = 'account_sim129s0np5uzsyv8qelmndrmp3pqhsx9x666ptpvk00tgvvjgfeuyt06z'
	console.log(await fillFormerDatabase(db, { trades: Number(trades), nowMs: Date.now(), makerId: 'maker-1', account }))
	await db.destroy()
}
