import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { component, networkId, orderLines, resources, user } from '../../../../test/fixtures/limit-order.ts'
import { mintPrefix, readLimitOrder, readManifest, readMint } from '../codec.ts'

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
	assert.deepEqual(reading.mint, { component, localId: '#18446744073709551615#', resource: resources.XRD, amount })
	assert.deepEqual(reading.foreignCalls, { packages: [], components: [component], isUnnamed: false })
	assert.equal(readLimitOrder(read('')).mint, undefined)
})

/** The instructions of a manifest text before the order's. */
const prefixOf = (text: string) => {
	const instructions = read(text)
	return instructions.slice(0, readLimitOrder(instructions).prefixLength)
}

// A proof that is not the one it seems to be would let one allowance be promised twice.
test('anything but exactly the three instructions is not a mint', () => {
	const [proof = '', named = '', call = ''] = prefix.split('\n')
	const other = proof.replace('#18446744073709551615#', '#2#')
	const twoBadges = (text: string) => text.replace('"))', '"), NonFungibleLocalId("#2#"))')
	assert.deepEqual(readMint(prefixOf(prefix)), readLimitOrder(read(prefix)).mint)
	for (const lines of [
		[proof, named],
		[proof, named, call.replace('mint_to_account', 'mint')],
		[proof, named, call.replace(/Decimal\(.*?\) /, '')],
		[proof, named, call.replace(/Address\("resource.*?\) /, '1u8 ')],
		[proof, named, call.replace(/ Proof\(.*?\)/, '')],
		[proof.replace(/NonFungibleLocalId\("#\d+#"\)/, 'NonFungibleLocalId("<alice>")'), named, call],
		[proof.replace(/Array<NonFungibleLocalId>\(.*\);/, 'Decimal("1");'), named, call],
		[proof.replace(user, component), named, call],
		[twoBadges(proof), named, call],
		[proof, other, named, call],
		[other, proof, named, call],
		[proof, named, other, call],
		[proof, named, call, mintPrefix({ ...mint, customerLocalId: '#2#' }).replaceAll('"badge"', '"second"')],
		['ASSERT_WORKTOP_IS_EMPTY;', proof, named, call],
		[proof, 'ASSERT_WORKTOP_IS_EMPTY;', call.replace(' Proof("badge")', '')],
	]) {
		const text = lines.join('\n')
		assert.equal(readMint(prefixOf(text)), undefined, text)
	}
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
