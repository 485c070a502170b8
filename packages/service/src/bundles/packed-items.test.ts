import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { bytesOf, packBundle, signedBytesOf, unpackBundle } from './packed-items.ts'
import { packingDictionary } from './packing-dictionary.ts'

const hex = (length: number) => randomBytes(length).toString('hex')

const record = '{"order":"subtxid_sim1…","at_ms":1}'

test('signed bytes, items and record are unpacked as they were packed, however long each is', () => {
	for (const lengths of [[687, 689], [700], [1, 0, 20_000], [9_000, 12_000, 700, 700, 700]]) {
		const inner = lengths.map(hex)
		const items = inner.map(bytes => `${hex(40)}${bytes}${hex(200)}`)
		for (const bundle of [
			{ inner, items, record: '' },
			{ inner, items, record },
		]) {
			const packed = packBundle(bundle) ?? assert.fail('not packed')
			assert.deepEqual(unpackBundle(Buffer.from(packed, 'hex')), bundle)
		}
	}
})

test('bytes that are too long stay unpacked', () => {
	assert.equal(packBundle({ inner: [hex(32_768)], items: [hex(32_769)], record: '' }), undefined)
})

test('a bundle that an earlier version packed is read with the signed bytes of its order and fills', () => {
	const rows = ['a', 'b'].map(id => ({ subintent_id: id, signed_partial_transaction: hex(700) }))
	const inner = new Map(rows.map(row => [row.subintent_id, row.signed_partial_transaction]))
	const items = [...inner.values()].map(bytes => `${hex(100)}${bytes}`)
	const measured = items.map(item => `${(item.length / 2).toString(16).padStart(8, '0')}${item}`).join('')
	const dictionary = Buffer.from([...inner.values()].join(''), 'hex')
	const packed = deflateRawSync(Buffer.from(measured, 'hex'), { dictionary })
	const bundle = { items: [], subintent_ids: ['a', 'b'], packed_items: packed, packed_bytes: null }
	assert.deepEqual(bytesOf(bundle, rows), { items, inner })
})

test('a bundle that was packed before the dictionary had a record is read', () => {
	const former = packingDictionary.subarray(packingDictionary.indexOf(Buffer.from('TSIOAyEC', 'base64')))
	assert.ok(former.length < packingDictionary.length)
	const [inner = '', item = ''] = [former.subarray(0, 600), former.subarray(600, 1_500)].map(one => one.toString('hex'))
	const measured = [inner, item].map(one => `${(one.length / 2).toString(16).padStart(8, '0')}${one}`).join('')
	const packed = deflateRawSync(Buffer.from(measured, 'hex'), { dictionary: former })
	assert.ok(packed.length < 150)
	assert.deepEqual(unpackBundle(packed), { inner: [inner], items: [item], record: '' })
})

test('an order’s signed bytes are read from its row, or from its bundle’s once they are packed', () => {
	const [order, fill] = [hex(687), hex(689)]
	const packed = packBundle({ inner: [order, fill], items: [hex(900), hex(901)], record }) ?? assert.fail('not packed')
	const bundle = { packed_bytes: Buffer.from(packed, 'hex'), subintent_ids: ['a', 'b'] }
	const row = { subintent_id: 'a', signed_partial_transaction: order }
	assert.equal(signedBytesOf({ ...row, packed_bytes: null, subintent_ids: null }), order)
	assert.equal(signedBytesOf({ ...row, ...bundle }), order)
	assert.equal(signedBytesOf({ ...row, ...bundle, signed_partial_transaction: '' }), order)
})
