import type { Database } from '@accord/service'
import { sql } from 'kysely'

type EndedTrades = {
	readonly from: number
	readonly to: number
	/** The makers of the fills, in turn. */
	readonly makerIds: readonly string[]
	/** When the last of them ended; each of the others a millisecond before the next. */
	readonly endedAtMs: number
	readonly expiresInS?: number
	/** Of each signed item, in hex. */
	readonly bytes?: string
}

const rowsAtOnce = 5_000

/** Writes settled trades, rows only, each with everything the service keeps about one; their numbers continue the logs. */
export async function writeEndedTrades(db: Database, { from, to, ...trades }: EndedTrades): Promise<void> {
	for (let first = from; first < to; first += rowsAtOnce) {
		const last = Math.min(first + rowsAtOnce, to)
		await writeSlice(db, { ...trades, from: first, to: last, endedAtMs: trades.endedAtMs - (to - last) })
	}
	// Writing this many at once skips what the database does between the commits of as many single trades.
	await sql`analyze`.execute(db)
}

async function writeSlice(db: Database, trades: EndedTrades): Promise<void> {
	const { from, to, makerIds, endedAtMs, expiresInS = 30, bytes = 'ab'.repeat(100) } = trades
	const atMs = sql`at_ms`
	const expiresAtS = sql`(${Math.floor(endedAtMs / 1000) + expiresInS})::int8`
	const common = sql`
		'signed_partial_transaction', ${bytes}::text, 'platform_fee', 0, 'settlement_fee', 0, 'cost_xrd', 0, 'rebate', 0,
		'execution_units', 0, 'has_prefix', false, 'expires_at_s', ${expiresAtS}, 'accepted_at_ms', ${atMs},
		'ended_at_ms', ${atMs}, 'transaction_id', 'txid of ' || n`
	await sql`
		with new as (
			select n, md5('order ' || n) || md5('o' || n) as order_hash, md5('fill ' || n) || md5('f' || n) as fill_hash,
				md5('part ' || n) as part_id, (${makerIds as string[]}::text[])[1 + n % ${makerIds.length}::int8] as maker_id,
				${endedAtMs - to + 1}::int8 + n as at_ms, n - ${from}::int8 as place, (n - ${from}::int8) / ${makerIds.length}::int8 as place_of_maker
			from generate_series(${from}::int8, ${to - 1}::int8) as n
		),
		hashes as (
			insert into subintent
			select order_hash, 'order', ${atMs} from new union all select fill_hash, 'fill', ${atMs} from new
		),
		orders as (
			insert into "order" select o.* from new, jsonb_populate_record(null::"order", jsonb_build_object(
				'subintent_hash', order_hash, 'subintent_id', 'subtxid of order ' || n, 'account', 'account of order ' || n,
				'level', 0, 'base', 'XRD', 'quote', 'xUSDC', 'side', 'bids', 'sell_symbol', 'XRD', 'sell_amount', 100,
				'buy_symbol', 'xUSDC', 'buy_amount', 5, 'state', 'settled', 'filled_at_ms', ${atMs}, 'published_at_ms', ${atMs},
				'claimed_until_ms', 0, 'own_makers', '[]'::jsonb
			) || jsonb_build_object(${common})) o
		),
		parts as (
			insert into part select p.* from new, jsonb_populate_record(null::part, jsonb_build_object(
				'part_id', part_id, 'order_hash', order_hash, 'maker_id', maker_id, 'base', 'XRD', 'quote', 'xUSDC', 'side', 'bids',
				'base_amount', 100, 'levels', '[["0.05", "100"]]'::jsonb, 'fill_sell_symbol', 'xUSDC', 'fill_sell_amount', 5,
				'fill_buy_symbol', 'XRD', 'fill_buy_amount', 100, 'state', 'filled', 'fill_before_ms', ${atMs}, 'asked_at_ms', ${atMs},
				'ended_at_ms', ${atMs}, 'reservation', 'settled', 'reservation_ended_at_ms', ${atMs}, 'settled_number', 0, 'awaits_rerouting', false
			)) p
		),
		fills as (
			insert into fill select f.* from new, jsonb_populate_record(null::fill, jsonb_build_object(
				'subintent_hash', fill_hash, 'subintent_id', 'subtxid of fill ' || n, 'part_id', part_id, 'order_hash', order_hash,
				'maker_id', maker_id, 'account', 'account of ' || maker_id, 'sell_symbol', 'xUSDC', 'sell_amount', 5,
				'buy_symbol', 'XRD', 'buy_amount', 100, 'state', 'Settled'
			) || jsonb_build_object(${common})) f
		),
		counted as (select maker_id, count(*) as trades from new group by maker_id),
		logs as (
			update maker m set last_sequence = last_sequence + 2 * c.trades from counted c where m.maker_id = c.maker_id
			returning m.maker_id, m.last_sequence - 2 * c.trades as before
		),
		entries as (
			insert into fill_execution
			select l.maker_id, l.before + 2 * place_of_maker + 1 + entry, part_id,
				case entry when 1 then 'Settled' end, ${atMs}, null
			from new join logs l using (maker_id), generate_series(0, 1) as entry
		),
		numbered as (update bundle_sequence set last_number = last_number + 2 * ${to - from}::int8 returning last_number)
		insert into bundle
		select last_number - 2 * ${to - from}::int8 + 2 * place + 1, order_hash, jsonb_build_array(${bytes}::text, ${bytes}::text), ${atMs},
			${atMs}, jsonb_build_array('subtxid of order ' || n, 'subtxid of fill ' || n), ${expiresAtS},
			last_number - 2 * ${to - from}::int8 + 2 * place + 2, ${atMs}, 'settled'
		from numbered, new`.execute(db)
}
