import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import type { OpenSubintent } from './published-table.ts'

/**
 * An order or fill that ended with the ledger's outcome, and that outcome as it was recorded or last corrected. An
 * intent that was open when the database was restored and ended unpublished counts as expired: it may have been
 * published before.
 */
export type EndedSubintent = OpenSubintent & {
	/** The subintent id of its order. */
	readonly order: string
	readonly endedAtMs: number
	readonly outcome: 'Settled' | 'Expired'
}

/** Where a page ended, in the order of ending. */
export type AfterEnded = { readonly endedAtMs: number; readonly subintentHash: string }

type EndedRow = {
	subintent_hash: string
	subintent_id: string
	order_hash: string
	order_id: string
	expires_at_s: bigint
	ended_at_ms: bigint
	outcome: 'Settled' | 'Expired'
}

/** Orders and fills that ended by this time with an outcome to compare, in the order of ending. */
export async function selectEnded(
	db: Database,
	{ after, endedByMs, limit }: { after: AfterEnded; endedByMs: number; limit: number },
): Promise<EndedSubintent[]> {
	const page = (table: string) => {
		const endedAtMs = sql.ref(`${table}.ended_at_ms`)
		const hash = sql.ref(`${table}.subintent_hash`)
		return sql`${endedAtMs} between ${after.endedAtMs} and ${endedByMs}
			and (${endedAtMs}, ${hash}) > (${after.endedAtMs}, ${after.subintentHash})
			order by ${endedAtMs}, ${hash} limit ${limit}`
	}
	const { rows } = await sql<EndedRow>`
		select e.*, coalesce(
			(select c.outcome from correction c where c.subintent_hash = e.subintent_hash order by c.corrected_at_ms desc limit 1),
			e.recorded
		) as outcome, (select o.subintent_id from "order" o where o.subintent_hash = e.order_hash) as order_id
		from (
			(
				select o.subintent_hash, o.subintent_id, o.subintent_hash as order_hash, o.expires_at_s, o.ended_at_ms,
					case o.state when 'settled' then 'Settled' else 'Expired' end as recorded
				from "order" o where o.state in ('settled', 'expired') and ${page('o')}
			)
			union all
			(
				select f.subintent_hash, f.subintent_id, f.order_hash, f.expires_at_s, f.ended_at_ms, f.state as recorded
				from fill f where f.state in ('Settled', 'Expired') and ${page('f')}
			)
			union all
			(
				select o.subintent_hash, o.subintent_id, o.subintent_hash, o.expires_at_s, o.ended_at_ms, 'Expired'
				from restored_intent r join "order" o on o.subintent_hash = r.subintent_hash
				where o.state in ('unfilled', 'cancelled') and ${page('o')}
			)
			union all
			(
				-- Looked up one by one: no index finds fills that were released, and reading all that ever were takes longer.
				select f.subintent_hash, f.subintent_id, f.order_hash, f.expires_at_s, f.ended_at_ms, 'Expired'
				from restored_intent r cross join lateral (select * from fill where subintent_hash = r.subintent_hash offset 0) f
				where f.state = 'Released' and ${page('f')}
			)
			order by ended_at_ms, subintent_hash limit ${limit}
		) e
		order by e.ended_at_ms, e.subintent_hash`.execute(db)
	return rows.map(row => ({
		subintentHash: row.subintent_hash,
		subintentId: row.subintent_id,
		orderHash: row.order_hash,
		order: row.order_id,
		expiresAtMs: Number(row.expires_at_s) * 1000,
		endedAtMs: Number(row.ended_at_ms),
		outcome: row.outcome,
	}))
}

/** When the last order or fill ended with the ledger's outcome; undefined if none ever has. */
export async function lastEndedAtMs(db: Database): Promise<number | undefined> {
	const { rows } = await sql<{ last: bigint | null }>`
		select greatest(
			(select max(ended_at_ms) from "order" where state in ('settled', 'expired')),
			(select max(ended_at_ms) from fill where state in ('Settled', 'Expired'))
		) as last`.execute(db)
	const last = rows[0]?.last ?? null
	return last === null ? undefined : Number(last)
}
