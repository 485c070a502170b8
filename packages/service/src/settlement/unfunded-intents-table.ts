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

/** Intents that have expired since `sinceMs` and have not been checked yet. */
export async function selectUnchecked(
	db: Database,
	{ sinceMs, limit }: { sinceMs: number; limit: number },
): Promise<ExpiredIntent[]> {
	const { rows } = await sql<Row>`
		select * from (
			select subintent_hash, subintent_id, subintent_id as order_id, account, sell_symbol, has_prefix,
				(sell_amount + platform_fee + settlement_fee)::text as withdrawn
			from "order" where state = 'expired' and ended_at_ms >= ${sinceMs}
			union all
			select subintent_hash, subintent_id,
				(select o.subintent_id from "order" o where o.subintent_hash = fill.order_hash), account, sell_symbol, has_prefix,
				(sell_amount + platform_fee + settlement_fee)::text
			from fill where state = 'Expired' and ended_at_ms >= ${sinceMs}
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
