/** The state of a client's limit after a request: after `resetS` seconds it may send `limit` requests again. */
export type RateState = {
	readonly limit: number
	readonly remaining: number
	readonly resetS: number
	readonly isExceeded: boolean
}

type Window = { count: number; endsAtMs: number }

const windowMs = 60_000
const clientsMax = 50_000

/** Counts each client's requests by the minute. It remembers a limited number of clients and forgets the oldest first. */
export class RateLimiter {
	readonly #perMinute: number
	readonly #windows = new Map<string, Window>()

	constructor({ perMinute }: { perMinute: number }) {
		this.#perMinute = perMinute
	}

	/** Counts one request of a client. */
	take(client: string, nowMs: number): RateState {
		return this.#count(this.#windowOf(client, nowMs), nowMs)
	}

	/** Counts a request of a client within its limit; undefined, uncounted, for one beyond it. */
	takeUnlessSpent(client: string, nowMs: number): RateState | undefined {
		const window = this.#windowOf(client, nowMs)
		return window.count < this.#perMinute ? this.#count(window, nowMs) : undefined
	}

	#count(window: Window, nowMs: number): RateState {
		window.count += 1
		return {
			limit: this.#perMinute,
			remaining: Math.max(0, this.#perMinute - window.count),
			resetS: Math.ceil((window.endsAtMs - nowMs) / 1000),
			isExceeded: window.count > this.#perMinute,
		}
	}

	#windowOf(client: string, nowMs: number): Window {
		const open = this.#windows.get(client)
		if (open !== undefined && open.endsAtMs > nowMs) return open
		const window = { count: 0, endsAtMs: nowMs + windowMs }
		// Deleted first, so that the map stays in the order of the windows' ends.
		this.#windows.delete(client)
		this.#windows.set(client, window)
		if (this.#windows.size > clientsMax) this.#forgetFirst()
		return window
	}

	#forgetFirst(): void {
		const [first] = this.#windows.keys()
		if (first !== undefined) this.#windows.delete(first)
	}
}
