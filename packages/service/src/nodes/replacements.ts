import { type Clock, pairKey } from '@accord/protocol'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { Withdrawal } from '../prices/maker-book.ts'
import type { MakerQuotes } from '../prices/maker-quotes.ts'
import { type Replacement, selectReplacements, upsertReplacements } from './replacements-table.ts'

// The guarantee: a book that its maker has changed at another node is out of force here a second after that node
// notices that its messages do not arrive, even without the bus. The new book itself arrives by the bus, or from a table.

type ReplacementsDeps = {
	readonly db: Pick<DatabaseLanes, 'own'>
	readonly nodeId: string
	readonly clock: Pick<Clock, 'nowMs'>
	readonly makerQuotes: Pick<MakerQuotes, 'receive'>
}

/** Longer than it takes to notice a silent node, which may have missed anything sent to it in the meantime. */
const keptMs = 10_000
/** A row may become visible later than one that was written after it. */
const lateMs = 10_000n
const writtenAtOnceMax = 1_000
/** Records only that there was a change: a message from any node with the same version takes precedence. */
const nobody = ''

type Noted = Replacement & { readonly atMs: number }

/** The changes of makers' books that perhaps no other node knows. */
export class Replacements {
	readonly #deps: ReplacementsDeps
	/**
	 * This node's newest changes of makers' books that are not in a row yet, the oldest first: at most one for each maker
	 * and pair.
	 */
	readonly #unwritten = new Map<string, Noted>()
	/** Which change from another node was last applied, by maker and pair. */
	readonly #applied = new Map<string, number>()
	/** When this node first looked, by the database's clock; it had no books before. */
	#firstMs: bigint | undefined
	#sinceMs: bigint | undefined

	constructor(deps: ReplacementsDeps) {
		this.#deps = deps
	}

	/**
	 * Records a change by this node. A book withdrawn because its session ended does not affect a book set elsewhere
	 * since.
	 */
	note({ makerId, pair, version, withdrawn }: Replacement & { readonly withdrawn?: Withdrawal | undefined }): void {
		if (withdrawn === 'session_ended' || withdrawn === 'session_silent') return
		const key = keyOf({ makerId, pair })
		this.#unwritten.delete(key)
		this.#unwritten.set(key, { makerId, pair, version, atMs: this.#deps.clock.nowMs() })
	}

	/**
	 * Withdraws books that were replaced at other nodes, and writes changes that those nodes may not have received; a loop
	 * calls it twice a second.
	 */
	async run({ isHeard }: { readonly isHeard: boolean }): Promise<void> {
		if (isHeard) this.#forgetOld()
		else await this.#write()
		const { db, nodeId } = this.#deps
		const { rows, nowMs } = await selectReplacements(db.own, { nodeId, sinceMs: this.#sinceMs })
		this.#firstMs ??= nowMs
		this.#sinceMs = nowMs - lateMs > this.#firstMs ? nowMs - lateMs : this.#firstMs
		for (const row of rows) this.#apply(row)
	}

	#forgetOld(): void {
		const oldestMs = this.#deps.clock.nowMs() - keptMs
		for (const [key, { atMs }] of this.#unwritten) {
			if (atMs >= oldestMs) return
			this.#unwritten.delete(key)
		}
	}

	async #write(): Promise<void> {
		const { db, nodeId } = this.#deps
		const changes = [...this.#unwritten].slice(0, writtenAtOnceMax)
		if (changes.length === 0) return
		await upsertReplacements(db.own, { nodeId, changes: changes.map(([, change]) => change) })
		for (const [key, change] of changes) if (this.#unwritten.get(key) === change) this.#unwritten.delete(key)
	}

	#apply({ makerId, pair, version, nodeId: node }: Replacement & { readonly nodeId: string }): void {
		const key = keyOf({ makerId, pair })
		if (this.#applied.get(key) === version) return
		this.#applied.set(key, version)
		const change = { kind: 'book', makerId, pair, version, sessionId: nobody, node, withdrawn: 'replaced' } as const
		this.#deps.makerQuotes.receive(change, nobody)
	}
}

function keyOf({ makerId, pair }: Pick<Replacement, 'makerId' | 'pair'>): string {
	return `${pairKey(pair)} ${makerId}`
}
