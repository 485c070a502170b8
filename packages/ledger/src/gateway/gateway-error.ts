/**
 * Why a call of the Gateway failed: it could not be reached or could not answer (`unavailable`; retry later), it refused
 * the transaction (`rejected`), it does not know the entity or transaction (`not_found`), or the request was wrong
 * (`bad_request`).
 */
export type GatewayErrorKind = 'unavailable' | 'rejected' | 'not_found' | 'bad_request'

type GatewayErrorOptions = {
	status?: number | undefined
	retryAfter?: string | undefined
	isLate?: boolean
	cause?: unknown
}

/** A failed call of the Gateway. `status` is the HTTP status, `retryAfter` is that header as sent, if present. */
export class GatewayError extends Error {
	override readonly name = 'GatewayError'
	readonly kind: GatewayErrorKind
	readonly status: number | undefined
	readonly retryAfter: string | undefined
	readonly #isLate: boolean

	constructor(kind: GatewayErrorKind, message: string, options: GatewayErrorOptions = {}) {
		super(message, { cause: options.cause })
		this.kind = kind
		this.status = options.status
		this.retryAfter = options.retryAfter
		this.#isLate = options.isLate ?? false
	}

	/** Whether a repeated call may succeed; false if the Gateway is overloaded. */
	get mayBeRetriedAtOnce(): boolean {
		return this.kind === 'unavailable' && !this.#isLate && this.status !== 429 && this.retryAfter === undefined
	}
}
