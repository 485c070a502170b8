import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { component, networkId, orderLines, resources, user } from '../../../../test/fixtures/limit-order.ts'
import { mintPrefix, readLimitOrder, readManifest, readMints } from '../codec.ts'

const amount = Decimal.parse('105.35')
const mint = {
	component,
	badge: resources.unlisted,
	account: user,
	customerLocalId: '#18446744073709551615#',
	resource: resources.XRD,
	amount,
}
const read = (text: string) => readManifest([text, ...orderLines()].join('\n'), networkId)
const prefix = mintPrefix(mint)

test('a mint before an order is an allowed prefix, and is read back', () => {
	const reading = readLimitOrder(read(prefix))
	assert.deepEqual(reading.violations, [])
	assert.deepEqual([reading.prefixLength, reading.hasPrefix], [3, true])
	assert.deepEqual(reading.mints, [{ component, localId: '#18446744073709551615#', resource: resources.XRD, amount }])
	assert.equal(readLimitOrder(read('')).mints, undefined)
})

test('each mint is of the badge proven last', () => {
	const second = { ...mint, customerLocalId: '#2#', resource: resources.xUSDC }
	const both = [prefix, mintPrefix(second).replaceAll('"badge"', '"second"')].join('\n')
	assert.deepEqual(
		readMints(read(both)).map(({ localId, resource }) => [localId, resource]),
		[
			['#18446744073709551615#', resources.XRD],
			['#2#', resources.xUSDC],
		],
	)
})

test('a call whose arguments are not a mint’s is not a mint', () => {
	const [proof = '', named = '', call = ''] = prefix.split('\n')
	for (const text of [
		[proof, named].join('\n'),
		[proof, named, call.replace('mint_to_account', 'mint')].join('\n'),
		[proof, named, call.replace(/Decimal\(.*?\) /, '')].join('\n'),
		[proof, named, call.replace(/Address\("resource.*?\) /, '1u8 ')].join('\n'),
		[proof.replace(/NonFungibleLocalId\("#\d+#"\)/, 'NonFungibleLocalId("<alice>")'), named, call].join('\n'),
		[proof.replace(/Array<NonFungibleLocalId>\(.*\);/, 'Decimal("1");'), named, call].join('\n'),
	])
		assert.deepEqual(readMints(read(text)), [], text)
})

test('error: text that would inject instructions', () => {
	for (const change of [
		{ component: 'a"); DROP_ALL_PROOFS; #' },
		{ customerLocalId: '#1#")) DROP_ALL_PROOFS; #' },
		{ customerLocalId: '<alice>")' },
		{ customerLocalId: '[00]' },
	])
		assert.throws(() => mintPrefix({ ...mint, ...change }), { code: 'invalid_address' })
})
