// By then the tables hold something: a plan made for empty ones would read all of them once they have grown.
const preparedFrom = 128
const namesMax = 128
const textsMax = 1000

/**
 * The names of the texts that are run again and again, the same for all connections of a pool: each connection prepares such a
 * text once, so that the server parses and plans it once. Texts that come after the last name are run as they are.
 */
export class StatementNames {
	readonly #names = new Map<string, string>()
	#runs = new Map<string, number>()
	#given = 0

	/** The name of a text that is run once more; undefined if it is not to be prepared. */
	nameOf(text: string): string | undefined {
		const name = this.#names.get(text)
		if (name !== undefined || this.#names.size >= namesMax) return name
		const runs = (this.#runs.get(text) ?? 0) + 1
		if (runs >= preparedFrom) return this.#give(text)
		if (this.#runs.size >= textsMax) this.#runs = new Map()
		this.#runs.set(text, runs)
		return undefined
	}

	/** Has a text prepared once more, under another name: what it returns has changed since. */
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
