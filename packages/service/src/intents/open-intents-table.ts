import { Decimal } from '@accord/protocol'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import { type Ask, ask, askOne } from '../db/together.ts'
import type { OpenIntent } from './account-funds.ts'

/** An open intent with its role: only orders count towards the number that an account may have open. */
export type OpenIntentOfAccount = OpenIntent & {
	readonly account: string
	readonly role: 'order' | 'fill'
	/** The accounts whose funds it takes, its own included. */
	readonly payers: readonly string[]
}

/** Those of the intents that take funds from one of these accounts. */
export function openIntentsOfPayers(
	open: readonly OpenIntentOfAccount[],
	payers: readonly string[],
): OpenIntentOfAccount[] {
	return open.filter(intent => intent.payers.some(account => payers.includes(account)))
}

/** The orders and fills that take funds from these accounts and have not ended, oldest first. */
export function selectOpenIntents(db: Database, accounts: readonly string[]): Promise<OpenIntentOfAccount[]> {
	return askOne(db, openIntentsOf(accounts))
}

/** The same as a query to run together with others. */
export function openIntentsOf(accounts: readonly string[]): Ask<OpenIntentOfAccount[]> {
	const open = sql<OpenIntentRow>`
		select * from (${openIntents(sql`${accounts}::text[]`)}) open order by accepted_at_ms, subintent_hash`
	return ask(open, rows => rows.map(readOpenIntent))
}

/** The open intents of accounts, a `text[]`, as a `json` expression for a larger statement, oldest first. `jsonb` takes twice as long to build. */
export function openIntentsJson(accounts: RawBuilder<unknown>): RawBuilder<OpenIntentRow[]> {
	return sql`(
		select coalesce(json_agg(open order by accepted_at_ms, subintent_hash), '[]')
		from (${openIntents(accounts)}) open
	)`
}

/** An open intent as a statement returns it. */
export type OpenIntentRow = {
	subintent_hash: string
	subintent_id: string
	account: string
	role: 'order' | 'fill'
	sell_symbol: string
	withdrawn: string
	has_prefix: boolean
	/** Those besides its own account. */
	payers: readonly string[] | null
}

function openIntents(accounts: RawBuilder<unknown>): RawBuilder<OpenIntentRow> {
	const own = sql`account = any(${accounts})`
	const others = sql`
		account <> all(${accounts}) and subintent_hash in (select subintent_hash from payer where account = any(${accounts}))`
	// A fill that only mints what it sells takes funds from no account.
	return sql`
		select i.*, case when has_prefix then (
			select json_agg(p.account order by p.account) from payer p where p.subintent_hash = i.subintent_hash
		) end as payers
		from (
			${openOrders(own)} union all ${openFills(own)}
			union all ${openOrders(others)} union all ${openFills(sql`${others} and minted is null`)}
		) i`
}

// The states are literals, not parameters, so that the plan always uses the partial indexes.
function openOrders(where: RawBuilder<unknown>) {
	return sql`
		select subintent_hash, subintent_id, account, 'order' as role, sell_symbol,
			(sell_amount + platform_fee + settlement_fee)::text as withdrawn, has_prefix, accepted_at_ms
		from "order" where ${where} and state in ('awaiting_fills', 'filled', 'published')`
}

function openFills(where: RawBuilder<unknown>) {
	return sql`
		select subintent_hash, subintent_id, account, 'fill', sell_symbol,
			(sell_amount + platform_fee + settlement_fee - coalesce(minted, 0))::text, has_prefix and minted is null,
			accepted_at_ms
		from fill where ${where} and state = 'started'`
}

/** An account besides its own from which an intent takes funds. */
export type PayerRow = { readonly subintent_hash: string; readonly account: string }

export function payerRows({ subintentHash, account, payers }: Payers): PayerRow[] {
	const others = payers.filter(payer => payer !== account)
	return others.map(payer => ({ subintent_hash: subintentHash, account: payer }))
}

type Payers = { readonly subintentHash: string; readonly account: string; readonly payers: readonly string[] }

/** Writes the payers of the intents that a larger statement writes in its part `written`; nothing if there are none. */
export function insertPayers(rows: readonly PayerRow[], written: 'fresh' | 'taken'): RawBuilder<unknown> {
	if (rows.length === 0) return sql``
	return sql`
		paying as (
			insert into payer select p.subintent_hash, p.account
			from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(subintent_hash text, account text)
			join ${sql.ref(written)} using (subintent_hash)
		),`
}

export function readOpenIntent(row: OpenIntentRow): OpenIntentOfAccount {
	return {
		subintentHash: row.subintent_hash,
		subintentId: row.subintent_id,
		account: row.account,
		role: row.role,
		withdrawn: { symbol: row.sell_symbol, amount: Decimal.parse(row.withdrawn) },
		hasPrefix: row.has_prefix,
		payers: [row.account, ...(row.payers ?? [])],
	}
}

/** The bytes of accepted orders and fills, oldest first, without those that have ended since they were looked up. */
export async function selectSignedBytes(db: Database, subintentHashes: readonly string[]): Promise<string[]> {
	const { rows } = await sql<{ signed_partial_transaction: string }>`
		select signed_partial_transaction, accepted_at_ms, subintent_hash
		from "order" where subintent_hash = any(${subintentHashes}::text[]) and ended_at_ms is null
		union all
		select signed_partial_transaction, accepted_at_ms, subintent_hash
		from fill where subintent_hash = any(${subintentHashes}::text[]) and ended_at_ms is null
		order by accepted_at_ms, subintent_hash`.execute(db)
	return rows.map(row => row.signed_partial_transaction)
}
