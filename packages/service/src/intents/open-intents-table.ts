import { type Amount, Decimal } from '@accord/protocol'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import { type Ask, ask, askOne } from '../db/together.ts'
import type { OpenIntent } from './account-funds.ts'

/** An open intent with its role: only orders count towards the number that an account may have open. */
export type OpenIntentOfAccount = OpenIntent & { readonly account: string; readonly role: 'order' | 'fill' }

/** The orders and fills of these accounts that have not ended, oldest first. */
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
}

/** The known open intents of an account: at most one entry per account and symbol. */
export type KnownIntents = {
	readonly account: string
	readonly hashes: readonly string[]
	/** How much others may still withdraw; if absent, there must be no others. */
	readonly left?: Amount
}

/** A condition for a larger statement: none of these accounts has opened more than allowed beyond the known intents. */
export function haveOpenedNoMore(known: readonly KnownIntents[]): RawBuilder<boolean> {
	const given = known.map(({ account, hashes, left }) => {
		return {
			account,
			hashes,
			...(left === undefined ? {} : { symbol: left.symbol, amount: Decimal.format(left.amount) }),
		}
	})
	return sql`not exists (
		select from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
			as known (account text, hashes text[], symbol text, amount numeric)
		where exists (
			select from (${openIntents(sql`array[known.account]`)}) open where subintent_hash <> all(known.hashes)
			having count(*) > 0 and (
				known.amount is null or bool_or(has_prefix)
				or coalesce(sum(withdrawn::numeric) filter (where sell_symbol = known.symbol), 0) > known.amount
			)
		)
	)`
}

// The states are literals, not parameters, so that the plan always uses the partial indexes.
function openIntents(accounts: RawBuilder<unknown>): RawBuilder<OpenIntentRow> {
	return sql`
		select subintent_hash, subintent_id, account, 'order' as role, sell_symbol,
			(sell_amount + platform_fee + settlement_fee)::text as withdrawn, has_prefix, accepted_at_ms
		from "order" where account = any(${accounts}) and state in ('awaiting_fills', 'filled', 'published')
		union all
		select subintent_hash, subintent_id, account, 'fill', sell_symbol,
			(sell_amount + platform_fee + settlement_fee - coalesce(minted, 0))::text, has_prefix and minted is null,
			accepted_at_ms
		from fill where account = any(${accounts}) and state = 'started'`
}

export function readOpenIntent(row: OpenIntentRow): OpenIntentOfAccount {
	return {
		subintentHash: row.subintent_hash,
		subintentId: row.subintent_id,
		account: row.account,
		role: row.role,
		withdrawn: { symbol: row.sell_symbol, amount: Decimal.parse(row.withdrawn) },
		hasPrefix: row.has_prefix,
	}
}

/** The bytes of accepted orders and fills, oldest first. */
export async function selectSignedBytes(db: Database, subintentHashes: readonly string[]): Promise<string[]> {
	const { rows } = await sql<{ signed_partial_transaction: string }>`
		select signed_partial_transaction, accepted_at_ms, subintent_hash
		from "order" where subintent_hash = any(${subintentHashes}::text[])
		union all
		select signed_partial_transaction, accepted_at_ms, subintent_hash
		from fill where subintent_hash = any(${subintentHashes}::text[])
		order by accepted_at_ms, subintent_hash`.execute(db)
	return rows.map(row => row.signed_partial_transaction)
}
