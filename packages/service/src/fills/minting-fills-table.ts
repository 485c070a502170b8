import { Decimal } from '@accord/protocol'
import { sql } from 'kysely'
import type { Database, StoredMint } from '../db/tables.ts'

/** A fill's mint on credit: the badge it proves, as `#1#`, and how much of which resource it mints. */
export type Mint = { readonly customer: string; readonly resource: string; readonly amount: Decimal }

/** An open fill and its mints. */
export type MintingFill = {
	readonly subintentHash: string
	readonly subintentId: string
	readonly mints: readonly Mint[]
}

/** The open fills that mint for a customer. */
export async function selectMintingFills(db: Database, customer: string): Promise<MintingFill[]> {
	const { rows } = await sql<{ subintent_hash: string; subintent_id: string; mints: StoredMint[] }>`
		select subintent_hash, subintent_id, mints from fill
		where state = 'started' and mints is not null and exists (
			select from jsonb_array_elements(mints) mint where mint ->> 'customer' = ${customer}
		)`.execute(db)
	return rows.map(({ subintent_hash, subintent_id, mints }) => ({
		subintentHash: subintent_hash,
		subintentId: subintent_id,
		mints: mints.map(({ amount, ...mint }) => ({ ...mint, amount: Decimal.parse(amount) })),
	}))
}

/** A fill's mints in the form that {@link selectMintingFills} reads. */
export function storedMints({ customer, resource, amount }: Mint): StoredMint[] {
	return [{ customer, resource, amount: Decimal.format(amount) }]
}
