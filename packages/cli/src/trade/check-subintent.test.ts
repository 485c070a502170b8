import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
	accessRuleManifest,
	accountAddress,
	createSubintent,
	deriveKeyPair,
	intentHeader,
	signatureAccessRule,
} from '@accord/ledger'
import { composeLimitOrderManifest, Decimal, type Token } from '@accord/protocol'
import { checkSubintent, type SigningSource } from '@accord/sdk/codec'

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
const token = (symbol: string, at: number, divisibility: number): Token => ({
	symbol,
	resourceAddress: resources[at] ?? '',
	divisibility,
	name: symbol,
	iconUrl: '',
})
const rule = signatureAccessRule(key('service'), networkId)
const nowMs = 1_800_000_000_500
const source: SigningSource = {
	tokens: async () => [token('XRD', 0, 18), token('xUSDC', 1, 6)],
	info: async () => ({
		verifyParentAccessRuleSborHex: rule.sborHex,
		perTokenSettlementFee: [],
		perLevelPlatformFee: [],
	}),
	networkStatus: async () => ({ epoch: 10, networkId }),
}
const quote = {
	pair: { base: 'XRD', quote: 'xUSDC' },
	book: { pair: { base: 'XRD', quote: 'xUSDC' }, bids: [], asks: [] },
	limitOrder: {
		sell: { symbol: 'XRD', amount: Decimal.parse('100') },
		buy: { symbol: 'xUSDC', amount: Decimal.parse('5') },
	},
	fee: { symbol: 'XRD', platformAmount: Decimal.parse('0.1'), settlementAmount: Decimal.parse('5.25') },
	level: 0,
}

type Tampering = {
	sell?: string
	buy?: string
	account?: string
	fee?: string
	append?: string
	message?: string
	window?: object
	expiresAtS?: number
	subintentHash?: string
}

/** The subintent as an honest service makes it, except for the part tampered with. */
function toSign(tampering: Tampering = {}) {
	const expiresAtS = tampering.expiresAtS ?? 1_800_000_045
	const manifest = composeLimitOrderManifest({
		account: tampering.account ?? account,
		sell: { resource: resources[0] ?? '', amount: Decimal.parse(tampering.sell ?? '100') },
		buy: { resource: resources[1] ?? '', amount: Decimal.parse(tampering.buy ?? '5') },
		fee: { platformAmount: Decimal.parse('0.1'), settlementAmount: Decimal.parse(tampering.fee ?? '5.25') },
		verifyParentAccessRule: accessRuleManifest(rule.sborHex, networkId),
	})
	const window = { startEpoch: 10, endEpoch: 12, maxTimestampS: expiresAtS, ...tampering.window }
	const { message } = tampering
	const header = intentHeader({ networkId, window })
	const subintent = createSubintent({ manifest: (tampering.append ?? '') + manifest, header, message })
	const subintentHash = tampering.subintentHash ?? subintent.subintentHash
	return { ...subintent, subintentHash, expiresAtS, manifest, quote, account }
}

test('a subintent as requested is accepted, with the hash computed from its bytes', async () => {
	const wanted = toSign()
	const { subintent, subintentHash, subintentId, expiresAtS } = wanted
	assert.deepEqual(await checkSubintent(source, wanted, { nowMs }), {
		subintent,
		subintentHash,
		subintentId,
		expiresAtS,
	})
})

test('a subintent that expires later by the clock tolerance is accepted', async () => {
	const wanted = toSign({ expiresAtS: 1_800_000_051 })
	assert.equal((await checkSubintent(source, wanted, { nowMs })).expiresAtS, wanted.expiresAtS)
	await assert.rejects(checkSubintent(source, wanted, { nowMs, clockDifferenceS: 4 }), /expires 1 s later/)
})

const other = accountAddress(key('other'), networkId)
const cases: Record<string, Tampering> = {
	'sells more': { sell: '101' },
	'buys less': { buy: '4.999999' },
	'pays a higher fee': { fee: '5.250000000000000001' },
	'is about another account': { account: other },
	'has an extra instruction': { append: 'ASSERT_WORKTOP_IS_EMPTY;\n' },
	'carries a message': { message: 'hello' },
	'expires later': { expiresAtS: 1_800_000_052 },
	'begins in a later epoch': { window: { startEpoch: 11, endEpoch: 13 } },
	'has ended': { window: { startEpoch: 8, endEpoch: 10 } },
	'is not valid yet': { window: { minTimestampS: 1_800_000_010 } },
	'comes with another hash': { subintentHash: '00'.repeat(32) },
}

test('error: one for another network is not signed', async () => {
	await assert.rejects(checkSubintent(source, toSign(), { nowMs, networkId: 1 }), { code: 'wrong_network' })
})

for (const [what, tampering] of Object.entries(cases))
	test(`error: a subintent that ${what} is not signed`, async () => {
		await assert.rejects(checkSubintent(source, toSign(tampering), { nowMs }), /the subintent/)
	})
