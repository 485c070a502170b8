import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'

/**
 * An order that ended with the ledger's outcome, and that outcome as it was recorded or last corrected. One that was
 * open when the database was restored and ended unpublished counts as expired: it may have been published before.
 */
export type EndedOrder = {
	readonly orderHash: string
	readonly subintentId: string
	/** When it could no longer settle: its own expiry, whatever bundle it was in. */
	readonly expiresAtMs: number
	readonly endedAtMs: number
	readonly outcome: 'Settled' | 'Expired'
}

/** Where a page ended, in the order of ending. */
export type AfterEnded = Pick<EndedOrder, 'endedAtMs' | 'orderHash'>

type EndedRow = {
	order_hash: string
	subintent_id: string
	expires_at_s: bigint
	ended_at_ms: bigint
	outcome: 'Settled' | 'Expired'
}

/** Orders that ended by this time with an outcome to compare, in the order of ending. */
export async function selectEnded(
	db: Database,
	{ after, endedByMs, limit }: { after: AfterEnded; endedByMs: number; limit: number },
): Promise<EndedOrder[]> {
	const page = sql`
		o.ended_at_ms between ${after.endedAtMs} and ${endedByMs}
		and (o.ended_at_ms, o.subintent_hash) > (${after.endedAtMs}, ${after.orderHash})
		order by o.ended_at_ms, o.subintent_hash limit ${limit}`
	const { rows } = await sql<EndedRow>`
		select e.*, coalesce(
			(select c.outcome from correction c where c.subintent_hash = e.order_hash order by c.corrected_at_ms desc limit 1),
			e.recorded
		) as outcome
		from (
			(
				select o.subintent_hash as order_hash, o.subintent_id, o.expires_at_s, o.ended_at_ms,
					case o.state when 'settled' then 'Settled' else 'Expired' end as recorded
				from "order" o where o.state in ('settled', 'expired') and ${page}
			)
			union all
			(
				select o.subintent_hash, o.subintent_id, o.expires_at_s, o.ended_at_ms, 'Expired'
				from restored_intent r join "order" o on o.subintent_hash = r.subintent_hash
				where o.state in ('unfilled', 'cancelled') and ${page}
			)
			order by ended_at_ms, order_hash limit ${limit}
		) e
		order by e.ended_at_ms, e.order_hash`.execute(db)
	return rows.map(row => ({
		orderHash: row.order_hash,
		subintentId: row.subintent_id,
		expiresAtMs: Number(row.expires_at_s) * 1000,
		endedAtMs: Number(row.ended_at_ms),
		outcome: row.outcome,
	}))
}

/** When the last order ended with the ledger's outcome; undefined if none ever has. */
export async function lastEndedAtMs(db: Database): Promise<number | undefined> {
	const { rows } = await sql<{ last: bigint | null }>`
		select max(ended_at_ms) as last from "order" where state in ('settled', 'expired')`.execute(db)
	const last = rows[0]?.last ?? null
	return last === null ? undefined : Number(last)
}
