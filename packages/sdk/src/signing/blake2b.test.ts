import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { blake2b256 } from './blake2b.ts'

test('the hash of every length around a block is the one of another implementation', () => {
	for (const length of [0, 1, 7, 8, 63, 64, 127, 128, 129, 255, 256, 257, 1_000])
		for (const character of ['a', 'ÿ', '💶']) {
			const text = character.repeat(length)
			assert.equal(blake2b256(text), bytesToHex(blake2b(utf8ToBytes(text), { dkLen: 32 })), `${length} ${character}`)
		}
})

test('the empty text', () => {
	assert.equal(blake2b256(''), '0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8')
})
