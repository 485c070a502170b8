import type { CreatedSubintentWire, CreateSubintentWire, SignWire } from '@accord/protocol'

/** A manifest to compile; it expires so many seconds from now (45 when nothing is said) or at a time in seconds. */
export type SubintentRequest = {
	manifest: string
	expiresInSeconds?: number
	expiresAtS?: number
	/** A whole number of 64 bits; random when absent. */
	intentDiscriminator?: string
	message?: string
}

/** An unsigned subintent as the service made it. `subintentHash` is what a key signs; compute it yourself before you do. */
export type CreatedSubintent = { subintent: string; subintentHash: string; subintentId: string; expiresAtS: number }

/** One signature over a subintent's hash, in hex. */
export type SubintentSignature = { curve: 'Ed25519' | 'Secp256k1'; publicKey?: string; signature: string }

/** The body of POST /construction/create_subintent. */
export function formatSubintentRequest(request: SubintentRequest): CreateSubintentWire {
	const { manifest, expiresInSeconds, expiresAtS, intentDiscriminator, message } = request
	return {
		manifest,
		...(expiresInSeconds === undefined ? {} : { expires_in_seconds: expiresInSeconds }),
		...(expiresAtS === undefined ? {} : { expires_at: expiresAtS }),
		...(intentDiscriminator === undefined ? {} : { intent_discriminator: intentDiscriminator }),
		...(message === undefined ? {} : { message }),
	}
}

/** Reads its answer. */
export function parseCreatedSubintent(wire: CreatedSubintentWire): CreatedSubintent {
	const { subintent, subintent_hash: subintentHash, subintent_id: subintentId, expires_at: expiresAtS } = wire
	return { subintent, subintentHash, subintentId, expiresAtS }
}

/** The body of POST /construction/sign. */
export function formatSigning(request: { subintent: string; signatures: readonly SubintentSignature[] }): SignWire {
	const signatures = request.signatures.map(({ curve, publicKey, signature }) => ({
		curve,
		...(publicKey === undefined ? {} : { public_key: publicKey }),
		signature,
	}))
	return { subintent: request.subintent, signatures }
}
