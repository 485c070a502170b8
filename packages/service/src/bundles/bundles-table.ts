import { type Selectable, sql } from 'kysely'
import type { Database, FillTable, OrderTable } from '../db/tables.ts'

export type StoredOrder = Selectable<OrderTable>
export type StoredFill = Selectable<FillTable>

/** How long a claim holds: others leave the order alone, and publishing is refused after another claim. */
export type Claim = { readonly nowMs: number; readonly untilMs: number }

/** Claims orders that nobody is asked for any more, their parts being filled or re-routed, and that expire, with their fills, no sooner than `expiresAfterMs`; oldest first. */
export async function claimFilledOrders(
	db: Database,
	{ nowMs, untilMs, expiresAfterMs, limit }: Claim & { expiresAfterMs: number; limit: number },
): Promise<StoredOrder[]> {
	const { rows } = await sql<StoredOrder>`
		with ready as (
			select o.subintent_hash from "order" o
			where o.state in ('awaiting_fills', 'filled')
				and o.claimed_until_ms <= ${nowMs}
				and o.expires_at_s * 1000 >= ${expiresAfterMs}
				and exists (select from part p where p.order_hash = o.subintent_hash and p.state = 'filled')
				and not exists (
					select from part p where p.order_hash = o.subintent_hash and (p.state = 'asked' or p.awaits_rerouting)
				)
				and not exists (
					select from fill f where f.order_hash = o.subintent_hash and f.expires_at_s * 1000 < ${expiresAfterMs}
				)
			order by o.accepted_at_ms, o.subintent_hash
			limit ${limit}
			for no key update of o skip locked
		)
		update "order" o set
			state = 'filled',
			filled_at_ms = coalesce(o.filled_at_ms, (select max(p.ended_at_ms) from part p where p.order_hash = o.subintent_hash)),
			claimed_until_ms = ${untilMs}
		from ready where o.subintent_hash = ready.subintent_hash
		returning o.*`.execute(db)
	return rows
}

/** The fills of these orders, in the order in which their parts were made. */
export function selectFillsOf(db: Database, orderHashes: readonly string[]): Promise<StoredFill[]> {
	return db
		.selectFrom('fill')
		.selectAll()
		.where('order_hash', 'in', orderHashes)
		.orderBy('order_hash')
		.orderBy('part_id')
		.execute()
}

/** A filled order with its fills, as it is written: `items` are wrapped, `subintent_ids` those of what is inside them. */
export type WrappedBundle = {
	readonly order_hash: string
	readonly items: readonly string[]
	readonly subintent_ids: readonly string[]
	readonly expires_at_s: number
}

/** Writes wrapped bundles and publishes their orders, if the claim on them still holds. Gives the hashes of those published. */
export async function insertBundles(
	db: Database,
	{ bundles, untilMs, nowMs }: Claim & { bundles: readonly WrappedBundle[] },
): Promise<string[]> {
	const { rows } = await sql<{ order_hash: string }>`
		with wrapped as (
			select * from jsonb_to_recordset(${JSON.stringify(bundles)}::jsonb)
				as w(order_hash text, items jsonb, subintent_ids jsonb, expires_at_s int8)
		),
		published as (
			update "order" o set state = 'published', published_at_ms = ${nowMs} from wrapped w
			where o.subintent_hash = w.order_hash and o.state = 'filled' and o.claimed_until_ms = ${untilMs}
			returning o.subintent_hash, o.accepted_at_ms, w.items, w.subintent_ids, w.expires_at_s
		),
		numbered as (
			update bundle_sequence set last_number = last_number + (select count(*) from published)
			where exists (select from published)
			returning last_number
		)
		insert into bundle (bundle_number, order_hash, items, published_at_ms, subintent_ids, expires_at_s)
		select
			n.last_number - count(*) over () + row_number() over (order by p.accepted_at_ms, p.subintent_hash),
			p.subintent_hash, p.items, ${nowMs}, p.subintent_ids, p.expires_at_s
		from published p, numbered n
		returning order_hash`.execute(db)
	return rows.map(row => row.order_hash)
}
