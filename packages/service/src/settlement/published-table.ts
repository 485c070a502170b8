import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import { subintentHashIn } from '../intents/subintent-hash.ts'

/** A published order that the ledger has not decided yet. Its fills end with it. */
export type PublishedOrder = {
	readonly orderHash: string
	/** If the order is committed, so is the whole bundle. */
	readonly subintentId: string
	/** The latest expiry of the bundles that it was published in. */
	readonly expiresAtMs: number
	/** Whether it was matched again after its publication, so that not every fill need settle with it. */
	readonly hasSpareFills: boolean
}

/** Where a page ended, in the order of expiry. */
export type AfterOrder = Pick<PublishedOrder, 'expiresAtMs' | 'orderHash'>

type PublishedRow = { order_hash: string; subintent_id: string; expires_at_s: bigint; has_spare_fills: boolean }

/** Undecided orders that were published and expire by these times, in the order of expiry. */
export async function selectPublished(
	db: Database,
	{
		publishedByMs = Number.MAX_SAFE_INTEGER,
		expiredByMs = Number.MAX_SAFE_INTEGER,
		after = { expiresAtMs: 0, orderHash: '' },
		limit,
	}: { publishedByMs?: number; expiredByMs?: number; after?: AfterOrder | undefined; limit: number },
): Promise<PublishedOrder[]> {
	const { rows } = await sql<PublishedRow>`
		select open.*, ${orderColumns} from (
			select order_hash, ${settlesUntilS} as expires_at_s from bundle where ended_at_ms is null and published_at_ms <= ${publishedByMs}
		) open
		join "order" o on o.subintent_hash = open.order_hash
		where open.expires_at_s <= ${Math.floor(expiredByMs / 1000)}
			and (open.expires_at_s, open.order_hash) > (${after.expiresAtMs / 1000}, ${after.orderHash})
		order by open.expires_at_s, open.order_hash limit ${limit}`.execute(db)
	return rows.map(readPublished)
}

/** Those of these subintents that are published and undecided orders. */
export async function selectPublishedAmong(db: Database, subintentIds: readonly string[]): Promise<PublishedOrder[]> {
	const hashes = subintentIds.flatMap(id => subintentHashIn(id) ?? [])
	const { rows } = await sql<PublishedRow>`
		select bundle.order_hash, ${settlesUntilS} as expires_at_s, ${orderColumns}
		from "order" o join bundle on bundle.order_hash = o.subintent_hash
		where o.subintent_hash = any(${hashes}::text[]) and bundle.ended_at_ms is null`.execute(db)
	return rows.map(readPublished)
}

const orderColumns = sql`o.subintent_id, exists (
	select from fill f join bundle b on b.order_hash = f.order_hash
	where f.order_hash = o.subintent_hash and (f.vetoed_at_ms is not null or not b.subintent_ids ? f.subintent_id)
) as has_spare_fills`

/** Of a row of `bundle`. The items of one that was published unbound settle until they expire themselves. */
const settlesUntilS: RawBuilder<bigint> = sql`coalesce(
	bundle.settles_until_s, (select expires_at_s from "order" where subintent_hash = bundle.order_hash)
)`

function readPublished(row: PublishedRow): PublishedOrder {
	return {
		orderHash: row.order_hash,
		subintentId: row.subintent_id,
		expiresAtMs: Number(row.expires_at_s) * 1000,
		hasSpareFills: row.has_spare_fills,
	}
}

/** A fill of an order, whose status is asked if not every fill need have settled with it. */
export type FillOfOrder = { readonly subintentHash: string; readonly subintentId: string }

export async function selectFillsOf(db: Database, orderHash: string): Promise<FillOfOrder[]> {
	const rows = await db
		.selectFrom('fill')
		.select(['subintent_hash', 'subintent_id'])
		.where('order_hash', '=', orderHash)
		.execute()
	return rows.map(row => ({ subintentHash: row.subintent_hash, subintentId: row.subintent_id }))
}
