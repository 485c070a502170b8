// By then the tables have rows: a plan made for empty tables would read all of their rows once they have grown.
const preparedFrom = 128
const namesMax = 128
const textsMax = 1000

/**
 * The names of frequent texts, the same for all connections of a pool: each connection prepares such a text once, so
 * that the server parses and plans it once. Once all names are used up, further texts are not prepared.
 */
export class StatementNames {
	readonly #names = new Map<string, string>()
	#runs = new Map<string, number>()
	#given = 0

	/** The name of a text that is about to run again; undefined if it is not to be prepared. */
	nameOf(text: string): string | undefined {
		const name = this.#names.get(text)
		if (name !== undefined || this.#names.size >= namesMax) return name
		const runs = (this.#runs.get(text) ?? 0) + 1
		if (runs >= preparedFrom) return this.#give(text)
		if (this.#runs.size >= textsMax) this.#runs = new Map()
		this.#runs.set(text, runs)
		return undefined
	}

	/** Has a text prepared again under a different name, because its result type has changed. */
	renew(text: string): void {
		if (this.#names.delete(text)) this.#give(text)
	}

	#give(text: string): string {
		this.#given += 1
		const name = `s${this.#given}`
		this.#names.set(text, name)
		this.#runs.delete(text)
		return name
	}
}
