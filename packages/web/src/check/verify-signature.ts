import type { PublicKey } from '@accord/codec'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { WrittenSignature } from './signed-bytes.ts'

/** The signer of a signature over a hash (hex); undefined if it is invalid. Never throws. */
export function signerOf({ curve, publicKey, signature }: WrittenSignature, hash: string): PublicKey | undefined {
	try {
		if (curve === 'Secp256k1') return { curve, publicKey: recoverKey(signature, hash) }
		if (publicKey === undefined) return undefined
		const isValid = ed25519.verify(hexToBytes(signature), hexToBytes(hash), hexToBytes(publicKey))
		return isValid ? { curve, publicKey } : undefined
	} catch {
		return undefined
	}
}

function recoverKey(signature: string, hash: string): string {
	return bytesToHex(secp256k1.recoverPublicKey(hexToBytes(signature), hexToBytes(hash), { prehash: false }))
}
