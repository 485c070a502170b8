import { type Pair, pairKey } from '@accord/protocol'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'
import { runWithNext } from './together.ts'

/**
 * Locks the accounts' open orders and fills and then the pair's reservations until the transaction ends. The lock order
 * is the same everywhere: sorted accounts, then the pair, then sorted makers, then rows of makers sorted by id. The
 * lock and the read that it protects must be two statements; otherwise the read's snapshot is older than the lock.
 */
export function lockAccountsAndPair(
	trx: Transaction<Tables>,
	{ accounts, pair }: { accounts: readonly string[]; pair: Pair },
): Promise<void> {
	return lockNames(trx, [...sortedNames(accounts), `pair ${pairKey(pair)}`])
}

/** Locks the accounts' open orders and fills until the transaction ends. */
export function lockAccounts(trx: Transaction<Tables>, accounts: readonly string[]): Promise<void> {
	return lockNames(trx, sortedNames(accounts))
}

/**
 * Locks these makers' reservations until the transaction ends: a maker's parts are numbered as they are written, so a
 * reader that sees one of them sees all those with lower numbers.
 */
export function lockMakers(trx: Transaction<Tables>, makerIds: readonly string[]): Promise<void> {
	return lockNames(trx, sortedMakers(makerIds))
}

/**
 * The same locks as rows of a larger statement, which takes them as it reads these rows. They are taken before all its
 * writes, but protect none of its reads, whose snapshot is older.
 */
export function makersLocked(makerIds: readonly string[]): RawBuilder<unknown> {
	return locksOf(sql`${sortedMakers(makerIds)}::text[]`)
}

/** Locks the membership of this database's nodes, and the start of an incarnation, until the transaction ends. */
export function lockNodes(trx: Transaction<Tables>): Promise<void> {
	return lockNames(trx, ['nodes'])
}

/**
 * Locks the numbers of trades and the candles until the transaction ends, because only one node at a time may count
 * trades.
 */
export function lockTrades(trx: Transaction<Tables>): Promise<void> {
	return lockNames(trx, ['trades'])
}

function sortedNames(accounts: readonly string[]): string[] {
	return [...new Set(accounts)].sort().map(address => `account ${address}`)
}

function sortedMakers(makerIds: readonly string[]): string[] {
	return [...new Set(makerIds)].sort().map(makerId => `maker ${makerId}`)
}

async function lockNames(trx: Transaction<Tables>, names: readonly string[]): Promise<void> {
	if (names.length === 0) return
	await runWithNext(trx, locksOf(sql`${names}::text[]`))
}

function locksOf(names: RawBuilder<unknown>): RawBuilder<unknown> {
	return sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}) as name`
}
