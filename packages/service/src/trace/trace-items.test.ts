import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SubmitOrder, tracedBytesMax, tracedText, tracedTextMax } from '@accord/protocol'
import { operations } from '@accord/protocol/contract'
import { signedOrderHex, user } from '../testing/order-fixture.ts'
import { ManifestTexts, traceItems } from './trace-items.ts'
import type { TracedRows } from './trace-table.ts'

test('manifests are decoded once, and the least recently used are dropped beyond the limit', () => {
	const { signed_partial_transaction: bytes } = SubmitOrder.wire.parse(operations.submitOrder.body.example)
	const { manifest } = new ManifestTexts({ networkId: 242 }).decode('any', bytes)
	const texts = new ManifestTexts({ networkId: 242, cachedCharactersMax: 2 * manifest.length })
	for (const name of ['a', 'b', 'a', 'c']) texts.decode(name, bytes)
	for (const name of ['a', 'c']) assert.equal(texts.decode(name, 'not bytes').manifest, manifest)
	assert.throws(() => texts.decode('b', 'not bytes'))
})

test('bytes that no manifest text can express are marked as such', () => {
	const lastYield = '60012100'
	const bytes = (subintent: string) => {
		const at = subintent.lastIndexOf(lastYield)
		assert.ok(at > 0)
		return `${subintent.slice(0, at)}60010101${subintent.slice(at + lastYield.length)}`
	}
	const { manifest } = new ManifestTexts({ networkId: 242 }).decode('any', signedOrderHex({ bytes }))
	assert.match(manifest, /^# No text can say these bytes: /)
})

test('bytes are shown up to a bound, without those of an item that would exceed it, and with those after it', () => {
	const small = signedOrderHex()
	const large = 'ab'.repeat(tracedBytesMax)
	const order = { subintent_id: 'a', signed_partial_transaction: small }
	const parts = ['b', 'c'].map(id => ({ part_id: id, maker_id: id }))
	const fills = new Map([
		['b', { subintent_id: 'b', signed_partial_transaction: large }],
		['c', { subintent_id: 'c', signed_partial_transaction: small }],
	])
	const rows = { order, parts, fills } as unknown as TracedRows
	const texts = new ManifestTexts({ networkId: 242 })
	texts.decode('b', small)
	const items = traceItems(rows, texts, () => 'maker-1')
	assert.deepEqual(
		items.map(({ subintentId, signedPartialTransaction }) => [subintentId, signedPartialTransaction]),
		[
			['a', small],
			['b', undefined],
			['c', small],
		],
	)
})

test('a manifest is shown up to a bound, in whole lines, and says how much is left out', () => {
	const lines = Array.from({ length: 5_000 }, (_, at) => `CALL_METHOD ${at} "a line of a very long manifest";\n`)
	const text = lines.join('')
	const shown = tracedText(text)
	const kept = shown.split('\n').slice(0, -2)
	assert.ok(shown.length < tracedTextMax + 100 && kept.length > 1_000)
	assert.ok(text.startsWith(`${kept.join('\n')}\n`))
	const rest = text.length - kept.join('\n').length - 1
	assert.ok(shown.endsWith(`;\n# ${rest} more characters are in the signed bytes.\n`), shown.slice(-100))
	assert.equal(tracedText(lines.slice(0, 10).join('')), lines.slice(0, 10).join(''))
	assert.ok(tracedText('x'.repeat(1_000_000)).length < tracedTextMax + 100)
})

test('a manifest that strings make a hundred times as long as its bytes stays within the bound', () => {
	const strings = Array<string>(2_000).fill('""').join(', ')
	const metadata = `SET_METADATA Address("${user}") "key" Enum<Metadata::StringArray>(Array<String>(${strings}));`
	const bytes = signedOrderHex({ edit: lines => [...Array<string>(8).fill(metadata), ...lines] })
	const { manifest } = new ManifestTexts({ networkId: 242 }).decode('any', bytes)
	assert.ok(manifest.length < tracedTextMax + 100, String(manifest.length))
	assert.match(manifest, /more characters are in the signed bytes\.\n$/)
})
