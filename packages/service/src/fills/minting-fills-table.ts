import { Decimal } from '@accord/protocol'
import { sql } from 'kysely'
import type { Database, StoredMint } from '../db/tables.ts'

/** A fill's mint on credit: the badge it proves, as `#1#`, and how much of which resource it mints. */
export type PromisedMint = { readonly customer: string; readonly resource: string; readonly amount: Decimal }

/** An open fill and its mints. */
export type MintingFill = {
	readonly subintentHash: string
	readonly subintentId: string
	readonly mints: readonly PromisedMint[]
}

/** The open fills that mint for one of these customers. */
export async function selectMintingFills(db: Database, customers: readonly string[]): Promise<MintingFill[]> {
	const { rows } = await sql<{ subintent_hash: string; subintent_id: string; mints: StoredMint[] }>`
		select subintent_hash, subintent_id, mints from fill
		where state = 'started' and mints is not null and exists (
			select from jsonb_array_elements(mints) mint where mint ->> 'customer' = any(${customers}::text[])
		)`.execute(db)
	return rows.map(({ subintent_hash, subintent_id, mints }) => ({
		subintentHash: subintent_hash,
		subintentId: subintent_id,
		mints: mints.map(({ amount, ...mint }) => ({ ...mint, amount: Decimal.parse(amount) })),
	}))
}

/** Mints in the form that {@link selectMintingFills} reads. */
export function storedMints(mints: readonly PromisedMint[]): StoredMint[] {
	return mints.map(({ customer, resource, amount }) => ({ customer, resource, amount: Decimal.format(amount) }))
}
