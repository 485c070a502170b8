import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { packItems, unpackItems } from './packed-items.ts'

const hex = (length: number) => randomBytes(length).toString('hex')

test('items are unpacked as they were packed, in a fraction of the bytes that they share with what they wrap', () => {
	for (const lengths of [[687, 689], [700], [1, 0, 20_000], [9_000, 12_000, 700, 700, 700]]) {
		const inner = lengths.map(hex)
		const items = inner.map(bytes => `${hex(40)}${bytes}${hex(200)}`)
		const packed = packItems(items, inner) ?? assert.fail('not packed')
		assert.deepEqual(unpackItems(Buffer.from(packed, 'hex'), inner), items)
	}
	const inner = [hex(687), hex(689)]
	const packed =
		packItems(
			inner.map(bytes => `${hex(100)}${bytes}`),
			inner,
		) ?? ''
	assert.ok(packed.length / 2 < 300, `${packed.length / 2} bytes`)
})

test('items that are too long stay unpacked', () => {
	assert.equal(packItems([hex(32_769)], [hex(10)]), undefined)
})
