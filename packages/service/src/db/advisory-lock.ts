import { type Pair, pairKey } from '@accord/protocol'
import { sql, type Transaction } from 'kysely'
import { PgliteAdapter } from './pglite/pglite-dialect.ts'
import type { Tables } from './tables.ts'

/**
 * Holds still, until the transaction ends, the accounts' open orders and fills and then the pair's reservations.
 * Lock order everywhere: accounts sorted, then the pair, then rows of makers sorted by id. The lock and the read that it
 * protects are two statements, else the read's snapshot is older than the lock.
 */
export function lockAccountsAndPair(
	trx: Transaction<Tables>,
	{ accounts, pair }: { accounts: readonly string[]; pair: Pair },
): Promise<void> {
	const sorted = [...new Set(accounts)].sort()
	return lockNames(trx, [...sorted.map(accountName), `pair ${pairKey(pair)}`])
}

/** Holds still, until the transaction ends, what one account has open. */
export function lockAccount(trx: Transaction<Tables>, account: string): Promise<void> {
	return lockNames(trx, [accountName(account)])
}

function accountName(address: string): string {
	return `account ${address}`
}

async function lockNames(trx: Transaction<Tables>, names: readonly string[]): Promise<void> {
	// The embedded database has one connection: its transactions run one after the other, each seeing what the last one wrote.
	if (trx.getExecutor().adapter instanceof PgliteAdapter) return
	await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(trx)
}
