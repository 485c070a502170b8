import { randomBytes } from 'node:crypto'
import type { Pair } from '@accord/protocol'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { MakerQuotes } from '../prices/maker-quotes.ts'
import { insertCancellation, selectCancellations } from './cancellations-table.ts'

// The guarantee: what a maker cancels at one node is cancelled at each within a second, with the bus or without. Who was told of it
// by the bus, in order with the books, does not act on the row as well: the maker may have sent a new book by then.

type CancellationsDeps = {
	readonly db: Pick<DatabaseLanes, 'own'>
	readonly nodeId: string
	readonly makerQuotes: Pick<MakerQuotes, 'withdrawAll'>
}

/** That a maker cancelled its books, told to those nodes whose books the canceller had whole. */
export type Cancellation = { readonly kind: 'cancelled'; readonly id: string; readonly heard: readonly string[] }

/** A row may become visible later than one that was written after it. */
const lateMs = 10_000n
const doneMax = 10_000

/** The cancellations of all nodes' makers. */
export class Cancellations {
	readonly #deps: CancellationsDeps
	/** Those that need nothing more here; the oldest are forgotten first. */
	readonly #done = new Set<string>()
	/** When this node first looked, by the database's clock: it had no sessions before. */
	#firstMs: bigint | undefined
	#sinceMs: bigint | undefined

	constructor(deps: CancellationsDeps) {
		this.#deps = deps
	}

	/** A cancellation of this node's, to be told and written. */
	begin(heard: readonly string[]): Cancellation {
		const id = randomBytes(8).toString('hex')
		this.#note(id)
		return { kind: 'cancelled', id, heard }
	}

	/** Resolves once every node will know of it. */
	async write({ id }: Cancellation, makerId: string, pairs: readonly Pair[] | undefined): Promise<void> {
		await insertCancellation(this.#deps.db.own, { id, makerId, pairs: pairs ?? [allPairs] })
	}

	/** Another node told of it after the books that it withdrew. */
	told({ id, heard }: Cancellation): void {
		if (heard.includes(this.#deps.nodeId)) this.#note(id)
	}

	/** Withdraws what other nodes cancelled and the bus did not say; a loop calls it twice a second. */
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
