import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'
import { inTransaction } from './transaction.ts'

// The guarantee: what is written was decided by a state that still holds when it is committed.
//
// A decision depends on what others may change until it is written. There are two ways to rule that out:
// - By what is known: decide by what was read before, then lock, compare and write in one message. If what was known has changed,
//   nothing is written. The database is waited for once.
// - By what is read: lock, read, decide, write. The database is waited for twice, and the decision always counts.
// A write is tried in the first way, if enough is known, and otherwise done in the second.

/** The steps of a write that depends on what others may change. */
export type OptimisticWrite<Decided, Written> = {
	/** Locks all that the decision depends on until the transaction ends. */
	readonly lock: (trx: Transaction<Tables>) => Promise<void>
	/**
	 * Decides without reading; undefined if what is known is not enough. The decision carries conditions, which {@link write} puts
	 * into the statement that writes, so that it writes nothing unless what was known still holds.
	 */
	readonly decideByKnown: () => Decided | undefined
	/** Decides by what it reads; the locks are held. */
	readonly decideByRead: (trx: Transaction<Tables>) => Promise<Decided>
	/** Writes what was decided, and commits: nothing may follow in the transaction. */
	readonly write: (trx: Transaction<Tables>, decided: Decided) => Promise<Written>
}

/** The decision that counted, and what was written by it. */
export type DecidedWrite<Decided, Written> = { readonly decided: Decided; readonly written: Written }

type WithHashes = { readonly hashes: ReadonlySet<string> }

/** Decides and writes by what is known, or else by what is read. `transact` opens each transaction: at most two. */
export async function writeOptimistically<Decided, Written extends WithHashes>(
	db: Kysely<Tables>,
	steps: OptimisticWrite<Decided, Written>,
	transact: typeof inTransaction = inTransaction,
): Promise<DecidedWrite<Decided, Written>> {
	const byKnown = await transact(db, async trx => {
		const decided = steps.decideByKnown()
		if (decided === undefined) return await lockReadAndWrite(trx, steps)
		await steps.lock(trx)
		const written = await steps.write(trx, decided)
		return written.hashes.size === 0 ? undefined : { decided, written }
	})
	return byKnown ?? (await transact(db, trx => lockReadAndWrite(trx, steps)))
}

async function lockReadAndWrite<Decided, Written>(
	trx: Transaction<Tables>,
	{ lock, decideByRead, write }: OptimisticWrite<Decided, Written>,
): Promise<DecidedWrite<Decided, Written>> {
	await lock(trx)
	const decided = await decideByRead(trx)
	return { decided, written: await write(trx, decided) }
}
