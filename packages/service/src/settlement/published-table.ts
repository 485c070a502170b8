import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/tables.ts'

/** A published order or fill that the ledger has not decided yet. */
export type OpenSubintent = {
	readonly subintentHash: string
	readonly subintentId: string
	readonly orderHash: string
	readonly expiresAtMs: number
}

/** Where a page ended, in the order of expiry. */
export type AfterSubintent = { readonly expiresAtMs: number; readonly subintentHash: string }

type OpenSubintentRow = { subintent_hash: string; subintent_id: string; order_hash: string; expires_at_s: bigint }

/** Undecided subintents that were published and expire by these times, in the order of expiry. */
export async function selectOpenSubintents(
	db: Database,
	{
		publishedByMs = Number.MAX_SAFE_INTEGER,
		expiredByMs = Number.MAX_SAFE_INTEGER,
		after = { expiresAtMs: 0, subintentHash: '' },
		limit,
	}: { publishedByMs?: number; expiredByMs?: number; after?: AfterSubintent | undefined; limit: number },
): Promise<OpenSubintent[]> {
	const bounded = (table: string) => {
		const expiresAtS = sql.ref(`${table}.expires_at_s`)
		const afterS = after.expiresAtMs / 1000
		// The first condition uses the index; the second one separates subintents that expire in the same second.
		return sql`${expiresAtS} between ${afterS} and ${Math.floor(expiredByMs / 1000)}
			and (${expiresAtS}, ${sql.ref(`${table}.subintent_hash`)}) > (${afterS}, ${after.subintentHash})
			and o.published_at_ms <= ${publishedByMs}`
	}
	const { rows } = await sql<OpenSubintentRow>`
		(
			select o.subintent_hash, o.subintent_id, o.subintent_hash as order_hash, o.expires_at_s
			from "order" o where o.state = 'published' and ${bounded('o')}
			order by o.expires_at_s, o.subintent_hash limit ${limit}
		)
		union all
		(
			select f.subintent_hash, f.subintent_id, f.order_hash, f.expires_at_s
			from fill f join "order" o on o.subintent_hash = f.order_hash
			where f.state = 'started' and ${bounded('f')}
			order by f.expires_at_s, f.subintent_hash limit ${limit}
		)
		order by expires_at_s, subintent_hash limit ${limit}`.execute(db)
	return rows.map(readOpenSubintent)
}

/** Those of these subintents, or of these orders and their fills, that are published and undecided. */
export async function selectOpenAmong(
	db: Database,
	among: { readonly subintentIds: readonly string[] } | { readonly orderHashes: readonly string[] },
): Promise<OpenSubintent[]> {
	const [orders, fills] =
		'subintentIds' in among
			? [isAny('o.subintent_id', among.subintentIds), isAny('f.subintent_id', among.subintentIds)]
			: [isAny('o.subintent_hash', among.orderHashes), isAny('f.order_hash', among.orderHashes)]
	const { rows } = await sql<OpenSubintentRow>`
		select o.subintent_hash, o.subintent_id, o.subintent_hash as order_hash, o.expires_at_s
		from "order" o where ${orders} and o.state = 'published'
		union all
		select f.subintent_hash, f.subintent_id, f.order_hash, f.expires_at_s
		from fill f join "order" o on o.subintent_hash = f.order_hash
		where ${fills} and f.state = 'started' and o.published_at_ms is not null`.execute(db)
	return rows.map(readOpenSubintent)
}

function isAny(column: string, values: readonly string[]): RawBuilder<unknown> {
	return sql`${sql.ref(column)} = any(${values as string[]}::text[])`
}

function readOpenSubintent(row: OpenSubintentRow): OpenSubintent {
	return {
		subintentHash: row.subintent_hash,
		subintentId: row.subintent_id,
		orderHash: row.order_hash,
		expiresAtMs: Number(row.expires_at_s) * 1000,
	}
}
