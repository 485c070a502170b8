import { type ErrorCode, TradeError } from '@accord/protocol'

const codes: Readonly<Record<string, ErrorCode>> = {
	bad_hex: 'invalid_hex',
	wrong_network: 'wrong_network',
	bad_address: 'invalid_address',
	bad_signature: 'invalid_signature',
	bad_amount: 'invalid_amount',
	bad_manifest: 'invalid_manifest',
	too_large: 'body_too_large',
}

/** How the ledger's static validation says it. */
const wrongSignature = /InvalidIntentSignature/

/**
 * What the ledger's library found wrong, as a refusal; `otherwise` for bytes that are no such thing or that the ledger
 * would not take. Anything that is not about the bytes comes back as it is: it is our own fault.
 */
export function refuseBytes(cause: unknown, otherwise: ErrorCode): unknown {
	if (!(cause instanceof Error) || !('code' in cause)) return cause
	const known = wrongSignature.test(cause.message) ? 'invalid_signature' : codes[String(cause.code)]
	const isAboutBytes = cause.code === 'bad_payload' || cause.code === 'invalid_transaction'
	if (known === undefined && !isAboutBytes) return cause
	const detail = cause.message.replace(/^[a-z_]+: /, '')
	return new TradeError(known ?? otherwise, detail, { cause })
}
