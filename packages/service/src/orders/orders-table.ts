import { Decimal } from '@accord/protocol'
import { sql } from 'kysely'
import type { Database, OrderState, OrderTable, PartTable } from '../db/tables.ts'
import type { OpenIntent } from './account-funds.ts'
import type { JsonRow } from './json-row.ts'

export type OrderRow = JsonRow<OrderTable>
export type PartRow = JsonRow<PartTable>

/** An open intent in its role: only orders count against the number that an account may have open. */
export type OpenIntentOfAccount = OpenIntent & { readonly account: string; readonly role: 'order' | 'fill' }

const openOrderStates: OrderState[] = ['awaiting_fills', 'filled', 'published']
const openColumns = [
	'subintent_hash',
	'subintent_id',
	'account',
	'sell_symbol',
	'sell_amount',
	'platform_fee',
	'settlement_fee',
	'has_prefix',
	'signed_partial_transaction',
	'accepted_at_ms',
] as const

/** As what a subintent was accepted; nothing if it was not. */
export async function selectRole(db: Database, subintentHash: string): Promise<'order' | 'fill' | undefined> {
	const row = await db
		.selectFrom('subintent')
		.select('role')
		.where('subintent_hash', '=', subintentHash)
		.executeTakeFirst()
	return row?.role
}

/** The orders and fills of these accounts that have not ended, oldest first. */
export async function selectOpenIntents(db: Database, accounts: readonly string[]): Promise<OpenIntentOfAccount[]> {
	const rows = await db
		.selectFrom('order')
		.select([...openColumns, sql<'order' | 'fill'>`'order'`.as('role')])
		.where('account', 'in', accounts)
		.where('state', 'in', openOrderStates)
		.unionAll(
			db
				.selectFrom('fill')
				.select([...openColumns, sql<'order' | 'fill'>`'fill'`.as('role')])
				.where('account', 'in', accounts)
				.where('state', '=', 'started'),
		)
		.orderBy('accepted_at_ms')
		.orderBy('subintent_hash')
		.execute()
	return rows.map(row => ({
		subintentHash: row.subintent_hash,
		subintentId: row.subintent_id,
		account: row.account,
		role: row.role,
		withdrawn: {
			symbol: row.sell_symbol,
			amount: Decimal.sum([row.sell_amount, row.platform_fee, row.settlement_fee].map(Decimal.parse)),
		},
		hasPrefix: row.has_prefix,
		signedPartialTransaction: row.signed_partial_transaction,
	}))
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
