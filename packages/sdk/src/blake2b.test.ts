import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { blake2b, toHex } from './blake2b.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

test('the 64-byte digest is that of OpenSSL for every length around a block', () => {
	for (const length of [0, 1, 63, 64, 127, 128, 129, 255, 256, 257, 1000]) {
		const message = Uint8Array.from({ length }, (_, at) => (at * 7 + length) & 0xff)
		const expected = createHash('blake2b512').update(message).digest('hex')
		assert.equal(toHex(blake2b(message, 64)), expected, `${length} bytes`)
	}
})

test('the 32-byte digest is that of the published vectors', () => {
	assert.equal(toHex(blake2b(utf8(''), 32)), '0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8')
	assert.equal(toHex(blake2b(utf8('abc'), 32)), 'bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319')
})
