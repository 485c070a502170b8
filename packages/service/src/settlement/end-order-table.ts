import type { Outcome } from '@accord/protocol'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { auditColumns } from '../audit/audit-table.ts'
import type { Database, Tables } from '../db/tables.ts'
import { type Ask, ask, runWithNext } from '../db/together.ts'
import { settleShares, shareColumns } from '../integrators/shares-table.ts'

/** The makers and pairs to notify of an end. */
export type Ended = { readonly makerIds: readonly string[]; readonly pairs: readonly { base: string; quote: string }[] }

/** Also the hashes of the orders that this write ended. */
export type EndedOrders = Ended & { readonly orderHashes: readonly string[] }

/** The newest entry of each maker's log. */
type LogEnds = { readonly logEnds: Readonly<Record<string, number>> }

/** The ledger's decision about a published order and its fills. */
export type OrderOutcome = {
	readonly orderHash: string
	readonly outcome: Extract<Outcome, 'Settled' | 'Expired'>
	readonly transactionId?: string
	/** Fills that did not settle with the order, by hash; absent if all did. */
	readonly spareFills?: readonly string[]
}

/**
 * Unpublished orders without open parts that can no longer be published, because the order or one of its fills expires
 * before `expiresBeforeMs`, or because the order has no parts at all.
 */
export async function selectUnpublishable(
	db: Database,
	{ expiresBeforeMs, limit, among }: { expiresBeforeMs: number; limit: number; among?: readonly string[] },
): Promise<string[]> {
	const { rows } = await sql<{ subintent_hash: string }>`
		select o.subintent_hash from "order" o
		where o.state in ('awaiting_fills', 'filled')
			and (${among === undefined} or o.subintent_hash = any(${among ?? []}::text[]))
			and not exists (select from part p where p.order_hash = o.subintent_hash and p.state = 'asked')
			and (
				o.expires_at_s * 1000 < ${expiresBeforeMs}
				or not exists (select from part p where p.order_hash = o.subintent_hash)
				or exists (select from fill f where f.order_hash = o.subintent_hash and f.expires_at_s * 1000 < ${expiresBeforeMs})
			)
		limit ${limit}`.execute(db)
	return rows.map(row => row.subintent_hash)
}

/** Locks the orders, their parts and their makers, so that nothing else can fill, publish, cancel or end them. */
export async function lockOrders(trx: Transaction<Tables>, orderHashes: readonly string[]): Promise<void> {
	const hashes = orderHashes as string[]
	const locks = [
		sql`
			select from "order" where subintent_hash = any(${hashes}::text[])
			order by subintent_hash for no key update`,
		sql`
			select from part where order_hash = any(${hashes}::text[])
			order by part_id for no key update`,
		sql`
			select from maker where maker_id in (select maker_id from part where order_hash = any(${hashes}::text[]))
			order by maker_id for no key update`,
	]
	for (const lock of locks) await runWithNext(trx, lock)
}

/**
 * The same locks, in the same order, for published orders. These get no more parts, so one snapshot shows all of them.
 */
export async function lockPublished(trx: Transaction<Tables>, orderHashes: readonly string[]): Promise<void> {
	const hashes = orderHashes as string[]
	const locks = sql`
		with orders as materialized (
			select from "order" where subintent_hash = any(${hashes}::text[])
			order by subintent_hash for no key update
		),
		parts as materialized (
			select maker_id from part where order_hash = any(${hashes}::text[]) and (select count(*) from orders) >= 0
			order by part_id for no key update
		)
		select from maker where maker_id in (select maker_id from parts)
		order by maker_id for no key update`
	await runWithNext(trx, locks)
}

/** Ends locked orders that were not published: open parts time out, and fills are released. */
export async function updateUnpublished(
	trx: Transaction<Tables>,
	{ orderHashes, state, nowMs }: { orderHashes: readonly string[]; state: 'unfilled' | 'cancelled'; nowMs: number },
): Promise<EndedOrders> {
	const { rows } = await sql<EndedOrders>`
		with ended as (
			update "order" o set state = ${state}, ended_at_ms = ${nowMs}
			where o.subintent_hash = any(${orderHashes as string[]}::text[]) and o.state in ('awaiting_fills', 'filled')
			returning o.subintent_hash, ${shareColumns}
		),
		${settleShares(sql`ended`)},
		parts as (
			update part set
				state = case when part.state = 'asked' then 'timed_out' else part.state end,
				ended_at_ms = coalesce(ended_at_ms, ${nowMs}),
				reservation = 'released', reservation_ended_at_ms = coalesce(reservation_ended_at_ms, ${nowMs}),
				awaits_rerouting = false
			from ended where order_hash = ended.subintent_hash and (reservation = 'open' or awaits_rerouting)
			returning base, quote
		),
		fills as (
			update fill set state = 'Released', ended_at_ms = ${nowMs}
			from ended where order_hash = ended.subintent_hash and fill.state = 'started'
			returning part_id, maker_id, fill.state, accepted_at_ms, order_hash, fill.subintent_hash
		),
		paying as (
			delete from payer where subintent_hash in (select subintent_hash from ended union all select subintent_hash from fills)
		),
		recorded as (
			insert into ${auditColumns}
			select ${nowMs}, 'order_ended', case ${state}::text when 'cancelled' then 'user' else 'service' end, e.subintent_hash,
				jsonb_build_object('state', ${state}::text, 'fills', ${fillsOf(sql`e.subintent_hash`)})
			from ended e
		),
		${numberedLog(nowMs)}
		${affected(sql`${hashesIn(sql`select subintent_hash from ended`)} as "orderHashes"`)}`.execute(trx)
	return rows[0] ?? { makerIds: [], pairs: [], orderHashes: [] }
}

type Decided = { readonly outcomes: readonly OrderOutcome[]; readonly nowMs: number }

/** Ends published orders, each with its fills, with the ledger's outcomes. */
export function updateDecided({ outcomes, nowMs }: Decided): Ask<EndedOrders & LogEnds> {
	const decided = outcomes.map(({ orderHash, outcome, transactionId = null, spareFills = [] }) => ({
		order_hash: orderHash,
		outcome,
		transaction_id: transactionId,
		spare_fills: spareFills,
	}))
	const hashes = outcomes.map(({ orderHash }) => orderHash)
	const ended = sql<EndedOrders & LogEnds>`
		with decided as (
			select * from jsonb_to_recordset(${JSON.stringify(decided)}::jsonb)
				as d(order_hash text, outcome text, transaction_id text, spare_fills jsonb)
		),
		orders as (
			update "order" o set
				state = case d.outcome when 'Settled' then 'settled' else 'expired' end,
				ended_at_ms = ${nowMs}, transaction_id = d.transaction_id,
				signed_partial_transaction = ${unlessPacked('o', 'subintent_hash')},
				match_record = ${recordUnlessPacked}
			from decided d
			where o.subintent_hash = any(${hashes}::text[]) and o.subintent_hash = d.order_hash and o.state = 'published'
			returning o.subintent_hash as order_hash, o.state, o.transaction_id, ${shareColumns}
		),
		${settleShares(sql`orders`)},
		traded as (
			insert into trade (order_hash, settled_at_ms)
			select order_hash, ${nowMs} from orders where state = 'settled'
		),
		fills as (
			update fill f set
				state = case
					when f.vetoed_at_ms is null and not ${wasPublished} then 'Released'
					when not d.spare_fills ? f.subintent_hash then d.outcome
					when f.vetoed_at_ms is null then 'Released' else 'Expired' end,
				ended_at_ms = ${nowMs},
				transaction_id = case when not d.spare_fills ? f.subintent_hash then d.transaction_id end,
				signed_partial_transaction = ${unlessPacked('f', 'order_hash')}
			from decided d
			where f.order_hash = any(${hashes}::text[]) and f.order_hash = d.order_hash and f.state = 'started'
			returning f.part_id, f.maker_id, f.state, f.accepted_at_ms, f.order_hash, f.subintent_hash
		),
		paying as (
			delete from payer where subintent_hash in (select order_hash from orders union all select subintent_hash from fills)
		),
		recorded as (
			insert into ${auditColumns}
			select ${nowMs}, 'ledger_decided', 'ledger', order_hash, jsonb_strip_nulls(jsonb_build_object(
				'state', orders.state, 'transaction_id', orders.transaction_id, 'fills', ${fillsOf(sql`concerned.order_hash`)}
			))
			from (select order_hash from orders union select order_hash from fills) concerned left join orders using (order_hash)
		),
		${numberedLog(nowMs)},
		parts as (
			update part p set
				reservation = case f.state when 'Settled' then 'settled' else 'released' end,
				reservation_ended_at_ms = ${nowMs}, settled_number = case f.state when 'Settled' then l.sequence_number end,
				awaits_rerouting = false
			from fills f join logged l on l.part_id = f.part_id where p.part_id = f.part_id and p.reservation = 'open'
			returning p.base, p.quote
		),
		unneeded as (
			update part p set
				state = 'timed_out', ended_at_ms = coalesce(p.ended_at_ms, ${nowMs}), reservation = 'released',
				reservation_ended_at_ms = coalesce(p.reservation_ended_at_ms, ${nowMs}), awaits_rerouting = false
			from orders o where p.order_hash = o.order_hash and (p.state = 'asked' or p.state = 'timed_out' and p.awaits_rerouting)
		)
		${affected(sql`
			${hashesIn(sql`select order_hash from orders`)} as "orderHashes",
			(select coalesce(jsonb_object_agg(maker_id, last_sequence), '{}'::jsonb) from numbered) as "logEnds"`)}`
	return ask(ended, rows => rows[0] ?? { makerIds: [], pairs: [], orderHashes: [], logEnds: {} })
}

/** The bytes that a row of an order or a fill keeps once its bundle has ended: none if they are packed there. */
function unlessPacked(row: 'o' | 'f', orderHash: 'subintent_hash' | 'order_hash') {
	return sql.raw(`case when exists (
		select from bundle b where b.order_hash = ${row}.${orderHash} and b.subintent_ids ? ${row}.subintent_id
			and b.packed_bytes is not null and b.packed_items is null
	) then '' else ${row}.signed_partial_transaction end`)
}

/** The record that an order, named `o`, keeps: none if the very same is packed in its bundle. */
const recordUnlessPacked = sql`case when exists (
	select from bundle b
	where b.order_hash = o.subintent_hash and b.packed_record_length = octet_length(o.match_record)
) then null else o.match_record end`

/** Whether a fill, named `f`, was in one of its order's bundles. */
const wasPublished = sql`(
	exists (select from bundle b where b.order_hash = f.order_hash and b.subintent_ids ? f.subintent_id)
	or exists (select from replaced_bundle b where b.order_hash = f.order_hash and b.subintent_ids ? f.subintent_id)
)`

/** The statement's `fills` of an order, as listed in the audit log: the part of each, and its outcome. */
function fillsOf(orderHash: RawBuilder<unknown>) {
	return sql`(
		select coalesce(jsonb_agg(jsonb_build_array(f.part_id, f.state) order by f.part_id), '[]'::jsonb)
		from fills f where f.order_hash = ${orderHash}
	)`
}

/**
 * Writes a `completed` entry for each row of the statement's `fills`, continuing each maker's numbers; `corrects` is
 * the number of the entry that it corrects.
 */
export function numberedLog(nowMs: number, corrects: RawBuilder<unknown> = sql`null::int8`) {
	return sql`
		counted as (select maker_id, count(*) as entries from fills group by maker_id),
		numbered as (
			update maker m set last_sequence = m.last_sequence + c.entries
			from counted c where m.maker_id = c.maker_id
			returning m.maker_id, m.last_sequence, m.last_sequence - c.entries as before
		),
		logged as (
			insert into fill_execution
			select
				f.maker_id,
				n.before + row_number() over (partition by f.maker_id order by f.accepted_at_ms, f.part_id),
				f.part_id, f.state, ${nowMs}, ${corrects}
			from fills f join numbered n on n.maker_id = f.maker_id
			returning part_id, sequence_number
		)`
}

function hashesIn(orders: RawBuilder<unknown>) {
	return sql`to_jsonb(array(${orders}))`
}

/** The makers and pairs of the statement's `fills` and `parts`, and what else it returns. */
export function affected(more: RawBuilder<unknown>) {
	return sql`
	select
		coalesce((select jsonb_agg(distinct maker_id) from fills), '[]'::jsonb) as "makerIds",
		coalesce((select jsonb_agg(distinct jsonb_build_object('base', base, 'quote', quote)) from parts), '[]'::jsonb) as pairs,
		${more}`
}
