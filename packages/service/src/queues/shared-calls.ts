type Reading<Answer> = { readonly answer: Promise<Answer>; next: Promise<Answer> | undefined }

/**
 * Makes one call for everyone who wants the same answer. A request that arrives during a call waits for the next one,
 * together with others like it, so each gets an answer to a call made after its request.
 */
export class SharedCalls<Answer> {
	readonly #reading = new Map<string, Reading<Answer>>()

	/** Makes a call, or shares the next call that has this key. */
	call(key: string, call: () => Promise<Answer>): Promise<Answer> {
		const reading = this.#reading.get(key)
		if (reading === undefined) return this.#begin(key, call)
		reading.next ??= reading.answer.then(
			() => this.#begin(key, call),
			() => this.#begin(key, call),
		)
		return reading.next
	}

	#begin(key: string, call: () => Promise<Answer>): Promise<Answer> {
		const reading: Reading<Answer> = { answer: call(), next: undefined }
		this.#reading.set(key, reading)
		const end = () => {
			if (reading.next === undefined) this.#reading.delete(key)
		}
		reading.answer.then(end, end)
		return reading.answer
	}
}
