/**
 * Why a call of the Gateway failed: it could not be reached or could not answer (`unavailable`; retry later), it refused
 * the transaction (`rejected`), it knows no such entity or transaction (`not_found`), or the request was wrong
 * (`bad_request`).
 */
export type GatewayErrorKind = 'unavailable' | 'rejected' | 'not_found' | 'bad_request'

/** A failed call of the Gateway. `status` is the HTTP status, if there was one. */
export class GatewayError extends Error {
	override readonly name = 'GatewayError'
	readonly kind: GatewayErrorKind
	readonly status: number | undefined

	constructor(kind: GatewayErrorKind, message: string, options: { status?: number | undefined; cause?: unknown } = {}) {
		super(message, { cause: options.cause })
		this.kind = kind
		this.status = options.status
	}
}
