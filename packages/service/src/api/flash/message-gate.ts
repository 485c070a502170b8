/** What becomes of a call: it is done, it is refused, or the connection is cut because too many were refused. */
export type Verdict = 'pass' | 'refuse' | 'cut'

/**
 * How many calls a session may make: so many a second, and as many at once. Who goes on after as many again have been
 * refused is cut.
 */
export class MessageGate {
	readonly #perSecond: number
	#left: number
	#atMs: number | undefined

	constructor({ perSecond }: { perSecond: number }) {
		this.#perSecond = perSecond
		this.#left = perSecond
	}

	/** Counts one call. */
	take(nowMs: number): Verdict {
		const formerMs = this.#atMs ?? nowMs
		this.#atMs = Math.max(nowMs, formerMs)
		const refilled = ((this.#atMs - formerMs) * this.#perSecond) / 1000
		this.#left = Math.min(this.#perSecond, this.#left + refilled) - 1
		if (this.#left >= 0) return 'pass'
		return this.#left >= -this.#perSecond ? 'refuse' : 'cut'
	}
}
