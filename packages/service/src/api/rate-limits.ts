import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type Clock, TradeError } from '@accord/protocol'
import { apiKeyOf } from './api-key.ts'
import { clientAddress, type Sender, type TrustProxy } from './client-address.ts'
import { takesKey } from './keyed-paths.ts'
import { RateLimiter, type RateState } from './rate-limiter.ts'

/** Who asks for what. */
export type CountedRequest = { readonly ip: string; readonly path: string; readonly headers: IncomingHttpHeaders }

type RateLimitsDeps = {
	readonly clock: Clock
	readonly limits: { readonly requestsPerMinute: number; readonly requestsPerMinutePerKey: number }
	readonly isTrustedProxy?: TrustProxy
}

/** The limits of requests, per address and, where a key is taken, per key, whether that is a valid one or not. */
export class RateLimits {
	readonly #clock: Clock
	readonly #isTrustedProxy: TrustProxy | undefined
	readonly #perAddress: RateLimiter
	readonly #perKey: RateLimiter

	constructor({ clock, limits, isTrustedProxy }: RateLimitsDeps) {
		this.#clock = clock
		this.#isTrustedProxy = isTrustedProxy
		this.#perAddress = new RateLimiter({ perMinute: limits.requestsPerMinute })
		this.#perKey = new RateLimiter({ perMinute: limits.requestsPerMinutePerKey })
	}

	/** Counts a request; gives how the narrower of its limits stands. */
	count({ ip, path, headers }: CountedRequest): RateState {
		const nowMs = this.#clock.nowMs()
		const byAddress = this.#perAddress.take(this.#addressOf({ ip, headers }), nowMs)
		const apiKey = takesKey(path) ? apiKeyOf(headers) : undefined
		if (apiKey === undefined || byAddress.isExceeded) return byAddress
		const byKey = this.#perKey.take(createHash('sha256').update(apiKey).digest('base64'), nowMs)
		return byKey.isExceeded || byKey.remaining < byAddress.remaining ? byKey : byAddress
	}

	/** Counts a request that takes no key and is within the limit. One beyond it is left to {@link count}, with its refusal. */
	countUnlessSpent(sender: Sender): RateState | undefined {
		return this.#perAddress.takeUnlessSpent(this.#addressOf(sender), this.#clock.nowMs())
	}

	#addressOf(sender: Sender): string {
		return clientAddress(sender, this.#isTrustedProxy)
	}
}

/** The headers that tell a client how it stands. */
export function rateHeaders({ limit, remaining, resetS }: RateState): Record<string, string> {
	return {
		'ratelimit-limit': String(limit),
		'ratelimit-remaining': String(remaining),
		'ratelimit-reset': String(resetS),
	}
}

/** Refuses a request beyond the limit. @throws TradeError `rate_limited` */
export function requireWithinRate({ limit, resetS, isExceeded }: RateState): void {
	if (!isExceeded) return
	const extra = { retry_after_s: Math.max(1, resetS) }
	throw new TradeError('rate_limited', `at most ${limit} requests a minute`, { extra })
}
