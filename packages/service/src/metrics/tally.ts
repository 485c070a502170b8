/** Counts by name, in plain numbers. Names come from a small set, so that it stays small. */
export class Tally {
	readonly #counts = new Map<string, number>()

	add(name: string): void {
		this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
	}

	get(name: string): number {
		return this.#counts.get(name) ?? 0
	}

	entries(): [name: string, count: number][] {
		return [...this.#counts]
	}
}
