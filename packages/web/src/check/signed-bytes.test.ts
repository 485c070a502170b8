import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readManifestSbor } from './manifest-sbor.ts'
import { readSignedSubintents, readTransactionSubintents } from './signed-bytes.ts'

type Signed = {
	label: string
	accepted?: boolean
	subintent: string
	signed_partial_transaction: string
	keys: { curve: string; publicKey: string }[]
}
type Vectors = { vectors: Signed[]; outers: Signed[]; root: { notarized_transaction: string } }

const file = new URL('../../../../docs/vectors.json', import.meta.url)
const { vectors, outers, root } = JSON.parse(readFileSync(file, 'utf8')) as Vectors

const isAccepted = ({ accepted }: Signed) => accepted === true

test('finds the subintent and the signers’ keys of every accepted order, fill and outer', () => {
	for (const { label, subintent, signed_partial_transaction: bytes, keys } of [
		...vectors.filter(isAccepted),
		...outers,
	]) {
		const [found] = readSignedSubintents(bytes)
		assert.equal(found?.subintent, subintent, label)
		assert.deepEqual(
			found?.signatures.map(({ curve, publicKey }) => [curve, publicKey]),
			keys.map(({ curve, publicKey }) => [curve, curve === 'Ed25519' ? publicKey : undefined]),
			label,
		)
	}
})

test('an outer has the order inside it, and the root has both, with their signatures', () => {
	const [outer] = outers
	const [order] = vectors
	assert(outer !== undefined && order !== undefined)
	const inOuter = readSignedSubintents(outer.signed_partial_transaction)
	assert.deepEqual(inOuter[1], readSignedSubintents(order.signed_partial_transaction)[0])
	assert.deepEqual(readTransactionSubintents(root.notarized_transaction).slice(0, 2), inOuter)
})

test('error: bytes that are cut, continued or of another kind', () => {
	const bytes = vectors[0]?.signed_partial_transaction ?? ''
	for (let end = 0; end < bytes.length; end += 2)
		assert.throws(() => readSignedSubintents(bytes.slice(0, end)), `${end}`)
	assert.throws(() => readSignedSubintents(`${bytes}00`), /after the end/)
	assert.throws(() => readSignedSubintents(root.notarized_transaction), /something else/)
	assert.throws(() => readSignedSubintents('zz'))
})

test('error: endless nesting and lengths', () => {
	const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
	assert.throws(() => readManifestSbor(bytes(`4d${'2101'.repeat(1_000)}`)), /nest too deeply/)
	assert.throws(() => readManifestSbor(bytes('4d2021ffffff7f')), /end too early/)
	assert.throws(() => readManifestSbor(bytes('4d2021ffffffff7f')), /too large/)
})
