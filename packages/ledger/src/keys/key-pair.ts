import { createPrivateKey, createPublicKey, hkdfSync, sign as signEd25519 } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { Curve, PublicKey, Signature } from '../codec.ts'

/**
 * A key pair that signs the ledger's 32-byte hashes. The private key is kept in a closure, so that printing or
 * serializing a key pair never shows it.
 */
export type KeyPair = PublicKey & {
	/** Signs a 32-byte hash given as hex. Secp256k1 signatures are recoverable, 65 bytes `v ‖ r ‖ s`, as the ledger reads them. */
	readonly sign: (hashHex: string) => Signature
}

/** A private key as stored in files and environments: 32 bytes of hex and its curve. */
export type PrivateKey = { readonly curve: Curve; readonly privateKeyHex: string }

/**
 * The key pair of a private key.
 * @throws Error if the key is not 32 bytes of hex, or not a valid scalar of its curve
 */
export function keyPairFromPrivateKey({ curve, privateKeyHex }: PrivateKey): KeyPair {
	const bytes = hexBytes(privateKeyHex, 32)
	return curve === 'Ed25519' ? ed25519KeyPair(bytes) : secp256k1KeyPair(bytes)
}

/**
 * Derives the key pair of a name from a seed, always the same one, by HKDF-SHA256. For the local network only, where
 * every start must have the same keys.
 */
export function deriveKeyPair(options: { seed: string; name: string; curve: Curve }): KeyPair {
	return keyPairFromPrivateKey(derivePrivateKey(options))
}

/** The private key behind {@link deriveKeyPair}, for the files that show the local network's play keys. */
export function derivePrivateKey({ seed, name, curve }: { seed: string; name: string; curve: Curve }): PrivateKey {
	const bytes = hkdfSync('sha256', seed, 'accord', `${curve}/${name}`, 32)
	return { curve, privateKeyHex: Buffer.from(bytes).toString('hex') }
}

const pkcs8Ed25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

function ed25519KeyPair(privateKey: Buffer): KeyPair {
	const key = createPrivateKey({ key: Buffer.concat([pkcs8Ed25519, privateKey]), format: 'der', type: 'pkcs8' })
	const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
	const publicKey = spki.subarray(-32).toString('hex')
	return {
		curve: 'Ed25519',
		publicKey,
		sign: hashHex => ({
			curve: 'Ed25519',
			publicKey,
			signature: signEd25519(null, hexBytes(hashHex, 32), key).toString('hex'),
		}),
	}
}

function secp256k1KeyPair(privateKey: Buffer): KeyPair {
	const publicKey = Buffer.from(secp256k1.getPublicKey(privateKey, true)).toString('hex')
	return {
		curve: 'Secp256k1',
		publicKey,
		sign: hashHex => {
			const signature = secp256k1.sign(hexBytes(hashHex, 32), privateKey, { prehash: false, format: 'recovered' })
			return { curve: 'Secp256k1', publicKey, signature: Buffer.from(signature).toString('hex') }
		},
	}
}

function hexBytes(hex: string, length: number): Buffer {
	const bytes = Buffer.from(hex, 'hex')
	if (bytes.length !== length || hex.length !== 2 * length)
		throw new Error(`expected ${length} bytes of hex, found ${hex.length} characters`)
	return bytes
}
