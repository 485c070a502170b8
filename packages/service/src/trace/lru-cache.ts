/** Keeps the values that were asked for last, at most so many. */
export class LruCache<Value> {
	readonly #max: number
	readonly #values = new Map<string, Value>()

	constructor({ max }: { readonly max: number }) {
		this.#max = max
	}

	get size(): number {
		return this.#values.size
	}

	/** The value of a key; now it is the last that was asked for. */
	get(key: string): Value | undefined {
		const value = this.#values.get(key)
		if (value === undefined) return undefined
		this.#values.delete(key)
		this.#values.set(key, value)
		return value
	}

	/** Keeps a value, in the place of the one that was not asked for the longest when there are too many. */
	set(key: string, value: Value): void {
		this.#values.delete(key)
		this.#values.set(key, value)
		if (this.#values.size <= this.#max) return
		const [oldest] = this.#values.keys()
		if (oldest !== undefined) this.#values.delete(oldest)
	}
}
