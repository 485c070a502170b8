import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { loadCodec } from '@accord/codec'
import { checkSignedSubintent } from './check-subintent.ts'

type Signed = {
	label: string
	accepted: boolean
	manifest: string
	subintent_id: string
	signed_partial_transaction: string
	keys: { curve: string; publicKey: string }[]
}

const file = new URL('../../../../docs/vectors.json', import.meta.url)
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: Signed[] }
const codec = await loadCodec()
const byCurve = (curve: string) => {
	const found = vectors.find(({ accepted, keys }) => accepted && keys.length === 1 && keys[0]?.curve === curve)
	assert(found !== undefined)
	return found
}
const signed = byCurve('Ed25519')

function check(
	{ signed_partial_transaction: bytes, subintent_id: subintentId }: Signed,
	change = (hex: string) => hex,
) {
	const manifest = codec.decompileSubintent(bytes, 242)
	const claimed = { subintentId, manifest, signedPartialTransaction: change(bytes) }
	return checkSignedSubintent(codec, claimed, 242)
}

const failing = ({ checks }: ReturnType<typeof check>) =>
	checks.filter(({ outcome }) => outcome === 'fails').map(({ title }) => title)

/** The same bytes with one bit of one byte changed. */
const flipped = (at: number) => (hex: string) => {
	const byte = Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16) ^ 1
	return hex.slice(0, 2 * at) + byte.toString(16).padStart(2, '0') + hex.slice(2 * at + 2)
}

test('every check of a signed intent passes, and the signer is named, on both curves', () => {
	for (const vector of [signed, byCurve('Secp256k1')]) {
		const checked = check(vector)
		assert.deepEqual(failing(checked), [], vector.label)
		const [key] = vector.keys
		assert.deepEqual(
			checked.signatures.map(({ signer }) => signer),
			[{ curve: key?.curve, publicKey: key?.publicKey }],
		)
	}
})

test('one flipped byte is found, wherever it is', () => {
	const { length } = signed.signed_partial_transaction
	for (let at = 0; at < length / 2; at++) assert.notDeepEqual(failing(check(signed, flipped(at))), [], `byte ${at}`)
})

test('a changed byte of the signed content changes the hash, one of the signature only the signature', () => {
	const { length } = signed.signed_partial_transaction
	assert.deepEqual(failing(check(signed, flipped(50))), ['Hash', 'Signature', 'Rules'])
	assert.deepEqual(failing(check(signed, flipped(length / 2 - 10))), ['Signature', 'Rules'])
})

test('error: another id, another manifest, no signature, no bytes', () => {
	const { manifest } = signed
	const bytes = signed.signed_partial_transaction
	const other = { subintentId: 'subtxid_sim1other', manifest: `${manifest}# more`, signedPartialTransaction: bytes }
	assert.deepEqual(failing(checkSignedSubintent(codec, other, 242)), ['Hash', 'Manifest'])
	const unsigned = (hex: string) => hex.replace(/2022010102[0-9a-f]+$/, '202200202000')
	assert.deepEqual(failing(check(signed, unsigned)), ['Signature'])
	assert.deepEqual(failing(check(signed, () => '4d')), ['Bytes'])
})
