import { sql } from 'kysely'
import type { Database, OrderTable, PartTable } from '../db/tables.ts'
import type { JsonRow } from './json-row.ts'
import { type OpenIntentOfAccount, type OpenIntentRow, openIntentsJson, readOpenIntent } from './open-intents-table.ts'

export type OrderRow = JsonRow<OrderTable>
export type PartRow = JsonRow<PartTable>

/** As what a subintent was accepted; nothing if it was not. */
export async function selectRole(db: Database, subintentHash: string): Promise<'order' | 'fill' | undefined> {
	const row = await db
		.selectFrom('subintent')
		.select('role')
		.where('subintent_hash', '=', subintentHash)
		.executeTakeFirst()
	return row?.role
}

/** What is known of an order that is handed in, before it is judged. */
export type Standing = {
	/** As what its hash was accepted; nothing if it was not. */
	readonly role?: 'order' | 'fill'
	/** The fee level of its account. */
	readonly level: number
	/** What its account has open, oldest first. */
	readonly open: readonly OpenIntentOfAccount[]
}

/** Reads all of it at once; an account that is not known yet has level 0 and nothing open. */
export async function selectStanding(
	db: Database,
	{ subintentHash, account = '' }: { subintentHash: string; account: string | undefined },
): Promise<Standing> {
	const { rows } = await sql<{ role: 'order' | 'fill' | null; level: number; open: OpenIntentRow[] }>`
		select
			(select role from subintent where subintent_hash = ${subintentHash}) as role,
			coalesce((select level from account_level where address = ${account}), 0) as level,
			${openIntentsJson(account)} as open`.execute(db)
	const [row] = rows
	if (row === undefined) throw new Error('a select without a from gives one row')
	const { role, level, open } = row
	return { ...(role === null ? {} : { role }), level, open: open.map(readOpenIntent) }
}

/** Writes accepted orders with their parts. Of a hash that is known already nothing is written, nor is it among the answers. */
export async function insertOrders(
	db: Database,
	{ orders, parts }: { orders: readonly OrderRow[]; parts: readonly PartRow[] },
): Promise<Set<string>> {
	const { rows } = await sql<{ subintent_hash: string }>`
		with orders as (select * from jsonb_populate_recordset(null::"order", ${JSON.stringify(orders)}::jsonb)),
		parts as (select * from jsonb_populate_recordset(null::part, ${JSON.stringify(parts)}::jsonb)),
		fresh as (
			insert into subintent select subintent_hash, 'order', accepted_at_ms from orders
			on conflict do nothing returning subintent_hash
		),
		written as (insert into "order" select o.* from orders o join fresh using (subintent_hash)),
		asked as (insert into part select p.* from parts p join fresh on fresh.subintent_hash = p.order_hash)
		select subintent_hash from fresh`.execute(db)
	return new Set(rows.map(row => row.subintent_hash))
}
