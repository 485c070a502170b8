type LruCacheOptions<Value> = {
	/** What all kept values may measure together. */
	readonly max: number
	/** What one measures; 1 when absent. */
	readonly sizeOf?: (value: Value) => number
}

/** Keeps the values that were asked for last, as many as fit into a given size. */
export class LruCache<Value> {
	readonly #max: number
	readonly #sizeOf: (value: Value) => number
	readonly #values = new Map<string, { readonly value: Value; readonly size: number }>()
	#size = 0

	constructor({ max, sizeOf = () => 1 }: LruCacheOptions<Value>) {
		this.#max = max
		this.#sizeOf = sizeOf
	}

	/** What the kept values measure. */
	get size(): number {
		return this.#size
	}

	/** The value of a key; now it is the last that was asked for. */
	get(key: string): Value | undefined {
		const kept = this.#values.get(key)
		if (kept === undefined) return undefined
		this.#values.delete(key)
		this.#values.set(key, kept)
		return kept.value
	}

	/** Keeps a value in the place of those that were not asked for the longest; one that is too large is not kept. */
	set(key: string, value: Value): void {
		this.#drop(key)
		const size = this.#sizeOf(value)
		if (size > this.#max) return
		this.#values.set(key, { value, size })
		this.#size += size
		for (const oldest of this.#values.keys()) {
			if (this.#size <= this.#max) return
			this.#drop(oldest)
		}
	}

	#drop(key: string): void {
		this.#size -= this.#values.get(key)?.size ?? 0
		this.#values.delete(key)
	}
}
