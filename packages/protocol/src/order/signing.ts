import * as z from '#schema'
import { hexWire } from '../fields.ts'
import { Field, list, message, type Rules, request, type ValueOf } from '../message.ts'
import { exactlyOne } from '../rules.ts'

/** The curve of a key or a signature. */
export type Curve = 'Ed25519' | 'Secp256k1'

const curveNames = '"Ed25519" or "Secp256k1"'
const curveText = z.string(curveNames).regex(/^(ed25519|secp256k1)$/i, curveNames)
/** In upper or lower case on the wire. */
const curve = new Field({
	schema: curveText.transform((text): Curve => (text.toLowerCase() === 'ed25519' ? 'Ed25519' : 'Secp256k1')),
	show: () =>
		curveText.meta({
			description: 'Ed25519 or Secp256k1, in any case.',
			pattern: '^([Ee][Dd]25519|[Ss][Ee][Cc][Pp]256[Kk]1)$',
		}),
	format: (name: Curve): string => name,
})

/** The members of every signature. @internal */
export const signatureMembers = { curve, publicKey: hexWire.optional(), signature: hexWire }

const ed25519 = { curve: { pattern: '^[Ee][Dd]25519$' } }
const secp256k1 = { curve: { pattern: '^[Ss][Ee][Cc][Pp]256[Kk]1$' } }

/** A Secp256k1 signature is recoverable, an Ed25519 one needs its key. @internal */
export const hasKey: Rules = members =>
	members
		.refine(({ curve, public_key }) => curve === 'Secp256k1' || public_key !== undefined, {
			path: ['public_key'],
			error: 'the public key, which an Ed25519 signature does not carry',
		})
		.meta({ anyOf: [{ required: ['public_key'], properties: ed25519 }, { properties: secp256k1 }] })

/**
 * One signature over a subintent's hash, in hex. The key may be absent for Secp256k1, because such a signature is
 * recoverable.
 */
export type SubintentSignature = ValueOf<typeof SubintentSignature>
export const SubintentSignature = request(signatureMembers, hasKey)

/** A subintent and the signatures to put on it. */
export type SigningRequest = ValueOf<typeof SigningRequest>
/** Body of POST /construction/sign: one signature, or several. */
export const SigningRequest = request(
	{
		subintent: hexWire,
		signature: SubintentSignature.optional(),
		signatures: list(SubintentSignature, { min: 1, max: 16 }).optional(),
	},
	exactlyOne('signature', 'signatures'),
).as({
	parse: ({ subintent, signature, signatures = signature === undefined ? [] : [signature] }) => {
		return { subintent, signatures }
	},
	format: signing => signing,
})

/** A signed subintent, ready to submit, in hex. */
export type SignedSubintent = ValueOf<typeof SignedSubintent>
/** Answer of POST /construction/sign. */
export const SignedSubintent = message({ signedPartialTransaction: hexWire, subintentId: z.string() })
