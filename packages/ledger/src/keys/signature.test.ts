import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hash } from '../codec.ts'
import { deriveKeyPair } from './key-pair.ts'
import { signerOf } from './signature.ts'

const hashHex = hash('00')
const otherHashHex = hash('01')

for (const curve of ['Ed25519', 'Secp256k1'] as const) {
	describe(`signerOf (${curve})`, () => {
		const pair = deriveKeyPair({ seed: 'signer-of', name: 'one', curve })
		const other = deriveKeyPair({ seed: 'signer-of', name: 'two', curve })
		const signature = pair.sign(hashHex)
		const key = { curve, publicKey: pair.publicKey }

		it('returns the key that signed, in lower case', () => {
			assert.deepEqual(signerOf(signature, hashHex), key)
			const upper = { curve, publicKey: pair.publicKey.toUpperCase(), signature: signature.signature.toUpperCase() }
			assert.deepEqual(signerOf(upper, hashHex), key)
		})

		it('returns undefined for another hash or another key', () => {
			assert.equal(signerOf(signature, otherHashHex), undefined)
			assert.equal(signerOf({ ...signature, publicKey: other.publicKey }, hashHex), undefined)
		})

		it('returns undefined for a malformed signature or key', () => {
			const zeros = '00'.repeat(signature.signature.length / 2)
			for (const text of ['', '00', zeros, signature.signature.slice(2), `${signature.signature}00`]) {
				assert.equal(signerOf({ ...signature, signature: text }, hashHex), undefined, text)
			}
			for (const publicKey of ['', '00', `${pair.publicKey}00`]) {
				assert.equal(signerOf({ ...signature, publicKey }, hashHex), undefined, publicKey)
			}
		})
	})
}

describe('signerOf', () => {
	it('recovers the key of a Secp256k1 signature that does not name it', () => {
		const pair = deriveKeyPair({ seed: 'signer-of', name: 'one', curve: 'Secp256k1' })
		const { signature } = pair.sign(hashHex)
		assert.equal(signerOf({ curve: 'Secp256k1', signature }, hashHex)?.publicKey, pair.publicKey)
		assert.notEqual(signerOf({ curve: 'Secp256k1', signature }, otherHashHex)?.publicKey, pair.publicKey)
	})
})
