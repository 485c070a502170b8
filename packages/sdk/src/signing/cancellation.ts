import { type CancelOrderWire, cancelMessage } from '@accord/protocol'
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** What is signed to cancel an order. */
export type CancellationToSign = {
	subintentId: string
	/** The text, `accord:cancel:<subintent id>`. */
	message: string
	/** Its BLAKE2b-256 hash in hex: what a key signs, or what a wallet is given as challenge for a proof of ownership. */
	hash: string
}

/** A signature by a key that signed the order. `rola` says for whom a wallet made it as proof of ownership. */
export type CancellationSignature = {
	/** `curve25519`, as wallets call it, is taken for Ed25519. */
	curve: 'Ed25519' | 'Secp256k1' | 'curve25519' | 'secp256k1'
	publicKey?: string
	signature: string
	rola?: { dappDefinitionAddress: string; origin: string }
}

/** Signs, or throws to leave the order as it is. */
export type SignCancellation = (toSign: CancellationToSign) => CancellationSignature | Promise<CancellationSignature>

/** What must be signed to cancel an order. */
export function cancellationOf(subintentId: string): CancellationToSign {
	const message = cancelMessage(subintentId)
	return { subintentId, message, hash: bytesToHex(blake2b(utf8ToBytes(message), { dkLen: 32 })) }
}

/** The body of DELETE /trade/orders/:subintent_id. */
export function formatCancellation({ curve, publicKey, signature, rola }: CancellationSignature): CancelOrderWire {
	return {
		curve: curve === 'curve25519' ? 'Ed25519' : curve,
		...(publicKey === undefined ? {} : { public_key: publicKey }),
		signature,
		...(rola === undefined
			? {}
			: { rola: { dapp_definition_address: rola.dappDefinitionAddress, origin: rola.origin } }),
	}
}
