import { randomBytes } from 'node:crypto'
import type { Pair } from '@accord/protocol'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { MakerQuotes } from '../prices/maker-quotes.ts'
import { insertCancellation, selectCancellations } from './cancellations-table.ts'

// The guarantee: books that a maker cancels at one node are cancelled at every node within a second, even without the
// bus. A node that heard it on the bus, in sequence with the books, ignores the row, because the maker may have sent a
// new book by then.

type CancellationsDeps = {
	readonly db: Pick<DatabaseLanes, 'own'>
	readonly nodeId: string
	readonly makerQuotes: Pick<MakerQuotes, 'withdrawAll'>
}

/** A maker cancelled its books; sent to the nodes whose copy of the cancelling node's books was complete. */
export type Cancellation = { readonly kind: 'cancelled'; readonly id: string; readonly heard: readonly string[] }

/** A row may become visible later than one that was written after it. */
const lateMs = 10_000n
const doneMax = 10_000

/** The cancellations of all nodes' makers. */
export class Cancellations {
	readonly #deps: CancellationsDeps
	/** Cancellations already handled here; the oldest are forgotten first. */
	readonly #done = new Set<string>()
	/** When this node first looked, by the database's clock; it had no sessions before. */
	#firstMs: bigint | undefined
	#sinceMs: bigint | undefined

	constructor(deps: CancellationsDeps) {
		this.#deps = deps
	}

	/** A new cancellation of this node, to be announced and written. */
	begin(heard: readonly string[]): Cancellation {
		const id = randomBytes(8).toString('hex')
		this.#note(id)
		return { kind: 'cancelled', id, heard }
	}

	/** Resolves once every node will know of it. */
	async write({ id }: Cancellation, makerId: string, pairs: readonly Pair[] | undefined): Promise<void> {
		await insertCancellation(this.#deps.db.own, { id, makerId, pairs: pairs ?? [allPairs] })
	}

	/** Another node announced it after the books that it withdrew. */
	told({ id, heard }: Cancellation): void {
		if (heard.includes(this.#deps.nodeId)) this.#note(id)
	}

	/** Withdraws books cancelled at other nodes that the bus did not announce; a loop calls it twice a second. */
	async run(): Promise<void> {
		const { db, makerQuotes } = this.#deps
		const { rows, nowMs } = await selectCancellations(db.own, { sinceMs: this.#sinceMs })
		this.#firstMs ??= nowMs
		this.#sinceMs = nowMs - lateMs > this.#firstMs ? nowMs - lateMs : this.#firstMs
		for (const { id, makerId, pair } of rows) {
			if (!this.#done.has(id)) makerQuotes.withdrawAll(makerId, pair.base === '' ? undefined : [pair])
		}
		for (const { id } of rows) this.#note(id)
	}

	#note(id: string): void {
		this.#done.delete(id)
		this.#done.add(id)
		const [oldest] = this.#done
		if (oldest !== undefined && this.#done.size > doneMax) this.#done.delete(oldest)
	}
}

const allPairs: Pair = { base: '', quote: '' }
