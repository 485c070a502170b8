import { TradeError } from '@accord/protocol'
import { type Kysely, Transaction } from 'kysely'
import { isConflict } from './database-error.ts'
import { insideTransaction } from './open-transaction.ts'
import type { Tables } from './tables.ts'

const triesMax = 4

/**
 * Runs `fn` in a transaction, or as part of `db` if that already is one. A new transaction is retried up to three times
 * on conflict, so `fn` must only read and write through the given handle.
 * @throws TradeError `database_unavailable` if the conflict persists
 */
export async function inTransaction<T>(db: Kysely<Tables>, fn: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
	if (db instanceof Transaction) return await fn(db)
	for (let tries = 1; ; tries++) {
		try {
			return await inOneTransaction(db, fn)
		} catch (error) {
			if (!isConflict(error)) throw error
			if (tries === triesMax) throw new TradeError('database_unavailable', undefined, { cause: error })
		}
	}
}

/** Like {@link inTransaction}, but tried only once: `isConflict` identifies errors caused by another transaction. */
export function inOneTransaction<T>(db: Kysely<Tables>, fn: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
	return db.transaction().execute(trx => insideTransaction(() => fn(trx)))
}
