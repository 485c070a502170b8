import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
	accessRuleManifest,
	accountAddress,
	createSubintent,
	deriveKeyPair,
	intentHeader,
	signatureAccessRule,
	signSubintent,
} from '@accord/ledger'
import { composeLimitOrderManifest, Decimal } from '@accord/protocol'
import type { SubintentToSign } from '@accord/sdk'
import { checkManifest, checkSigned, checkSubintent, type SignerTerms, type UnsignableReason } from '@accord/sdk/codec'

const networkId = 242
const key = (name: string) => {
	const { curve, publicKey } = deriveKeyPair({ seed: 'test', name, curve: 'Ed25519' })
	return { curve, publicKey }
}
const account = accountAddress(key('user'), networkId)
const resources = [
	'resource_sim1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxakj8n3',
	'resource_sim1thvwu8dh6lk4y9mntemkvj25wllq8adq42skzufp4m8wxxuemugnez',
]
const rule = signatureAccessRule(key('service'), networkId)
const nowMs = 1_800_000_000_500
const terms: SignerTerms = {
	networkId,
	tokens: [
		{ symbol: 'XRD', resourceAddress: resources[0] ?? '', divisibility: 18 },
		{ symbol: 'xUSDC', resourceAddress: resources[1] ?? '', divisibility: 6 },
	],
	verifyParentAccessRuleSborHex: rule.sborHex,
}
const limitOrder = {
	sell: { symbol: 'XRD', amount: Decimal.parse('100') },
	buy: { symbol: 'xUSDC', amount: Decimal.parse('5') },
}
const quote = {
	pair: { base: 'XRD', quote: 'xUSDC' },
	book: { pair: { base: 'XRD', quote: 'xUSDC' }, bids: [], asks: [] },
	limitOrder,
	expected: limitOrder,
	fee: { symbol: 'XRD', platformAmount: Decimal.parse('0.1'), settlementAmount: Decimal.parse('5.25') },
	level: 0,
}

type Tampering = {
	sell?: string
	buy?: string
	account?: string
	platformFee?: string
	settlementFee?: string
	sellResource?: string
	buyResource?: string
	rule?: string
	append?: string
	message?: string
	window?: object
	expiresAtS?: number
	subintentHash?: string
	/** The service's quote agrees with its bytes. */
	isQuoted?: boolean
}

const d = Decimal.parse

/**
 * The subintent of an honest service, except for the parts that the test tampers with; the user asked for 5 xUSDC for
 * 100 XRD.
 */
function toSign(tampering: Tampering = {}): SubintentToSign {
	const expiresAtS = tampering.expiresAtS ?? 1_800_000_045
	const fee = {
		platformAmount: d(tampering.platformFee ?? '0.1'),
		settlementAmount: d(tampering.settlementFee ?? '5.25'),
	}
	const [sell, buy] = [d(tampering.sell ?? '100'), d(tampering.buy ?? '5')]
	const manifest = composeLimitOrderManifest({
		account: tampering.account ?? account,
		sell: { resource: tampering.sellResource ?? resources[0] ?? '', amount: sell },
		buy: { resource: tampering.buyResource ?? resources[1] ?? '', amount: buy },
		fee,
		verifyParentAccessRule: accessRuleManifest(tampering.rule ?? rule.sborHex, networkId),
	})
	const window = { startEpoch: 10, endEpoch: 12, maxTimestampS: expiresAtS, ...tampering.window }
	const { message } = tampering
	const header = intentHeader({ networkId, window })
	const subintent = createSubintent({ manifest: (tampering.append ?? '') + manifest, header, message })
	const subintentHash = tampering.subintentHash ?? subintent.subintentHash
	const limitOrder = { sell: { symbol: 'XRD', amount: sell }, buy: { symbol: 'xUSDC', amount: buy } }
	const told = tampering.isQuoted ? { ...quote, limitOrder, fee: { symbol: 'XRD', ...fee } } : quote
	const bounds = { sell: d('100'), atLeast: d('5') }
	return { ...subintent, subintentHash, expiresAtS, expiresInSeconds: 45, manifest, quote: told, account, bounds }
}

test('a subintent as requested is accepted, with the hash computed from its bytes', async () => {
	const wanted = toSign()
	const { subintent, subintentHash, subintentId, expiresAtS } = wanted
	assert.deepEqual(await checkSubintent(wanted, terms, { nowMs }), {
		subintent,
		subintentHash,
		subintentId,
		expiresAtS,
	})
})

test('a subintent that expires later by the clock tolerance is accepted', async () => {
	const wanted = toSign({ expiresAtS: 1_800_000_051 })
	assert.equal((await checkSubintent(wanted, terms, { nowMs })).expiresAtS, wanted.expiresAtS)
	await assert.rejects(checkSubintent(wanted, terms, { nowMs, clockDifferenceS: 4 }), /expires 1 s later/)
})

const other = accountAddress(key('other'), networkId)
const third = 'resource_sim1tkagky52c855tupyu2phpaqkxrd3j8204e3hr5vcljv7tursmzr3e5'
const strangersRule = signatureAccessRule(key('stranger'), networkId).sborHex
const cases: Record<string, Tampering & { reason: UnsignableReason }> = {
	'sells more': { sell: '101', reason: 'bytes' },
	'buys less': { buy: '4.999999', reason: 'bytes' },
	'pays a higher fee': { settlementFee: '5.250000000000000001', reason: 'bytes' },
	'is about another account': { account: other, reason: 'bytes' },
	'has an instruction more': { append: 'ASSERT_WORKTOP_IS_EMPTY;\n', reason: 'access_rule' },
	'carries a message': { message: 'hello', reason: 'bytes' },
	'expires later': { expiresAtS: 1_800_000_052, reason: 'header' },
	'begins in a later epoch': { window: { startEpoch: 11, endEpoch: 13 }, reason: 'header' },
	'has ended': { window: { startEpoch: 8, endEpoch: 10 }, reason: 'header' },
	'is not valid yet': { window: { minTimestampS: 1_800_000_010 }, reason: 'header' },
	'comes with another hash': { subintentHash: '00'.repeat(32), reason: 'bytes' },
	'sells another resource under its symbol': { sellResource: third, isQuoted: true, reason: 'bytes' },
	'buys another resource under its symbol': { buyResource: third, isQuoted: true, reason: 'bytes' },
	'lets another key settle it': { rule: strangersRule, isQuoted: true, reason: 'access_rule' },
	'sells more, as the quote says, too': { sell: '101', isQuoted: true, reason: 'sell' },
	'buys next to nothing by the book': { buy: '0.000001', isQuoted: true, reason: 'at_least' },
	'pays 20,000 XRD for its settlement': { settlementFee: '20000', isQuoted: true, reason: 'settlement_fee' },
	'pays 90 % to the platform': { platformFee: '90', isQuoted: true, reason: 'platform_fee' },
	'pays a negative platform fee': { platformFee: '-0.1', isQuoted: true, reason: 'platform_fee' },
	'pays a negative settlement fee': { settlementFee: '-1', isQuoted: true, reason: 'settlement_fee' },
}

test('error: one for another network is not signed', async () => {
	await assert.rejects(checkSubintent(toSign(), { ...terms, networkId: 1 }, { nowMs }), { code: 'wrong_network' })
})

for (const [what, { reason, ...tampering }] of Object.entries(cases))
	test(`error: a subintent that ${what} is not signed`, async () => {
		await assert.rejects(checkSubintent(toSign(tampering), terms, { nowMs, epoch: 10 }), { reason })
	})

test('error: a token whose address the signer does not know is neither sold nor bought', async () => {
	for (const token of terms.tokens)
		await assert.rejects(checkSubintent(toSign(), { ...terms, tokens: [token] }, { nowMs }), {
			reason: 'unknown_token',
		})
	const tokens = terms.tokens.map(token => ({ ...token, resourceAddress: resources[0] ?? '' }))
	await assert.rejects(checkSubintent(toSign(), { ...terms, tokens }, { nowMs }), { reason: 'same_resource' })
})

test('fees are bounded by what the signer says, or by the most that may leave the account', async () => {
	const wanted = toSign({ settlementFee: '12', isQuoted: true })
	await assert.rejects(checkSubintent(wanted, terms, { nowMs }), { reason: 'settlement_fee' })
	const allowed = { ...terms, settlementFeeMax: { XRD: d('12') } }
	assert.equal((await checkSubintent(wanted, allowed, { nowMs })).subintentId, wanted.subintentId)
	const bounded = (atMost: string) => ({ ...wanted, bounds: { ...wanted.bounds, atMost: d(atMost) } })
	assert.equal((await checkSubintent(bounded('112.1'), terms, { nowMs })).subintentId, wanted.subintentId)
	await assert.rejects(checkSubintent(bounded('112.099999'), terms, { nowMs }), { reason: 'at_most' })
})

test('a wallet gets the manifest that was composed here, and the service’s only if it is the same', async () => {
	const wanted = toSign()
	assert.equal(await checkManifest(wanted, terms), wanted.manifest)
	const elsewhere = wanted.manifest.replace(/"deposit_batch"/, '"try_deposit_batch_or_abort"')
	await assert.rejects(checkManifest({ ...wanted, manifest: elsewhere }, terms), /differs at instruction 8/)
})

test('what a wallet has signed is compared, too; a prefix of its own is its own affair', async () => {
	const keyPair = deriveKeyPair({ seed: 'test', name: 'user', curve: 'Ed25519' })
	const signed = (subintent: SubintentToSign) =>
		signSubintent({ subintent, keyPairs: [keyPair], networkId }).signedPartialTransaction
	const wanted = toSign()
	assert.equal(await checkSigned(signed(wanted), wanted, terms), wanted.subintentId)
	const proven = toSign({ append: `CALL_METHOD Address("${account}") "balance" Address("${resources[0]}");\n` })
	assert.equal(await checkSigned(signed(proven), wanted, terms), proven.subintentId)
	await assert.rejects(checkSigned(signed(toSign({ buy: '4.9' })), wanted, terms), { reason: 'bytes' })
})
