import { z } from 'zod'
import { exactlyOne } from './exactly-one.ts'
import { addressWire, amountWire, feeWire, hexWire, timestampWire } from './primitives.ts'
import { errorItemWire } from './problem.ts'

/** Body of POST /construction/compose. */
export const composeWire = z.strictObject({
	type: z.literal('LimitOrder'),
	account: addressWire,
	sell: amountWire.strict(),
	buy: amountWire.strict(),
	fee: feeWire.strict(),
})
export type ComposeWire = z.infer<typeof composeWire>

/** Answer of POST /construction/compose. */
export const manifestWire = z.object({ manifest: z.string() })
export type ManifestWire = z.infer<typeof manifestWire>

/** Body of POST /construction/parse: exactly one of the three. */
export const parseOrderWire = exactlyOne(
	z.strictObject({
		manifest: z.string().optional(),
		subintent: hexWire.optional(),
		signed_partial_transaction: hexWire.optional(),
	}),
	['manifest', 'subintent', 'signed_partial_transaction'],
)
export type ParseOrderWire = z.infer<typeof parseOrderWire>

/** Answer of POST /construction/parse: the limit order at the top, and what would be refused. */
export const parsedOrderWire = z.object({
	sell: amountWire,
	buy: amountWire,
	account: addressWire,
	fee: feeWire,
	subintent_id: z.string().optional(),
	expires_at: timestampWire.optional(),
	violations: z.array(errorItemWire),
})
export type ParsedOrderWire = z.infer<typeof parsedOrderWire>

/** Body of POST /construction/create_subintent; the expiry is 45 s ahead when neither field says otherwise. Times in seconds. */
export const createSubintentWire = z
	.strictObject({
		manifest: z.string(),
		expires_in_seconds: z.number().int().positive().optional(),
		expires_at: timestampWire.optional(),
		intent_discriminator: z
			.string()
			.refine(text => /^\d{1,20}$/.test(text) && BigInt(text) < 2n ** 64n, 'a whole number of 64 bits as a string')
			.meta({ description: 'A whole number of 64 bits; random when absent.', pattern: '^[0-9]{1,20}$' })
			.optional(),
		message: z.string().optional(),
	})
	.refine(body => body.expires_in_seconds === undefined || body.expires_at === undefined, {
		path: ['expires_at'],
		error: 'only one of expires_in_seconds and expires_at',
	})
	.meta({ not: { required: ['expires_in_seconds', 'expires_at'] } })
export type CreateSubintentWire = z.infer<typeof createSubintentWire>

/** Answer of POST /construction/create_subintent: `subintent_hash` is the 32 bytes to sign. */
export const createdSubintentWire = z.object({
	subintent: hexWire,
	subintent_hash: hexWire,
	subintent_id: z.string(),
	expires_at: timestampWire,
})
export type CreatedSubintentWire = z.infer<typeof createdSubintentWire>

const curve = z
	.string()
	.regex(/^(ed25519|secp256k1)$/i, 'Ed25519 or Secp256k1')
	.meta({
		description: 'Ed25519 or Secp256k1, in any case.',
		pattern: '^([Ee][Dd]25519|[Ss][Ee][Cc][Pp]256[Kk]1)$',
	})
	.transform((text): 'Ed25519' | 'Secp256k1' => (text.toLowerCase() === 'ed25519' ? 'Ed25519' : 'Secp256k1'))

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

/** Answer of POST /construction/sign. */
export const signedWire = z.object({ signed_partial_transaction: hexWire, subintent_id: z.string() })
export type SignedWire = z.infer<typeof signedWire>
