import { UnsignableError } from '@accord/protocol'
import type { Changed } from './known-terms.ts'

/** The service asked for a signature on something other than what this page shows. No part of it may be signed. */
export class CaughtError extends Error {
	override readonly name = 'CaughtError'
	/** What the service sent: a manifest, or bytes in hex. */
	readonly evidence: string

	constructor(message: string, evidence: string) {
		super(message)
		this.evidence = evidence
	}
}

/** A token or the service's key differs from what it was when this browser first traded here. The user may know why. */
export class ChangedError extends CaughtError {
	constructor({ what, was, is }: Changed) {
		super(`${what} was ${was} when you first traded here, and is ${is} now`, `${what}: ${is}, not ${was}`)
	}
}

/** Returns the result of `check`. @throws CaughtError with the evidence, if the order must not be signed */
export function catching<T>(evidence: () => string, check: () => T): T {
	const caught = (error: unknown): unknown => {
		return error instanceof UnsignableError || isCodecError(error) ? new CaughtError(error.message, evidence()) : error
	}
	try {
		const result = check()
		if (!(result instanceof Promise)) return result
		return result.catch(error => Promise.reject(caught(error))) as T
	} catch (error) {
		throw caught(error)
	}
}

/**
 * Bytes or text that cannot be read are not an order either. The codec's error class is not available before the codec
 * is loaded.
 */
function isCodecError(error: unknown): error is Error {
	return error instanceof Error && error.name === 'CodecError'
}
