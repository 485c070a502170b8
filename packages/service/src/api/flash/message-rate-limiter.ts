/** The fate of a call: handled, refused, or the session is disconnected because too many calls were refused. */
export type Verdict = 'pass' | 'refuse' | 'disconnect'

/**
 * Limits the calls of a session with a token bucket that holds one second's worth. After the same number of refusals,
 * the session is to be disconnected.
 */
export class MessageRateLimiter {
	readonly #perSecond: number
	#tokens: number
	#atMs: number | undefined

	constructor({ perSecond }: { perSecond: number }) {
		this.#perSecond = perSecond
		this.#tokens = perSecond
	}

	/** Counts one call. */
	take(nowMs: number): Verdict {
		const lastMs = this.#atMs ?? nowMs
		// The clock may be set back.
		this.#atMs = Math.max(nowMs, lastMs)
		const refilled = ((this.#atMs - lastMs) * this.#perSecond) / 1000
		this.#tokens = Math.min(this.#perSecond, this.#tokens + refilled) - 1
		if (this.#tokens >= 0) return 'pass'
		return this.#tokens >= -this.#perSecond ? 'refuse' : 'disconnect'
	}
}
