import { TradeError } from '@accord/protocol'
import { type Kysely, Transaction } from 'kysely'
import { isConflict } from './database-error.ts'
import { insideTransaction } from './open-transaction.ts'
import type { Tables } from './tables.ts'

const triesMax = 4

/**
 * Runs `fn` in a transaction, or as a part of the one that `db` already is. Otherwise it opens one and retries it up to three times
 * if it conflicts with another one: `fn` must do nothing but read and write through the given handle.
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

/** As {@link inTransaction}, tried once: an error that `isConflict` knows says that another transaction was in the way. */
export function inOneTransaction<T>(db: Kysely<Tables>, fn: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
	return db.transaction().execute(trx => insideTransaction(() => fn(trx)))
}
