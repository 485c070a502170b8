const seenMax = 10_000
/**
 * By then every earlier order has ended, so naming this one makes no difference, and the service may forget it some
 * days later.
 */
const namedForMs = 86_400_000

/** The newest order that a maker has taken, for books net of all orders taken. */
export class NewestOrder {
	readonly #seen = new Set<string>()
	#newest: { readonly id: string; readonly takenAtMs: number } | undefined

	/** Records an order. Open orders arrive again after a reconnection, which does not make them newer. */
	note(id: string, nowMs: number): void {
		if (this.#seen.has(id)) return
		this.#seen.add(id)
		const [oldest] = this.#seen
		if (oldest !== undefined && this.#seen.size > seenMax) this.#seen.delete(oldest)
		this.#newest = { id, takenAtMs: nowMs }
	}

	/** Names no order until another one is taken. */
	forget(): void {
		this.#newest = undefined
	}

	/** The order that a book may name; undefined if there has been none for a day. */
	idAt(nowMs: number): string | undefined {
		return this.#newest !== undefined && nowMs - this.#newest.takenAtMs < namedForMs ? this.#newest.id : undefined
	}
}
