import { type Pair, pairKey } from '@accord/protocol'
import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Holds still, until the transaction ends, the accounts' open orders and then the pair's reservations.
 * Lock order everywhere: accounts sorted, then the pair, then rows of makers sorted by id. The lock and the read that it
 * protects are two statements, else the read's snapshot is older than the lock.
 */
export async function lockAccountsAndPair(
	trx: Transaction<Tables>,
	{ accounts, pair }: { accounts: readonly string[]; pair: Pair },
): Promise<void> {
	const sorted = [...new Set(accounts)].sort()
	const names = [...sorted.map(address => `account ${address}`), `pair ${pairKey(pair)}`]
	await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(trx)
}
