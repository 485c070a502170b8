import { readSignedPartialTransaction } from '@accord/ledger'
import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import type { Platform } from '../platform/platform.ts'
import { work } from '../threads/work-threads.ts'
import { type BundleByteColumns, bytesOf } from './packed-items.ts'

/** The account to which a bundle's outers pay the platform fee; undefined if none of them pays one. */
export function readFeeAccount({ networkId }: { readonly networkId: number }, outers: readonly string[]) {
	for (const outer of outers) {
		const { instructions } = readSignedPartialTransaction(outer, networkId)
		// The only deposit that the ledger may not refuse.
		const fee = instructions.find(({ method }) => method === 'try_deposit_or_abort')
		if (fee?.address != null) return fee.address
	}
	return undefined
}

const feeAccountWork = work(import.meta.url, readFeeAccount)

/** The same by the order's hash, as its bundle was signed: after a change of the service's key it is another account. */
export async function feeAccountsOf(
	{ db, threads, market: { networkId } }: Pick<Platform, 'db' | 'threads' | 'market'>,
	orderHashes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
	const bundles = await selectOuters(db.own, orderHashes)
	const accounts = await Promise.all(
		bundles.map(async ({ order_hash: orderHash, inner, ...bundle }): Promise<[string, string][]> => {
			const { items } = bytesOf(bundle, inner)
			const account = await threads.run('reconciliation', feeAccountWork, { networkId }, items)
			return account === undefined ? [] : [[orderHash, account]]
		}),
	)
	return new Map(accounts.flat())
}

async function selectOuters(db: Database, orderHashes: readonly string[]) {
	const { rows } = await sql<OutersRow>`
		select b.order_hash, b.items, b.packed_items, b.packed_bytes, b.subintent_ids, (
			select json_agg(i) from (
				select subintent_id, signed_partial_transaction from "order" where subintent_hash = b.order_hash
				union all
				select subintent_id, signed_partial_transaction from fill where order_hash = b.order_hash
			) i
		) as inner
		from bundle b where b.order_hash = any(${orderHashes}::text[])`.execute(db)
	return rows
}

type OutersRow = BundleByteColumns & {
	readonly order_hash: string
	/** The order and its fills. */
	readonly inner: readonly { readonly subintent_id: string; readonly signed_partial_transaction: string }[]
}
