import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { compileArtifactNow } from './artifact-file.ts'
import { wasmDoor } from './wasm-door.ts'
import { startProgram } from './web-assembly.ts'

// The codec's Rust answers every input: it never panics.

const door = wasmDoor(() => startProgram(compileArtifactNow()))

type Answer = { ok?: unknown; error?: { code: string; message: string } }

function answerTo(name: string, ...parameters: unknown[]): Answer {
	const [first, ...others] = parameters
	if (typeof first === 'string') return answerToText(name, `${JSON.stringify([null, ...others])}\n${first}`)
	return answerToText(name, JSON.stringify(parameters))
}

function answerToText(name: string, text: string): Answer {
	const answer: Answer = JSON.parse(door.call(name, text))
	assert.equal(Object.keys(answer).length, 1)
	assert.notEqual(answer.error?.code, 'internal', `${name} ${text.slice(0, 2000)}`)
	return answer
}

function vectors(name: string) {
	return JSON.parse(readFileSync(new URL(`../../../ledger/native/vectors/${name}`, import.meta.url), 'utf8'))
}

type Draft = { manifest: string; header: { networkId: number }; message?: string; subintent: string }
type Signed = { networkId: number; subintent: string; signatures: object[]; children: string[] } & {
	signedPartialTransaction: string
}

const drafts: Draft[] = vectors('subintents.json')
const signed: Signed[] = vectors('signed-partial-transactions.json')

test('error: every refusal has a code', () => {
	const key = { curve: 'Ed25519', publicKey: '00'.repeat(32) }
	const header = { networkId: 242, startEpoch: 2, endEpoch: 100, intentDiscriminator: '1' }
	const refused: [code: string, name: string, ...parameters: unknown[]][] = [
		['bad_hex', 'hash', 'xyz'],
		['too_large', 'hash', '00'.repeat(1024 * 1024 + 1)],
		['bad_address', 'read_address', 'account_sim1abc'],
		['bad_payload', 'read_signed_partial_transaction', '4d', 242],
		['wrong_network', 'account_address', key, 7],
		['bad_signature', 'signature_access_rule', { ...key, publicKey: '00' }, 242],
		['bad_argument', 'signature_access_rule', { ...key, curve: 'P256' }, 242],
		['bad_manifest', 'compile_subintent', { manifest: 'YIELD_TO_PARENT', header }],
	]
	for (const [code, name, ...parameters] of refused) assert.equal(answerTo(name, ...parameters).error?.code, code)
	const mistake = { manifest: 'YIELD_TO_PARENT;\nTAKE_FROM_WORKTOP Adress("x");', header }
	assert.match(answerTo('compile_subintent', mistake).error?.message ?? '', /2 \| TAKE_FROM_WORKTOP Adress/)
})

test('the vectors', () => {
	for (const { manifest, header, message, subintent } of drafts) {
		assert.ok(answerTo('compile_subintent', { manifest, header, message }).ok)
		assert.ok(answerTo('read_subintent', subintent, header.networkId).ok)
		assert.ok(answerTo('decompile_subintent', subintent, header.networkId).ok)
		assert.ok(answerTo('read_manifest', manifest, header.networkId).ok)
	}
	for (const { signedPartialTransaction, networkId, ...attachment } of signed) {
		assert.ok(answerTo('attach_signatures', { ...attachment, networkId }).ok)
		assert.ok(answerTo('read_signed_partial_transaction', signedPartialTransaction, networkId).ok)
		assert.ok(answerTo('read_signed_limit_order', signedPartialTransaction, networkId).ok)
		answerTo('unwrap', signedPartialTransaction, networkId)
	}
})

test('the documentation’s vectors, accepted and refused', () => {
	const { vectors: printed } = JSON.parse(
		readFileSync(new URL('../../../../docs/vectors.json', import.meta.url), 'utf8'),
	) as { vectors: { manifest: string; subintent: string; signed_partial_transaction: string }[] }
	assert.ok(printed.length >= 40)
	for (const { manifest, subintent, signed_partial_transaction } of printed) {
		answerTo('read_manifest', manifest, 242)
		answerTo('read_subintent', subintent, 242)
		answerTo('decompile_subintent', subintent, 242)
		answerTo('read_signed_partial_transaction', signed_partial_transaction, 242)
		answerTo('read_signed_limit_order', signed_partial_transaction, 242)
	}
})

test('outers and previews, assembled from their parts', () => {
	const { manifest, header } = drafts[0] as Draft
	const { subintentId, subintent } = answerTo('compile_subintent', { manifest, header }).ok as {
		subintentId: string
		subintent: string
	}
	const [key] = (signed[0] as Signed).signatures
	const serviceAccount = answerTo('account_address', key, 242).ok
	const sellResource = 'resource_sim1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxakj8n3'
	for (const [platformFee, rebate] of ['0', '0.1', '-1', '', 'one'].flatMap(fee => [
		[fee, '0'],
		['2', fee],
	])) {
		const amounts = { sellResource, platformFee, rebate, serviceAccount }
		answerTo('compose_outer', { innerId: subintentId, header, amounts })
		const outer = { outerDiscriminator: '7', outerSigner: key, amounts }
		for (const zeroAssertionAt of [0, 3, 99])
			answerTo('compose_order_preview', {
				orders: [{ subintent, zeroAssertionAt, signers: [key], ...outer }],
				header,
				serviceAccount,
			})
	}
})

test('every byte of a signed order, changed', () => {
	const codes = new Map<string, number>()
	for (const { signedPartialTransaction: hex, networkId } of signed.slice(0, 3))
		for (let at = 0; at < hex.length; at += 2) {
			const byte = Number.parseInt(hex.slice(at, at + 2), 16) ^ (1 << ((at / 2) % 8))
			const changed = hex.slice(0, at) + byte.toString(16).padStart(2, '0') + hex.slice(at + 2)
			const { error } = answerTo('read_signed_partial_transaction', changed, networkId)
			answerTo('read_signed_limit_order', changed, networkId)
			codes.set(error?.code ?? 'none', (codes.get(error?.code ?? 'none') ?? 0) + 1)
		}
	assert.ok((codes.get('bad_payload') ?? 0) > 0 && (codes.get('invalid_transaction') ?? 0) > 0)
})

test('manifests made of random words', () => {
	const words = [...new Set(drafts.flatMap(({ manifest }) => manifest.match(/"[^"]*"|[\w:]+|[^\s\w]/g) ?? []))]
	const manifests = fc.array(fc.constantFrom(...words), { maxLength: 60 }).map(parts => parts.join(' '))
	fc.assert(
		fc.property(manifests, manifest => void answerTo('read_manifest', manifest, 242)),
		{ numRuns: 500 },
	)
})

test('manifests with pieces removed, doubled and swapped', () => {
	const property = fc.property(
		fc.constantFrom(...drafts),
		fc.array(fc.tuple(fc.nat(), fc.nat(40), fc.nat()), { minLength: 1, maxLength: 4 }),
		({ manifest, header }, edits) => {
			const edited = edits.reduce((text, [from, length, to]) => {
				const at = from % (text.length + 1)
				const piece = text.slice(at, at + length)
				const rest = text.slice(0, at) + text.slice(at + length)
				const place = to % (rest.length + 1)
				return rest.slice(0, place) + piece + rest.slice(place)
			}, manifest)
			void answerTo('compile_subintent', { manifest: edited, header })
		},
	)
	fc.assert(property, { numRuns: 500 })
})

test('arguments of any other type are refused, and null is absent', () => {
	const [{ manifest, header } = { manifest: '', header: {} }] = drafts
	const wrong = [
		{ manifest, header: { ...header, networkId: 0.5 } },
		{ manifest, header: { ...header, networkId: -1 } },
		{ manifest, header: { ...header, networkId: null } },
		{ manifest, header: { ...header, intentDiscriminator: 7 } },
		{ manifest, header: { ...header, maxTimestampS: 2 ** 63 } },
		{ manifest: 7, header },
		{ manifest: `${manifest}\ud800`, header },
		{ manifest, header, message: '\udfff' },
		{ manifest },
		[],
		null,
	]
	for (const draft of wrong) assert.equal(answerTo('compile_subintent', draft).error?.code, 'bad_argument')
	const absent = { manifest, header: { ...header, minTimestampS: null, maxTimestampS: null }, message: null }
	const { minTimestampS: _, maxTimestampS: __, ...endless } = header as Record<string, unknown>
	assert.deepEqual(answerTo('compile_subintent', absent), answerTo('compile_subintent', { manifest, header: endless }))
	for (const text of ['', '[', '{}', '[]', '["ab",242]', '["4d\\ud800",242]', '\n', '\n[null,242]'])
		assert.equal(answerToText('read_subintent', text).error?.code, 'bad_argument')
	for (const array of ['', '[', '[]', '[null]', '[242]', '["",242]', '[null,242,1]', '[null,1e400]', '[null,-1]'])
		assert.equal(answerToText('read_subintent', `${array}\n4d`).error?.code, 'bad_argument')
	assert.equal(answerToText('compile_subintent', '[null]\n{}').error?.code, 'bad_argument')
	assert.equal(answerTo('no_such_function').error?.code, 'bad_argument')
})

test('random plain data', () => {
	const names = [
		'attach_signatures',
		'attach_own_signatures',
		'compose_outer',
		'compose_order_preview',
		'compile_preview',
		'prepare_transaction',
		'notarize',
	]
	const property = fc.property(fc.constantFrom(...names), fc.json({ maxDepth: 4 }), (name, text) => {
		void answerToText(name, `[${text}]`)
	})
	fc.assert(property, { numRuns: 500 })
})

test('random text, with and without line breaks', () => {
	const names = ['access_rule_manifest', 'read_address', 'hash', 'read_manifest', 'read_signed_limit_order', 'unwrap']
	const texts = fc.oneof(
		fc.string({ unit: 'binary' }),
		fc.string({ unit: fc.constantFrom('\n', '"', '\\', '\0', 'a', '4', '🦀') }),
		fc.stringMatching(/^[0-9a-fA-F]*$/),
	)
	const others = fc.constantFrom([], [242], [242, 1], [null], ['\n'])
	const property = fc.property(fc.constantFrom(...names), texts, others, (name, text, parameters) => {
		void answerTo(name, text, ...parameters)
	})
	fc.assert(property, { numRuns: 1000 })
})
