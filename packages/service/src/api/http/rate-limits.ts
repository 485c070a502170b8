import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type Clock, TradeError } from '@accord/protocol'
import { RateLimiter, type RateState } from '../../queues/rate-limiter.ts'
import { apiKeyOf } from './api-key.ts'
import { clientAddress, type Sender, senderAddress, type TrustProxy } from './client-address.ts'
import { type ConnectionLimits, tooManyOpen } from './connection-limits.ts'
import { type Held, Places } from './places.ts'
import { takesKey } from './request-path.ts'

/** How a request is counted. */
export type CountedRequest = {
	readonly ip: string
	readonly path: string
	readonly headers: IncomingHttpHeaders
	/** How many requests it counts as; 1 when absent. */
	readonly cost?: number | undefined
}

export type RequestLimits = Pick<ConnectionLimits, 'connectionsPerAddress'> & {
	readonly requestsPerMinute: number
	readonly requestsPerMinutePerKey: number
}

type RateLimitsDeps = {
	readonly clock: Clock
	readonly limits: RequestLimits
	readonly isTrustedProxy?: TrustProxy
}

/** Each time as many bytes of an answer count as one more request. */
export const answerBytesPerRequest = 16_384

/** Used shares of a limit, 0 to 1. */
export type AddressShares = { readonly requests: number; readonly connections: number }

/**
 * Limits requests per address and, where a key is required, per key, valid or not. It also limits how many requests and
 * sockets of an address are open at the same time, which a proxy's own connections do not show.
 */
export class RateLimits {
	readonly #clock: Clock
	readonly #isTrustedProxy: TrustProxy | undefined
	readonly #perAddress: RateLimiter
	readonly #perKey: RateLimiter
	readonly #open: Places
	readonly #limits: RequestLimits

	constructor({ clock, limits, isTrustedProxy }: RateLimitsDeps) {
		this.#clock = clock
		this.#isTrustedProxy = isTrustedProxy
		this.#perAddress = new RateLimiter({ perMinute: limits.requestsPerMinute })
		this.#perKey = new RateLimiter({ perMinute: limits.requestsPerMinutePerKey })
		this.#open = new Places({ perHolder: limits.connectionsPerAddress })
		this.#limits = limits
	}

	/** Counts a request; returns the state of the limit that is closest to being reached. */
	count({ ip, path, headers, cost }: CountedRequest): RateState {
		const nowMs = this.#clock.nowMs()
		const byAddress = this.#perAddress.take(this.addressOf({ ip, headers }), nowMs, cost)
		const apiKey = takesKey(path) ? apiKeyOf(headers) : undefined
		if (apiKey === undefined || byAddress.isExceeded) return byAddress
		const byKey = this.#perKey.take(createHash('sha256').update(apiKey).digest('base64'), nowMs, cost)
		return byKey.isExceeded || byKey.remaining < byAddress.remaining ? byKey : byAddress
	}

	/** Counts the size of an answer as further requests; returns the state of the address's limit. */
	weigh({ ip, headers }: Sender, bytes: number): RateState | undefined {
		const cost = Math.floor(bytes / answerBytesPerRequest)
		if (cost === 0) return undefined
		const address = this.addressOf({ ip, headers })
		const nowMs = this.#clock.nowMs()
		this.#perAddress.spend(address, nowMs, cost)
		return this.#perAddress.take(address, nowMs, 0)
	}

	/**
	 * Counts a request that needs no key if it is within the limit; undefined leaves a request beyond it to {@link count}.
	 */
	countUnlessSpent(sender: Sender): RateState | undefined {
		return this.#perAddress.takeUnlessSpent(this.addressOf(sender), this.#clock.nowMs())
	}

	/** Holds one of the sender's places until the request or socket has closed; returns the error if no place is left. */
	hold(sender: Sender, held: Held): TradeError | undefined {
		return this.#open.take(this.addressOf(sender), held) ? undefined : tooManyOpen(this.#limits)
	}

	/**
	 * The largest share of its limits that any address uses: of its request rate, and of its open requests and sockets.
	 */
	busiestAddress(): AddressShares {
		return {
			requests: this.#perAddress.mostSpent(this.#clock.nowMs()),
			connections: this.#open.most / this.#limits.connectionsPerAddress,
		}
	}

	/** The sender's own address, to which keys may be bound. */
	senderOf(sender: Sender): string {
		return senderAddress(sender, this.#isTrustedProxy)
	}

	/** The address by which limits count the sender. */
	addressOf(sender: Sender): string {
		return clientAddress(sender, this.#isTrustedProxy)
	}
}

/** The headers that report the state of a limit to its client. */
export function rateHeaders({ limit, remaining, resetS }: RateState): Record<string, string> {
	return {
		'ratelimit-limit': String(limit),
		'ratelimit-remaining': String(remaining),
		'ratelimit-reset': String(resetS),
	}
}

/** The `rate_limited` error for a request beyond the limit; undefined for one within it. */
export function rateRefusal({ limit, resetS, isExceeded }: RateState): TradeError | undefined {
	if (!isExceeded) return undefined
	const extra = { retry_after_s: Math.max(1, resetS) }
	return new TradeError('rate_limited', `at most ${limit} requests a minute, spread evenly`, { extra })
}
