import { GatewayError } from '@accord/ledger'
import type { Clock } from '@accord/protocol'

/** Used if there is no Retry-After. */
const shortestMs = 1_000
/** A Gateway that asks for a longer wait is called again after this long. */
const longestMs = 300_000

/** Keeps the service from calling a Gateway that has asked it to wait, with status 429 or a Retry-After. */
export class RetryAfter {
	readonly #clock: Pick<Clock, 'nowMs'>
	#untilMs = Number.NEGATIVE_INFINITY

	constructor(clock: Pick<Clock, 'nowMs'>) {
		this.#clock = clock
	}

	/** @throws GatewayError `unavailable`, with the seconds left, while the Gateway must not be called */
	requirePassed(): void {
		if (this.#clock.nowMs() < this.#untilMs) throw this.#error()
	}

	/** Records why a call failed; returns the error for its caller. */
	note(error: unknown): unknown {
		if (!(error instanceof GatewayError) || (error.status !== 429 && error.retryAfter === undefined)) return error
		this.#untilMs = Math.max(this.#untilMs, this.#clock.nowMs() + this.#waitMs(error.retryAfter))
		return this.#error(error)
	}

	/** The header contains seconds or a date. */
	#waitMs(header = ''): number {
		const asked = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - this.#clock.nowMs()
		return Number.isNaN(asked) ? shortestMs : Math.min(Math.max(asked, shortestMs), longestMs)
	}

	#error(cause?: GatewayError): GatewayError {
		const leftS = Math.max(1, Math.ceil((this.#untilMs - this.#clock.nowMs()) / 1000))
		const message = `the Gateway asked for no calls for ${leftS} s`
		return new GatewayError('unavailable', message, { retryAfter: String(leftS), cause })
	}
}
