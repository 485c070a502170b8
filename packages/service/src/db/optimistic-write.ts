import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'
import { inTransaction } from './transaction.ts'

// The guarantee: a write is decided from a state that still holds when it is committed.
//
// Others may change that state before the write. There are two ways to rule this out:
// - By known state: decide from an earlier read, then lock, compare and write in one message. If the state has changed, nothing is
//   written. This waits for the database once.
// - By a new read: lock, read, decide, write. This waits for the database twice, and the decision always counts.
// A write first tries the known state, if enough is known, and otherwise a new read.

/** The steps of a write that depends on state that others may change. */
export type OptimisticWrite<Decided, Written> = {
	/** Locks everything that the decision depends on, until the transaction ends. */
	readonly lock: (trx: Transaction<Tables>) => Promise<void>
	/**
	 * Decides without reading; undefined if too little is known. The decision carries conditions, which {@link write} puts into its
	 * statement, so that it writes nothing unless the known state still holds.
	 */
	readonly decideByKnown: () => Decided | undefined
	/** Reads and decides while holding the locks. */
	readonly decideByRead: (trx: Transaction<Tables>) => Promise<Decided>
	/** Writes the decision and commits, so this must be the last step in the transaction. */
	readonly write: (trx: Transaction<Tables>, decided: Decided) => Promise<Written>
}

/** The decision that counted, and the rows it wrote. */
export type DecidedWrite<Decided, Written> = { readonly decided: Decided; readonly written: Written }

type WithHashes = { readonly hashes: ReadonlySet<string> }

/**
 * Decides and writes from memory if possible, otherwise from a read. `transact` opens each transaction; there are at
 * most two.
 */
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
