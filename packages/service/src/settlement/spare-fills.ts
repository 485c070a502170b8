import type { GatewayClient } from '@accord/ledger'
import type { Database } from '../db/tables.ts'
import { selectFillsOf } from './published-table.ts'

/**
 * The hashes of those fills of a committed order that did not settle with it, because it was bundled more than once.
 * @throws GatewayError if the status of one cannot be read
 */
export async function findSpareFills(
	{ db, subintentStatus }: { readonly db: Database; readonly subintentStatus: GatewayClient['subintentStatus'] },
	orderHash: string,
): Promise<string[]> {
	const fills = await selectFillsOf(db, orderHash)
	const statuses = await Promise.all(fills.map(({ subintentId }) => subintentStatus(subintentId)))
	return fills.flatMap(({ subintentHash }, at) => (statuses[at]?.status === 'CommittedSuccess' ? [] : [subintentHash]))
}
