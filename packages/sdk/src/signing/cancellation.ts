import {
	type Cancellation,
	type CancellationSignature,
	type Curve,
	cancelMessage,
	type Form,
	requireArguments,
	textForm,
} from '@accord/protocol'
import { blake2b256 } from './blake2b.ts'

/** The text that is signed to cancel an order. */
export type CancellationToSign = {
	readonly subintentId: string
	/** The text, `accord:cancel:<subintent id>`. */
	readonly message: string
	/** Its BLAKE2b-256 hash in hex: a key signs it, or it is the challenge of a wallet's proof of ownership. */
	readonly hash: string
}

/** A signature as keys and wallets return it: a wallet calls Ed25519 `curve25519`. */
export type WalletSignature = Omit<CancellationSignature, 'curve'> & {
	readonly curve: Curve | 'curve25519' | 'secp256k1'
}

/** What a signature must be to be read at all. */
export const signatureForm: Form = {
	members: {
		curve: textForm('"Ed25519" or "Secp256k1"'),
		'publicKey?': textForm('hexadecimal text'),
		signature: textForm('hexadecimal text'),
	},
}

type SignedCancellation = WalletSignature | readonly WalletSignature[]

/**
 * Signs with the account's key, or throws to leave the order unchanged. If the account is not secured by its own key
 * alone, returns the signatures of all keys that signed the order.
 */
export type SignCancellation = (toSign: CancellationToSign) => SignedCancellation | Promise<SignedCancellation>

/** What must be signed to cancel an order. */
export function cancellationOf(subintentId: string): CancellationToSign {
	const message = cancelMessage(subintentId)
	return { subintentId, message, hash: blake2b256(message) }
}

/** The signatures with their curves spelled as in the API. @throws Error if there are none */
export function toCancellation(signed: SignedCancellation): Cancellation {
	const signatures = [signed].flat()
	requireArguments('cancelOrder', { signatures: { items: signatureForm } }, { signatures })
	const [first, ...coSignatures] = signatures.map(spellCurve)
	if (first === undefined) throw new Error('a cancellation needs a signature')
	return coSignatures.length === 0 ? first : { ...first, coSignatures }
}

function spellCurve({ curve, ...signature }: WalletSignature): CancellationSignature {
	return { ...signature, curve: curve === 'Ed25519' || curve === 'curve25519' ? 'Ed25519' : 'Secp256k1' }
}
