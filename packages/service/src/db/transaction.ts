import { AsyncLocalStorage } from 'node:async_hooks'
import { TradeError } from '@accord/protocol'
import { type Kysely, Transaction } from 'kysely'
import { isConflict } from './database-error.ts'
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

type OpenTransaction = { open: boolean }
const current = new AsyncLocalStorage<OpenTransaction>()

/** Runs `fn` as the body of a transaction: until it ends, nothing in it may use another connection. */
export async function insideTransaction<T>(fn: () => Promise<T>): Promise<T> {
	const transaction: OpenTransaction = { open: true }
	try {
		return await current.run(transaction, fn)
	} finally {
		transaction.open = false
	}
}

export function isInsideTransaction(): boolean {
	return current.getStore()?.open ?? false
}
