import { createHash } from 'node:crypto'
import { subintentId } from '@accord/ledger'
import type { Database } from '@accord/service'
import { sql } from 'kysely'
import { testNetworkId } from '../../test/network/test-network.ts'
import type { PairSettings } from './large-market.ts'

type OpenOrders = {
	readonly from: number
	readonly to: number
	readonly pairs: readonly PairSettings[]
	readonly makers: number
	/** How many orders an account has open; one by default. */
	readonly perAccount?: number
}

const rowsAtOnce = 2_000

/**
 * Writes published trades that wait for the ledger, rows only: each an order of an account, a filled part whose
 * reservation is open, its fill and its bundle, spread over all pairs and over all makers but the first.
 */
export async function writeOpenOrders(db: Database, { from, to, ...spread }: OpenOrders): Promise<void> {
	for (let first = from; first < to; first += rowsAtOnce) {
		const count = Math.min(rowsAtOnce, to - first)
		const rows = Array.from({ length: count }, (_, at) => ({
			place: at + 1,
			...openOrder(first + at, spread),
		}))
		await writeRows(db, rows)
	}
	// Writing this many at once skips what the database does between the commits of as many single orders.
	await sql`analyze`.execute(db)
}

type OpenOrder = { readonly place: number } & ReturnType<typeof openOrder>

function openOrder(n: number, { pairs, makers, perAccount = 1 }: Omit<OpenOrders, 'from' | 'to'>) {
	const ids = (role: string) => {
		const hash = createHash('sha256').update(`${role} ${n}`).digest('hex')
		return { [`${role}_hash`]: hash, [`${role}_id`]: subintentId(hash, testNetworkId) }
	}
	const maker = `maker-${2 + (n % (makers - 1))}`
	return {
		n,
		...ids('order'),
		...ids('fill'),
		...pairs[n % pairs.length],
		maker,
		account: `account ${Math.floor(n / perAccount)} with open orders`,
	}
}

async function writeRows(db: Database, rows: readonly OpenOrder[]): Promise<void> {
	const nowMs = Date.now()
	const expiresAtS = Math.floor(nowMs / 1000) + 86_400
	await sql`
		with new as (
			select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
				place int8, order_hash text, order_id text, fill_hash text, fill_id text, base text, quote text, maker text, account text
			)
		),
		hashes as (
			insert into subintent
			select order_hash, 'order', ${nowMs}::int8 from new union all select fill_hash, 'fill', ${nowMs}::int8 from new
		),
		orders as (
			insert into "order" select o.* from new, jsonb_populate_record(null::"order", jsonb_build_object(
				'subintent_hash', order_hash, 'subintent_id', order_id, 'signed_partial_transaction', ${bytes}::text,
				'account', account, 'level', 0, 'base', base, 'quote', quote, 'side', 'bids',
				'sell_symbol', base, 'sell_amount', 100, 'buy_symbol', quote, 'buy_amount', 5,
				'platform_fee', 0, 'settlement_fee', 0, 'cost_xrd', 0, 'rebate', 0, 'execution_units', 0, 'has_prefix', false,
				'expires_at_s', ${expiresAtS}::int8, 'state', 'published', 'accepted_at_ms', ${nowMs}::int8,
				'filled_at_ms', ${nowMs}::int8, 'published_at_ms', ${nowMs}::int8, 'claimed_until_ms', 0, 'own_makers', '[]'::jsonb
			)) o
		),
		parts as (
			insert into part select p.* from new, jsonb_populate_record(null::part, jsonb_build_object(
				'part_id', 'part of ' || order_hash, 'order_hash', order_hash, 'maker_id', maker, 'base', base, 'quote', quote,
				'side', 'bids', 'base_amount', 100, 'levels', jsonb_build_array(jsonb_build_array('0.04', '0.001')),
				'fill_sell_symbol', quote, 'fill_sell_amount', 5, 'fill_buy_symbol', base, 'fill_buy_amount', 100,
				'state', 'filled', 'fill_before_ms', ${nowMs}::int8, 'asked_at_ms', ${nowMs}::int8, 'ended_at_ms', ${nowMs}::int8,
				'reservation', 'open', 'awaits_rerouting', false
			)) p
		),
		fills as (
			insert into fill select f.* from new, jsonb_populate_record(null::fill, jsonb_build_object(
				'subintent_hash', fill_hash, 'subintent_id', fill_id, 'part_id', 'part of ' || order_hash, 'order_hash', order_hash,
				'maker_id', maker, 'signed_partial_transaction', ${bytes}::text, 'account', 'account of ' || maker,
				'sell_symbol', quote, 'sell_amount', 5, 'buy_symbol', base, 'buy_amount', 100,
				'platform_fee', 0, 'settlement_fee', 0, 'cost_xrd', 0, 'rebate', 0, 'execution_units', 0, 'has_prefix', false,
				'expires_at_s', ${expiresAtS}::int8, 'state', 'started', 'accepted_at_ms', ${nowMs}::int8
			)) f
		),
		numbered as (update bundle_sequence set last_number = last_number + ${rows.length} returning last_number)
		insert into bundle select b.* from numbered, new, jsonb_populate_record(null::bundle, jsonb_build_object(
			'bundle_number', last_number - ${rows.length}::int8 + place, 'order_hash', order_hash,
			'items', jsonb_build_array(${bytes}::text, ${bytes}::text), 'published_at_ms', ${nowMs}::int8,
			'subintent_ids', jsonb_build_array(order_id, fill_id), 'expires_at_s', ${expiresAtS}::int8
		)) b`.execute(db)
}

/** Shorter than a signed order: only the number of rows matters. */
const bytes = 'ab'.repeat(100)
