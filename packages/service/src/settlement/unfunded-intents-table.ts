import { type Amount, Decimal } from '@accord/protocol'
import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'

/** A published order or fill that expired. */
export type ExpiredIntent = {
	readonly subintentHash: string
	readonly subintentId: string
	/** The subintent id of its order. */
	readonly order: string
	readonly account: string
	/** The sell amount and both fees. */
	readonly withdrawn: Amount
	readonly hasPrefix: boolean
}

type Row = {
	subintent_hash: string
	subintent_id: string
	order_id: string
	account: string
	sell_symbol: string
	withdrawn: string
	has_prefix: boolean
}

/** Intents published and expired since these times that have not been checked yet. */
export async function selectUnchecked(
	db: Database,
	{ sinceMs, publishedSinceMs, limit }: { sinceMs: number; publishedSinceMs: number; limit: number },
): Promise<ExpiredIntent[]> {
	const { rows } = await sql<Row>`
		select * from (
			select subintent_hash, subintent_id, subintent_id as order_id, account, sell_symbol, has_prefix,
				(sell_amount + platform_fee + settlement_fee)::text as withdrawn
			from "order" where state = 'expired' and ended_at_ms >= ${sinceMs} and published_at_ms >= ${publishedSinceMs}
			union all
			select f.subintent_hash, f.subintent_id, o.subintent_id, f.account, f.sell_symbol, f.has_prefix,
				(f.sell_amount + f.platform_fee + f.settlement_fee)::text
			from fill f join "order" o on o.subintent_hash = f.order_hash
			where f.state = 'Expired' and f.ended_at_ms >= ${sinceMs} and o.published_at_ms >= ${publishedSinceMs}
		) expired
		where not exists (select from expired_intent e where e.subintent_hash = expired.subintent_hash)
		limit ${limit}`.execute(db)
	return rows.map(row => ({
		subintentHash: row.subintent_hash,
		subintentId: row.subintent_id,
		order: row.order_id,
		account: row.account,
		withdrawn: { symbol: row.sell_symbol, amount: Decimal.parse(row.withdrawn) },
		hasPrefix: row.has_prefix,
	}))
}

/** Writes the findings; the first node to check an intent decides. */
export async function insertChecked(
	db: Database,
	{ subintentHash, account, isUnfunded, nowMs }: ExpiredIntent & { isUnfunded: boolean; nowMs: number },
): Promise<void> {
	await db
		.insertInto('expired_intent')
		.values({ subintent_hash: subintentHash, account, checked_at_ms: nowMs, is_unfunded: isUnfunded })
		.onConflict(conflict => conflict.doNothing())
		.execute()
}
