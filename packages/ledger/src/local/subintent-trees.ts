import { subintentId, type TransactionInfo } from '../codec.ts'

/** A subintent of a committed transaction, with the ids of its own children. */
export type CommittedSubintent = { readonly id: string; readonly children: readonly string[] }

const treesMax = 100

/**
 * The subintents of the newest transactions: those are requested most often, and reading a transaction verifies all its
 * signatures.
 */
export class SubintentTrees {
	readonly #networkId: number
	readonly #trees = new Map<number, readonly CommittedSubintent[]>()

	constructor(networkId: number) {
		this.#networkId = networkId
	}

	/** The subintents of a state version, if it is one of the newest. */
	get(stateVersion: number): readonly CommittedSubintent[] | undefined {
		return this.#trees.get(stateVersion)
	}

	/** Keeps the subintents of the transaction committed at a state version, and returns them. */
	add(stateVersion: number, { subintents }: TransactionInfo): readonly CommittedSubintent[] {
		const tree = subintents.map(({ subintentId: id, children }) => ({
			id,
			children: children.map(child => subintentId(child, this.#networkId)),
		}))
		this.#trees.set(stateVersion, tree)
		const [oldest] = this.#trees.keys()
		if (this.#trees.size > treesMax && oldest !== undefined) this.#trees.delete(oldest)
		return tree
	}
}
