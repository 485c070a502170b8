/** The newest updates that nobody has taken yet, of which CCXT keeps as many. */
const updatesMax = 1000

/** Updates for one reader, who gets all that came since the last time, or waits for the next; the oldest beyond 1,000 are dropped. */
export class Updates<Update> {
	#waiting: Update[] = []
	#failure: { readonly error: unknown } | undefined
	#wake: (() => void) | undefined

	push(update: Update): void {
		this.#waiting.push(update)
		if (this.#waiting.length > updatesMax) this.#waiting.shift()
		this.#wake?.()
	}

	/** The next reader is thrown this; later ones wait again. */
	fail(error: unknown): void {
		this.#failure = { error }
		this.#wake?.()
	}

	async take(): Promise<readonly Update[]> {
		while (this.#waiting.length === 0 && this.#failure === undefined)
			await new Promise<void>(resolve => {
				const former = this.#wake
				this.#wake = () => {
					former?.()
					resolve()
				}
			})
		this.#wake = undefined
		const failure = this.#failure
		this.#failure = undefined
		if (failure !== undefined) throw failure.error
		return this.#waiting.splice(0)
	}
}
