import { createPrivateKey, createPublicKey, sign } from 'node:crypto'

/** The Ed25519 key of a participant of network.json: its public key, and a function that signs a hash, all in hex. */
export function keyOf({ private_key_hex }) {
	const pkcs8 = Buffer.from(`302e020100300506032b657004220420${private_key_hex}`, 'hex')
	const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
	const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
	const signHash = hash => ({
		curve: 'Ed25519',
		publicKey,
		signature: sign(null, Buffer.from(hash, 'hex'), key).toString('hex'),
	})
	return { publicKey, signHash }
}
