import * as z from 'zod'
import { hexWire } from '../fields.ts'
import type { Curve, SignedSubintent, SigningRequest, SubintentSignature } from '../order/subintent.ts'
import { exactlyOne } from './exactly-one.ts'
import { omitUndefined } from './omit-undefined.ts'

const curve = z
	.string()
	.regex(/^(ed25519|secp256k1)$/i, 'Ed25519 or Secp256k1')
	.meta({
		description: 'Ed25519 or Secp256k1, in any case.',
		pattern: '^([Ee][Dd]25519|[Ss][Ee][Cc][Pp]256[Kk]1)$',
	})
	.transform((text): Curve => (text.toLowerCase() === 'ed25519' ? 'Ed25519' : 'Secp256k1'))

/** The fields of every signature. @internal */
export const signatureFields = { curve, public_key: hexWire.optional(), signature: hexWire }

/** A Secp256k1 signature is recoverable, an Ed25519 one needs its key. @internal */
export const signatureHasKey: [
	(signature: { curve: string; public_key?: string | undefined }) => boolean,
	{ path: string[]; error: string },
] = [
	({ curve, public_key }) => curve === 'Secp256k1' || public_key !== undefined,
	{ path: ['public_key'], error: 'the public key, which an Ed25519 signature does not carry' },
]

/** The same for those who read it as JSON Schema. @internal */
export const signatureHasKeyMeta = {
	anyOf: [{ required: ['public_key'] }, { properties: { curve: { pattern: '^[Ss]' } } }],
}

/** A signature over a subintent's hash; a Secp256k1 one is recoverable, so that its key may be absent. */
export const signatureWire = z
	.strictObject(signatureFields)
	.refine(...signatureHasKey)
	.meta(signatureHasKeyMeta)
/** As read: the curve is in its one spelling. */
export type SignatureWire = z.infer<typeof signatureWire>

/** Reads a signature. @internal */
export function parseSignature({ curve, public_key, signature }: SignatureWire): SubintentSignature {
	return omitUndefined({ curve, publicKey: public_key, signature })
}

/** The wire's signature. @internal */
export function formatSignature({ curve, publicKey, signature }: SubintentSignature): SignatureWire {
	return omitUndefined({ curve, public_key: publicKey, signature })
}

/** Body of POST /construction/sign: one signature, or several. */
export const signWire = exactlyOne(
	z.strictObject({
		subintent: hexWire,
		signature: signatureWire.optional(),
		signatures: z.array(signatureWire).min(1).max(16).optional(),
	}),
	['signature', 'signatures'],
)
/** As it is sent; the service reads `z.infer` of the schema, with the curve in its one spelling. */
export type SignWire = z.input<typeof signWire>

/** Reads the body of POST /construction/sign. */
export function parseSigningRequest(wire: z.output<typeof signWire>): SigningRequest {
	const signatures = wire.signatures ?? (wire.signature === undefined ? [] : [wire.signature])
	return { subintent: wire.subintent, signatures: signatures.map(parseSignature) }
}

/** The body of POST /construction/sign. */
export function formatSigningRequest({ subintent, signatures }: SigningRequest): SignWire {
	return { subintent, signatures: signatures.map(formatSignature) }
}

/** Answer of POST /construction/sign. */
export const signedWire = z.object({ signed_partial_transaction: hexWire, subintent_id: z.string() })
export type SignedWire = z.infer<typeof signedWire>

/** Reads the answer of POST /construction/sign. */
export function parseSignedSubintent(wire: SignedWire): SignedSubintent {
	return { signedPartialTransaction: wire.signed_partial_transaction, subintentId: wire.subintent_id }
}

/** The answer of POST /construction/sign. */
export function formatSignedSubintent({ signedPartialTransaction, subintentId }: SignedSubintent): SignedWire {
	return { signed_partial_transaction: signedPartialTransaction, subintent_id: subintentId }
}
