import { createPublicKey, verify } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { PublicKey, Signature } from '../codec.ts'

/**
 * Verifies a signature over a 32-byte hash (hex) and returns its public key, in lower case: the given key, or the one
 * recovered from a Secp256k1 signature (65 bytes `v ‖ r ‖ s`). Undefined if it is invalid, malformed, or by a different
 * key. Never throws.
 */
export function signerOf(signature: Signature, hashHex: string): PublicKey | undefined {
	const { curve } = signature
	try {
		const publicKey = curve === 'Ed25519' ? ed25519Signer(signature, hashHex) : secp256k1Signer(signature, hashHex)
		return publicKey === undefined ? undefined : { curve, publicKey }
	} catch {
		// The bytes are not a point on the curve, or there are too many of them.
		return undefined
	}
}

const spkiEd25519 = Buffer.from('302a300506032b6570032100', 'hex')

function ed25519Signer({ publicKey = '', signature }: Signature, hashHex: string): string | undefined {
	// OpenSSL ignores any bytes after the key.
	if (publicKey.length !== 64) return undefined
	const der = Buffer.concat([spkiEd25519, Buffer.from(publicKey, 'hex')])
	const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
	const isSigned = verify(null, Buffer.from(hashHex, 'hex'), key, Buffer.from(signature, 'hex'))
	return isSigned ? publicKey.toLowerCase() : undefined
}

function secp256k1Signer({ publicKey, signature }: Signature, hashHex: string): string | undefined {
	const recovered = secp256k1.recoverPublicKey(Buffer.from(signature, 'hex'), Buffer.from(hashHex, 'hex'), {
		prehash: false,
	})
	const found = Buffer.from(recovered).toString('hex')
	return publicKey === undefined || publicKey.toLowerCase() === found ? found : undefined
}
