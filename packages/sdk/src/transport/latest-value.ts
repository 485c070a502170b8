/** Hands over the newest of many values: what was not taken in time is replaced. */
export class LatestValue<T extends object> {
	#value: T | undefined
	#isEnded = false
	#error: unknown
	#wake: () => void = () => undefined

	set(value: T): void {
		this.#value = value
		this.#wake()
	}

	/** No value follows; whoever reads is told the error, if one is given. */
	end(error?: unknown): void {
		this.#isEnded = true
		this.#error = error
		this.#wake()
	}

	/** The values from now on; one reader only. */
	async *values(): AsyncGenerator<T, void, undefined> {
		for (;;) {
			const value = this.#value
			this.#value = undefined
			if (value !== undefined) yield value
			else if (this.#isEnded) {
				if (this.#error !== undefined) throw this.#error
				return
			} else
				await new Promise<void>(resolve => {
					this.#wake = resolve
				})
		}
	}
}
