const seenMax = 10_000
/** By then whatever was asked before it has ended, and naming it changes nothing; the service may have forgotten it some days later. */
const namedForMs = 86_400_000

/** The newest order that a maker has taken, for books that are net of all that it has taken. */
export class NewestOrder {
	readonly #seen = new Set<string>()
	#newest: { readonly id: string; readonly takenAtMs: number } | undefined

	/** Notes an order; after a reconnection those still open come again, and none of them is newer for it. */
	note(id: string, nowMs: number): void {
		if (this.#seen.has(id)) return
		this.#seen.add(id)
		const [oldest] = this.#seen
		if (oldest !== undefined && this.#seen.size > seenMax) this.#seen.delete(oldest)
		this.#newest = { id, takenAtMs: nowMs }
	}

	/** What a book may name; undefined if there was none for a day. */
	idAt(nowMs: number): string | undefined {
		return this.#newest !== undefined && nowMs - this.#newest.takenAtMs < namedForMs ? this.#newest.id : undefined
	}
}
