import { type Pair, pairKey } from '@accord/protocol'
import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

// Lock order everywhere: accounts sorted, then the pair, then rows of makers sorted by id. A lock and the read that it
// protects are two statements, else the read's snapshot is older than the lock.

/** Holds an account's open orders still until the transaction ends. */
export async function lockAccount(trx: Transaction<Tables>, address: string): Promise<void> {
	await lock(trx, `account ${address}`)
}

/** Holds a pair's reservations still until the transaction ends. */
export async function lockPair(trx: Transaction<Tables>, pair: Pair): Promise<void> {
	await lock(trx, `pair ${pairKey(pair)}`)
}

async function lock(trx: Transaction<Tables>, name: string): Promise<void> {
	await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
}
