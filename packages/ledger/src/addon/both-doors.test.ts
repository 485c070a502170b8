import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { openNow } from '@accord/codec/door'
import fc from 'fast-check'
import { addon } from './addon.ts'

// The codec as native code and as WebAssembly: the same Rust, built twice. Whatever is passed, both give the same answer.

const wasm = openNow()
assert.ok(addon)
const { callCodec } = addon

function answerOfBoth(name: string, ...parameters: unknown[]): { ok?: unknown; error?: { code: string } } {
	const [first, ...others] = parameters
	if (typeof first === 'string') return answerToText(name, `${JSON.stringify([null, ...others])}\n${first}`)
	return answerToText(name, JSON.stringify(parameters))
}

function answerToText(name: string, text: string): { ok?: unknown; error?: { code: string } } {
	const answer = callCodec(name, text)
	assert.equal(wasm.call(name, text), answer, `${name} ${text.slice(0, 2000)}`)
	return JSON.parse(answer)
}

function vectors(name: string) {
	return JSON.parse(readFileSync(new URL(`../../native/vectors/${name}`, import.meta.url), 'utf8'))
}

type Draft = { manifest: string; header: { networkId: number }; message?: string; subintent: string }
type Signed = { networkId: number; subintent: string; signatures: object[]; children: string[] } & {
	signedPartialTransaction: string
}

const drafts: Draft[] = vectors('subintents.json')
const signed: Signed[] = vectors('signed-partial-transactions.json')

test('the vectors', () => {
	for (const { manifest, header, message, subintent } of drafts) {
		assert.ok(answerOfBoth('compile_subintent', { manifest, header, message }).ok)
		assert.ok(answerOfBoth('read_subintent', subintent, header.networkId).ok)
		assert.ok(answerOfBoth('decompile_subintent', subintent, header.networkId).ok)
		assert.ok(answerOfBoth('read_manifest', manifest, header.networkId).ok)
	}
	for (const { signedPartialTransaction, networkId, ...attachment } of signed) {
		assert.ok(answerOfBoth('attach_signatures', { ...attachment, networkId }).ok)
		assert.ok(answerOfBoth('read_signed_partial_transaction', signedPartialTransaction, networkId).ok)
		assert.ok(answerOfBoth('read_signed_limit_order', signedPartialTransaction, networkId).ok)
		answerOfBoth('unwrap', signedPartialTransaction, networkId)
	}
})

// shows decision 58: One codec, two doors: WebAssembly and the addon give the same answers
test('the vectors of the documentation, accepted and refused', () => {
	const { vectors: printed } = JSON.parse(
		readFileSync(new URL('../../../../docs/vectors.json', import.meta.url), 'utf8'),
	) as { vectors: { manifest: string; subintent: string; signed_partial_transaction: string }[] }
	assert.ok(printed.length >= 40)
	for (const { manifest, subintent, signed_partial_transaction } of printed) {
		answerOfBoth('read_manifest', manifest, 242)
		answerOfBoth('read_subintent', subintent, 242)
		answerOfBoth('decompile_subintent', subintent, 242)
		answerOfBoth('read_signed_partial_transaction', signed_partial_transaction, 242)
		answerOfBoth('read_signed_limit_order', signed_partial_transaction, 242)
	}
})

test('outers and previews, put together from their parts', () => {
	const { manifest, header } = drafts[0] as Draft
	const { subintentId, subintent } = answerOfBoth('compile_subintent', { manifest, header }).ok as {
		subintentId: string
		subintent: string
	}
	const [key] = (signed[0] as Signed).signatures
	const serviceAccount = answerOfBoth('account_address', key, 242).ok
	const sellResource = 'resource_sim1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxakj8n3'
	for (const [platformFee, rebate] of ['0', '0.1', '-1', '', 'one'].flatMap(fee => [
		[fee, '0'],
		['2', fee],
	])) {
		const amounts = { sellResource, platformFee, rebate, serviceAccount }
		answerOfBoth('compose_outer', { innerId: subintentId, header, amounts })
		const outer = { outerDiscriminator: '7', outerSigner: key, amounts }
		for (const zeroAssertionAt of [0, 3, 99])
			answerOfBoth('compose_order_preview', {
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
			const { error } = answerOfBoth('read_signed_partial_transaction', changed, networkId)
			answerOfBoth('read_signed_limit_order', changed, networkId)
			codes.set(error?.code ?? 'none', (codes.get(error?.code ?? 'none') ?? 0) + 1)
		}
	assert.ok((codes.get('bad_payload') ?? 0) > 0 && (codes.get('invalid_transaction') ?? 0) > 0)
})

test('manifests of random words', () => {
	const words = [...new Set(drafts.flatMap(({ manifest }) => manifest.match(/"[^"]*"|[\w:]+|[^\s\w]/g) ?? []))]
	const manifests = fc.array(fc.constantFrom(...words), { maxLength: 60 }).map(parts => parts.join(' '))
	fc.assert(
		fc.property(manifests, manifest => void answerOfBoth('read_manifest', manifest, 242)),
		{ numRuns: 500 },
	)
})

test('manifests with pieces taken out, doubled and swapped', () => {
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
			void answerOfBoth('compile_subintent', { manifest: edited, header })
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
	for (const draft of wrong) assert.equal(answerOfBoth('compile_subintent', draft).error?.code, 'bad_argument')
	const absent = { manifest, header: { ...header, minTimestampS: null, maxTimestampS: null }, message: null }
	const { minTimestampS: _, maxTimestampS: __, ...endless } = header as Record<string, unknown>
	assert.deepEqual(
		answerOfBoth('compile_subintent', absent),
		answerOfBoth('compile_subintent', { manifest, header: endless }),
	)
	for (const text of ['', '[', '{}', '[]', '["ab",242]', '["4d\\ud800",242]', '\n', '\n[null,242]'])
		assert.equal(answerToText('read_subintent', text).error?.code, 'bad_argument')
	for (const array of ['', '[', '[]', '[null]', '[242]', '["",242]', '[null,242,1]', '[null,1e400]', '[null,-1]'])
		assert.equal(answerToText('read_subintent', `${array}\n4d`).error?.code, 'bad_argument')
	assert.equal(answerToText('compile_subintent', '[null]\n{}').error?.code, 'bad_argument')
	assert.equal(answerOfBoth('no_such_function').error?.code, 'bad_argument')
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

test('random text, with line breaks and without', () => {
	const names = ['access_rule_manifest', 'read_address', 'hash', 'read_manifest', 'read_signed_limit_order', 'unwrap']
	const texts = fc.oneof(
		fc.string({ unit: 'binary' }),
		fc.string({ unit: fc.constantFrom('\n', '"', '\\', '\0', 'a', '4', '🦀') }),
		fc.stringMatching(/^[0-9a-fA-F]*$/),
	)
	const others = fc.constantFrom([], [242], [242, 1], [null], ['\n'])
	const property = fc.property(fc.constantFrom(...names), texts, others, (name, text, parameters) => {
		void answerOfBoth(name, text, ...parameters)
	})
	fc.assert(property, { numRuns: 1000 })
})
