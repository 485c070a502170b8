import { type BookHeldBack, type Clock, type HiddenLevels, type Pair, pairKey } from '@accord/protocol'
import { MakerSubscribers } from './maker-subscribers.ts'

type HeldBackStreamsDeps = {
	readonly clock: Clock
	/** The pairs of a maker's books. */
	readonly pairsOf: (makerId: string) => readonly Pair[]
	/** The levels of a maker's book that are held back for their prices; undefined without a book. */
	readonly heldBackOf: (makerId: string, pair: Pair) => readonly HiddenLevels[] | undefined
}

/** Tells a maker's sessions on which sides levels of its books are held back: at their start, and when that changes. */
export class HeldBackStreams {
	readonly #deps: HeldBackStreamsDeps
	readonly #subscribers = new MakerSubscribers<BookHeldBack>()
	/** By maker and pair: the sides that its sessions were last told of, if any. */
	readonly #told = new Map<string, Map<string, string>>()

	constructor(deps: HeldBackStreamsDeps) {
		this.#deps = deps
	}

	/** Sends to a session from now on, until the returned function is called. */
	subscribe(makerId: string, push: (heldBack: BookHeldBack) => void): () => void {
		const end = this.#subscribers.subscribe(makerId, push)
		const told = this.#told.get(makerId) ?? new Map<string, string>()
		this.#told.set(makerId, told)
		for (const pair of this.#deps.pairsOf(makerId)) {
			const hidden = this.#deps.heldBackOf(makerId, pair) ?? []
			if (hidden.length === 0) continue
			told.set(pairKey(pair), sidesOf(hidden))
			push(this.#message(pair, hidden))
		}
		return () => {
			end()
			if (!this.#subscribers.has(makerId)) this.#told.delete(makerId)
		}
	}

	/** A book was set or ended, or its pair's prices changed. */
	changed({ makerId, pair }: { readonly makerId: string; readonly pair: Pair }): void {
		const told = this.#told.get(makerId)
		if (told === undefined) return
		const key = pairKey(pair)
		const hidden = this.#deps.heldBackOf(makerId, pair)
		const sides = sidesOf(hidden ?? [])
		const isNews = hidden !== undefined && sides !== (told.get(key) ?? '')
		if (sides === '') told.delete(key)
		else told.set(key, sides)
		if (isNews) this.#subscribers.push(makerId, this.#message(pair, hidden))
	}

	#message(pair: Pair, hidden: readonly HiddenLevels[]): BookHeldBack {
		return { pair, hidden: [...hidden], occurredAtMs: this.#deps.clock.nowMs() }
	}
}

function sidesOf(hidden: readonly HiddenLevels[]): string {
	return hidden.map(({ side }) => side).join()
}
