/** The holder of a place, which becomes free when the holder closes. */
export type Held = { readonly closed: boolean; once(event: 'close', run: () => void): unknown }

/** Equal shares of places: counts the connections of one kind that each address or maker has open. */
export class Places {
	readonly #perHolder: number
	readonly #held = new Map<string, number>()
	#size = 0

	constructor({ perHolder }: { perHolder: number }) {
		this.#perHolder = perHolder
	}

	/** The number of places in use. */
	get size(): number {
		return this.#size
	}

	/** The most places that any one holder has. */
	get most(): number {
		let most = 0
		for (const held of this.#held.values()) most = Math.max(most, held)
		return most
	}

	heldBy(holder: string): number {
		return this.#held.get(holder) ?? 0
	}

	/** Takes a place until `held` has closed; false if the holder has none left. */
	take(holder: string, held: Held): boolean {
		if (this.heldBy(holder) >= this.#perHolder) return false
		if (held.closed) return true
		this.#count(holder, 1)
		held.once('close', () => this.#count(holder, -1))
		return true
	}

	#count(holder: string, change: 1 | -1): void {
		const held = this.heldBy(holder) + change
		this.#size += change
		if (held === 0) this.#held.delete(holder)
		else this.#held.set(holder, held)
	}
}
