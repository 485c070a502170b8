/** The state of a client's limit after a request. */
export type RateState = {
	/** Requests per minute. */
	readonly limit: number
	/** How many requests the client may send now without a pause. */
	readonly remaining: number
	/** Seconds until it has its full burst again; for a refused request, until that request would be accepted. */
	readonly resetS: number
	readonly isExceeded: boolean
}

/**
 * Counted in fractions of a token, so that every number is whole: each millisecond, a bucket gains as many of them as
 * the limit allows requests per minute.
 */
type Bucket = { parts: number; atMs: number }

const minuteMs = 60_000
const burstMs = 10_000
const burstMin = 60
const clientsMax = 50_000

/**
 * Limits each client's requests by a token bucket. It fills steadily with a minute's number of requests, and holds ten
 * seconds' worth or 60, so that no one can send a minute's requests in one burst. It remembers a limited number of
 * clients and forgets the oldest first.
 */
export class RateLimiter {
	readonly #perMinute: number
	/** Counted in fractions of a token. */
	readonly #capacity: number
	/** Clients in the order in which they were first seen. */
	readonly #buckets = new Map<string, Bucket>()

	constructor({ perMinute }: { perMinute: number }) {
		this.#perMinute = perMinute
		this.#capacity = Math.min(perMinute, Math.max(burstMin, Math.ceil((perMinute * burstMs) / minuteMs))) * minuteMs
	}

	/** Counts a client's request as `cost` requests. A refused request costs nothing. */
	take(client: string, nowMs: number, cost = 1): RateState {
		const bucket = this.#bucketOf(client, nowMs)
		// One request is always possible, however low the limit.
		const needed = Math.min(cost * minuteMs, this.#capacity)
		const isExceeded = bucket.parts < needed
		if (!isExceeded) bucket.parts -= needed
		const missing = (isExceeded ? needed : this.#capacity) - bucket.parts
		return {
			limit: this.#perMinute,
			remaining: isExceeded ? 0 : Math.floor(bucket.parts / minuteMs),
			resetS: Math.ceil(missing / (this.#perMinute * 1000)),
			isExceeded,
		}
	}

	/** Counts work for a client that is known only once it is done: later requests are refused until it is paid off. */
	spend(client: string, nowMs: number, cost: number): void {
		const bucket = this.#bucketOf(client, nowMs)
		bucket.parts = Math.max(-this.#capacity, bucket.parts - cost * minuteMs)
	}

	/** Counts a client's request within its limit; undefined if it exceeds the limit. */
	takeUnlessSpent(client: string, nowMs: number): RateState | undefined {
		const state = this.take(client, nowMs)
		return state.isExceeded ? undefined : state
	}

	/** The largest fraction of its burst that any client has spent, 0 to 1. */
	mostSpent(nowMs: number): number {
		let least = this.#capacity
		for (const { parts, atMs } of this.#buckets.values())
			least = Math.min(least, parts + Math.max(0, nowMs - atMs) * this.#perMinute)
		return 1 - Math.max(0, least) / this.#capacity
	}

	#bucketOf(client: string, nowMs: number): Bucket {
		const known = this.#buckets.get(client)
		if (known === undefined) return this.#add(client, nowMs)
		const gained = Math.max(0, nowMs - known.atMs) * this.#perMinute
		known.parts = Math.min(this.#capacity, known.parts + gained)
		known.atMs = nowMs
		return known
	}

	#add(client: string, nowMs: number): Bucket {
		const bucket = { parts: this.#capacity, atMs: nowMs }
		this.#buckets.set(client, bucket)
		if (this.#buckets.size > clientsMax) this.#forgetFirst()
		return bucket
	}

	#forgetFirst(): void {
		const [first] = this.#buckets.keys()
		if (first !== undefined) this.#buckets.delete(first)
	}
}
