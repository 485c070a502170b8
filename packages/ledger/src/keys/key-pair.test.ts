import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { attachSignatures, type Curve, compileSubintent } from '../codec.ts'
import { deriveKeyPair, derivePrivateKey, keyPairFromPrivateKey } from './key-pair.ts'
import { isPlayKey, playSeed } from './play-keys.ts'

const curves: Curve[] = ['Ed25519', 'Secp256k1']

for (const curve of curves) {
	test(`${curve}: the ledger accepts a signature over the hash, and no other`, () => {
		const keyPair = deriveKeyPair({ seed: 'test', name: 'one', curve })
		const header = { networkId: 242, startEpoch: 1, endEpoch: 2, intentDiscriminator: '1' }
		const { subintent, subintentHash } = compileSubintent({ manifest: 'YIELD_TO_PARENT;', header })
		const attach = (hash: string) =>
			attachSignatures({ subintent, signatures: [keyPair.sign(hash)], children: [], networkId: 242 })
		const { signers } = attach(subintentHash)
		assert.deepEqual(signers, [{ curve, publicKey: keyPair.publicKey }])
		assert.throws(() => attach('00'.repeat(32)), { code: 'bad_signature' })
	})

	test(`${curve}: a name has the same key under the same seed, and another under another seed`, () => {
		const derive = (seed: string, name: string) => deriveKeyPair({ seed, name, curve }).publicKey
		assert.equal(derive('a', 'one'), derive('a', 'one'))
		assert.notEqual(derive('a', 'one'), derive('b', 'one'))
		assert.notEqual(derive('a', 'one'), derive('a', 'two'))
	})

	test(`${curve}: printing a key pair does not show the private key`, () => {
		const { privateKeyHex } = derivePrivateKey({ seed: 'test', name: 'one', curve })
		const keyPair = keyPairFromPrivateKey({ curve, privateKeyHex })
		assert.ok(!inspect(keyPair, { depth: 9, showHidden: true }).includes(privateKeyHex))
		assert.ok(!JSON.stringify(keyPair).includes(privateKeyHex))
	})
}

test('a key that is not 32 bytes of hex is refused', () => {
	for (const privateKeyHex of ['', '00', 'zz'.repeat(32), '00'.repeat(33)])
		assert.throws(() => keyPairFromPrivateKey({ curve: 'Ed25519', privateKeyHex }))
})

test('the play keys of the local network are recognized', () => {
	const { curve, publicKey } = deriveKeyPair({ seed: playSeed, name: 'service', curve: 'Ed25519' })
	assert.ok(isPlayKey({ curve, publicKey }))
	const other = deriveKeyPair({ seed: 'another seed', name: 'service', curve: 'Ed25519' })
	assert.ok(!isPlayKey({ curve: other.curve, publicKey: other.publicKey }))
})
