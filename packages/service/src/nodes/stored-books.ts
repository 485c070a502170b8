import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import { confirmStoredBooks, type StoredNode, selectStoredBooks, writeStoredBooks } from './stored-books-table.ts'

// The guarantee: while nodes do not hear each other by the bus, each has the others' books and sessions a second after
// they changed, through a table; or it knows that it does not have them.

type StoredBooksDeps = {
	readonly db: Pick<DatabaseLanes, 'own'>
	readonly nodeId: string
	readonly clock: { nowMs(): number }
	/** Everything that another node needs to know of this one, as sent by the bus, and this node's last change. */
	readonly own: () => { readonly sequence: number; readonly events: readonly unknown[] }
	/** Replaces everything known about a node. */
	readonly take: (nodeId: string, events: readonly unknown[]) => Promise<void>
	/** Its books no longer count. */
	readonly drop: (nodeId: string) => void
}

/** A node's event loop is held up only for as long as one piece takes. */
const eventsPerPiece = 64
/** What a node with more than this would store is not known to the others. */
const eventsMax = 20_000
/** As long as a node may be silent on the bus. */
const silentAfterMs = 6_000

/** The books of nodes that do not hear each other. */
export class StoredBooks {
	readonly #deps: StoredBooksDeps
	/** The nodes whose books were read here, and when they were last said to hold. */
	readonly #read = new Map<string, { readonly sequence: number; readonly atMs: number }>()
	/** The change of this node up to which its books are stored; undefined if nothing is. */
	#written: number | undefined

	constructor(deps: StoredBooksDeps) {
		this.#deps = deps
	}

	/**
	 * Stores this node's books and reads those of running nodes that are not heard; a loop calls it twice a second. What
	 * was read of all others no longer counts: they are heard, or gone.
	 */
	async run({ unheard, there }: { unheard: readonly string[]; there: readonly string[] }): Promise<void> {
		for (const node of this.#read.keys()) {
			if (!there.includes(node)) this.#drop(node)
			else if (!unheard.includes(node)) this.#read.delete(node)
		}
		if (unheard.length === 0) {
			this.#written = undefined
			return
		}
		await this.#write()
		const known = unheard.map(nodeId => ({ nodeId, sequence: this.#read.get(nodeId)?.sequence }))
		const found = await selectStoredBooks(this.#deps.db.own, known)
		for (const node of found) await this.#take(node)
		for (const node of this.silent()) this.#drop(node)
	}

	/** Whether a node's books are known through the table. */
	has(nodeId: string): boolean {
		return this.#read.has(nodeId)
	}

	/** Its books were dropped, and must be read again. */
	forget(nodeId: string): void {
		this.#read.delete(nodeId)
	}

	/** Nodes whose books were read so long ago that they do not count, and which the next run drops. */
	silent(): string[] {
		const oldestMs = this.#deps.clock.nowMs() - silentAfterMs
		return [...this.#read].flatMap(([node, { atMs }]) => (atMs < oldestMs ? [node] : []))
	}

	async #write(): Promise<void> {
		const { db, nodeId, own } = this.#deps
		const { sequence, events } = own()
		if (events.length > eventsMax) return
		if (this.#written === sequence) return await confirmStoredBooks(db.own, nodeId)
		const pieces: string[] = []
		// One piece even if there is nothing: that, too, is known then.
		for (let at = 0; at === 0 || at < events.length; at += eventsPerPiece) {
			pieces.push(JSON.stringify(events.slice(at, at + eventsPerPiece)))
			await nextTurn()
		}
		await writeStoredBooks(db.own, { nodeId, sequence, pieces })
		this.#written = sequence
	}

	async #take({ nodeId, sequence, pieces }: StoredNode): Promise<void> {
		if (pieces !== undefined) await this.#deps.take(nodeId, pieces.flat())
		this.#read.set(nodeId, { sequence, atMs: this.#deps.clock.nowMs() })
	}

	#drop(node: string): void {
		this.#read.delete(node)
		this.#deps.drop(node)
	}
}
