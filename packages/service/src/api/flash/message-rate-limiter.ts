/** The fate of a call: handled, refused, or its session is disconnected because too many calls were refused. */
export type Verdict = 'pass' | 'refuse' | 'disconnect'

/**
 * Limits calls with a token bucket that holds one second's worth. After refusals of as much again, sessions are to be
 * disconnected until the bucket has refilled a little.
 */
export class MessageRateLimiter {
	readonly #perSecond: number
	#tokens: number
	#atMs: number | undefined

	constructor({ perSecond }: { perSecond: number }) {
		this.#perSecond = perSecond
		this.#tokens = perSecond
	}

	/** Counts a call; one that costs more than a second's worth counts as that. A cost of 0 only asks. */
	take(nowMs: number, cost = 1): Verdict {
		const lastMs = this.#atMs ?? nowMs
		// The clock may be set back.
		this.#atMs = Math.max(nowMs, lastMs)
		const refilled = ((this.#atMs - lastMs) * this.#perSecond) / 1000
		const tokens = Math.min(this.#perSecond, this.#tokens + refilled) - Math.min(cost, this.#perSecond)
		this.#tokens = Math.max(-this.#perSecond, tokens)
		if (tokens >= 0) return 'pass'
		return tokens >= -this.#perSecond ? 'refuse' : 'disconnect'
	}
}
