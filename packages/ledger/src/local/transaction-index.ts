import type { CommitRecord } from '../engine/commit-record.ts'

/** The commit that finalized an intent. */
export type Finalized = { readonly stateVersion: number; readonly transactionId: string }

/**
 * Finds committed transactions and subintents by id. It is built from the ledger's log on opening and updated with each
 * commit; the records themselves stay in the log.
 */
export class TransactionIndex {
	readonly #stateVersions: number[] = []
	readonly #transactions = new Map<string, number>()
	readonly #subintents = new Map<string, Finalized>()

	/** The newest indexed state version; 0 if empty. */
	get newest(): number {
		return this.#stateVersions.at(-1) ?? 0
	}

	/** Adds the record after the newest one. */
	add(record: CommitRecord): void {
		const { stateVersion, transactionId } = record
		this.#transactions.set(transactionId, stateVersion)
		for (const { subintentId, finalized } of record.subintents) {
			if (finalized) this.#subintents.set(subintentId, { stateVersion, transactionId })
		}
		// Done last, so that a commit whose indexing was interrupted is indexed again.
		this.#stateVersions.push(stateVersion)
	}

	/** The state version that committed a transaction (`txid_…`). */
	transaction(transactionId: string): number | undefined {
		return this.#transactions.get(transactionId)
	}

	/** The commit that consumed a subintent (`subtxid_…`). A failed transaction consumes none. */
	subintent(subintentId: string): Finalized | undefined {
		return this.#subintents.get(subintentId)
	}

	/** State versions of user transactions in commit order, within the bounds (both inclusive). */
	stateVersions({ from = 0, to = Number.POSITIVE_INFINITY }: { from?: number; to?: number } = {}): number[] {
		return this.#stateVersions.slice(this.#positionOf(from), this.#positionOf(to + 1))
	}

	#positionOf(stateVersion: number): number {
		let low = 0
		let high = this.#stateVersions.length
		while (low < high) {
			const middle = (low + high) >>> 1
			if ((this.#stateVersions[middle] ?? 0) < stateVersion) low = middle + 1
			else high = middle
		}
		return low
	}
}
