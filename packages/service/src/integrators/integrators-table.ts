import { type Selectable, sql } from 'kysely'
import type { PageCursor } from '../db/page-cursor.ts'
import type { Database, IntegratorTable } from '../db/tables.ts'

type BalanceJson = { readonly symbol: string; readonly earned: string; readonly paid: string }

/** An integrator's row, with its balances by token. */
export type IntegratorRow = Selectable<IntegratorTable> & { readonly balances: readonly BalanceJson[] }

/** One integrator or all of them, oldest first. */
export async function selectIntegrators(db: Database, code?: string): Promise<IntegratorRow[]> {
	const one = code === undefined ? sql`` : sql`where i.code = ${code}`
	const { rows } = await sql<IntegratorRow>`
		select i.*, (
			select coalesce(
				jsonb_agg(jsonb_build_object('symbol', symbol, 'earned', earned::text, 'paid', paid::text) order by symbol), '[]'
			)
			from integrator_balance b where b.code = i.code
		) as balances
		from integrator i ${one} order by i.created_at_ms, i.code`.execute(db)
	return rows
}

type NewIntegrator = Omit<Selectable<IntegratorTable>, 'created_at_ms' | 'revoked_at_ms'> & { readonly nowMs: number }

/** Returns whether the code was free. */
export async function insertIntegrator(db: Database, { nowMs, ...row }: NewIntegrator): Promise<boolean> {
	const written = await db
		.insertInto('integrator')
		.values({ ...row, created_at_ms: nowMs })
		.onConflict(conflict => conflict.column('code').doNothing())
		.returning('code')
		.executeTakeFirst()
	return written !== undefined
}

export async function updateIntegrator(
	db: Database,
	{ code, ...changed }: Pick<IntegratorRow, 'code'> & Partial<Pick<IntegratorRow, 'account' | 'share'>>,
): Promise<void> {
	if (Object.keys(changed).length === 0) return
	await db.updateTable('integrator').set(changed).where('code', '=', code).execute()
}

/** A code already revoked keeps its time. */
export async function updateIntegratorRevoked(
	db: Database,
	{ code, nowMs }: { readonly code: string; readonly nowMs: number },
): Promise<void> {
	await db
		.updateTable('integrator')
		.set(set => ({ revoked_at_ms: set.fn.coalesce('revoked_at_ms', set.val(BigInt(nowMs))) }))
		.where('code', '=', code)
		.execute()
}

/** Whether this is the hash of the integrator's key. */
export async function hasKey(
	db: Database,
	{ code, keyHash }: { readonly code: string; readonly keyHash: string },
): Promise<boolean> {
	const found = await db
		.selectFrom('integrator')
		.select('code')
		.where('key_hash', '=', keyHash)
		.where('code', '=', code)
		.executeTakeFirst()
	return found !== undefined
}

/** A settled order that an integrator sent. */
export type SharedTradeRow = {
	readonly subintent_hash: string
	readonly subintent_id: string
	readonly transaction_id: string
	readonly settled_at_ms: bigint
	readonly sell_symbol: string
	readonly platform_fee: string
	readonly share_due: string
	readonly share_paid: string
	readonly share_account: string
}

/** One more than requested, which shows whether there is a next page; newest first. */
export async function selectSharedTrades(
	db: Database,
	{ code, before, limit }: { readonly code: string; readonly before: PageCursor | undefined; readonly limit: number },
): Promise<SharedTradeRow[]> {
	const isOfPage =
		before === undefined
			? sql``
			: sql`and (t.settled_at_ms, t.order_hash) < (${before.atMs}::int8, ${before.orderHash}::text)`
	const { rows } = await sql<SharedTradeRow>`
		select o.subintent_hash, o.subintent_id, t.settled_at_ms, o.sell_symbol, o.platform_fee, o.share_due,
			coalesce(o.share_paid, o.share_due) as share_paid, coalesce(o.share_account, i.account) as share_account,
			coalesce(
				(
					select c.transaction_id from correction c where c.subintent_hash = o.subintent_hash
					order by c.corrected_at_ms desc limit 1
				),
				o.transaction_id
			) as transaction_id
		from integrator i join integrator_trade t using (code) join "order" o on o.subintent_hash = t.order_hash
		where i.code = ${code} ${isOfPage}
		order by t.settled_at_ms desc, t.order_hash desc limit ${limit + 1}`.execute(db)
	return rows
}
