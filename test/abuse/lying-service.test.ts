import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
	accessRuleManifest,
	deriveKeyPair,
	readSignedLimitOrder,
	requireTerms,
	signatureAccessRule,
} from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import { DexClient, type SubintentToSign } from '@accord/sdk'
import { checkSubintent } from '@accord/sdk/codec'
import { LyingService, type ServiceLie } from '../network/lying-service.ts'
import { signerTerms } from '../network/signer-terms.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'

// The service is what the check before a signature guards against: whatever it says, the user sells 100 XRD for at least
// 4.9 xUSDC of the real ones, at fees within bounds, to an order that this service's key settles, or signs nothing.

let network: TestNetwork
let service: LyingService

before(async () => {
	network = await startTestNetwork({ users: 2 })
	service = await LyingService.start(network.service.url)
	await connectMaker(network, network.makers[0], {
		books: [{ pair: 'XRD/xUSDC', bids: ['0.05 10000'], asks: ['0.06 10000'] }],
	})
})
after(async () => {
	service?.stop()
	await network?.stop()
})

type Swap = { sell: { symbol: string; amount: string }; buy: string; atLeast: string }
const sale: Swap = { sell: { symbol: 'XRD', amount: '100' }, buy: 'xUSDC', atLeast: '4.9' }

/** Trades as a program does that checks what it signs; `signed` is what it would have sent. */
async function trade(lie: ServiceLie): Promise<{ error: Error; signed: string | undefined }> {
	service.lie = lie
	service.signed.length = 0
	const [user] = network.users
	assert.ok(user)
	const dex = new DexClient({ baseUrl: service.url, retriesMax: 0 })
	const sign = async (toSign: SubintentToSign) => {
		const { subintentHash } = await checkSubintent(toSign, signerTerms(network), { nowMs: network.clock.nowMs() })
		return user.keyPair.sign(subintentHash)
	}
	const error = await dex.trade({ ...sale, account: user.account, sign }).catch(error => error)
	return { error, signed: service.signed[0] }
}

async function refused(lie: ServiceLie): Promise<Error> {
	const { error, signed } = await trade(lie)
	assert.equal(signed, undefined, 'it was signed')
	return error
}

const token = (symbol: string) => network.tokens.get(symbol)?.resourceAddress ?? ''
const stranger = signatureAccessRule(deriveKeyPair({ seed: 'lies', name: 'stranger', curve: 'Ed25519' }), testNetworkId)

const inManifest = (from: string | RegExp, to: string | (() => string)): ServiceLie => ({
	path: '/construction/compose',
	change: ({ manifest }) => {
		const changed = manifest.replace(from, to)
		assert.notEqual(changed, manifest, 'the lie is none')
		return { manifest: changed }
	},
})

/** What is changed of the manifest, which the service also compiles, with the instruction that the refusal names. */
const manifestLies: Record<string, [instruction: number, lie: () => ServiceLie]> = {
	'another key settles': [
		0,
		() => inManifest(/^VERIFY_PARENT [^;]*/, `VERIFY_PARENT ${accessRuleManifest(stranger.sborHex, testNetworkId)}`),
	],
	'anybody settles': [0, () => inManifest(/^VERIFY_PARENT [^;]*/, 'VERIFY_PARENT Enum<0u8>()')],
	'more is withdrawn before the order': [
		0,
		() =>
			inManifest(
				/^/,
				`CALL_METHOD Address("${network.users[0]?.account}") "withdraw" Address("${token('XRD')}") Decimal("7");\n`,
			),
	],
	'more is withdrawn': [1, () => inManifest(/"withdraw" (\S+) Decimal\("/, '"withdraw" $1 Decimal("9')],
	'another account pays': [1, () => inManifest(/Address\("account_\w+"\)/, `Address("${network.users[1]?.account}")`)],
	'another resource is sold': [1, () => inManifest(new RegExp(token('XRD'), 'g'), token('xETH'))],
	'more is sold': [2, () => inManifest('Decimal("100") Bucket("sell")', 'Decimal("101") Bucket("sell")')],
	'less is sold, and the rest given away': [
		2,
		() => inManifest('Decimal("100") Bucket("sell")', 'Decimal("99") Bucket("sell")'),
	],
	'another resource is bought': [3, () => inManifest(token('xUSDC'), token('xUSDT'))],
	'nothing has to come back': [3, () => inManifest(/(AtLeastAmount>\()Decimal\("[0-9.]+"\)/, '$1Decimal("0")')],
	'a unit less has to come back': [3, () => inManifest('Decimal("5")', 'Decimal("4.999999")')],
	'the platform fee is higher': [5, () => inManifest('Decimal("0.1")', 'Decimal("0.2")')],
	'the settlement fee is higher': [
		6,
		() => inManifest(/Decimal\("[0-9.]+"\) Bucket\("solver-fee"\)/, 'Decimal("7") Bucket("solver-fee")'),
	],
	'the fees are swapped': [
		7,
		() => inManifest('Bucket("anthic-fee") Bucket("solver-fee");', 'Bucket("solver-fee") Bucket("anthic-fee");'),
	],
	'the proceeds go to another account': [
		8,
		() => inManifest(/Address\("account_\w+"\) "deposit/, `Address("${network.users[1]?.account}") "deposit`),
	],
	'the deposit may be refused': [8, () => inManifest('"deposit_batch"', '"try_deposit_batch_or_abort"')],
}

for (const [what, [instruction, lie]] of Object.entries(manifestLies))
	test(`error: a manifest by which ${what} is not signed, and the refusal names the instruction`, async () => {
		const { name, message } = await refused(lie())
		assert.equal(name, 'UnsignableError', message)
		assert.match(message, new RegExp(`differs at instruction ${instruction}:`))
	})

const fees = (
	change: (info: {
		per_token_settlement_fee: Record<string, string>[]
		per_level_anthic_fee: Record<string, string>[]
	}) => void,
): ServiceLie => ({
	path: '/trade/info',
	change: info => {
		change(info)
		return info
	},
})
const created = (change: object): ServiceLie => ({
	path: '/construction/create_subintent',
	change: answer => ({ ...answer, ...change }),
})

/** What is said of the market and of the subintent. */
const otherLies: Record<string, [reason: string, lie: ServiceLie]> = {
	'the book gives 10⁻⁸': [
		'the book gives 0.000001 xUSDC',
		{ path: '/trade/order_book', change: book => ({ ...book, bids: [['0.00000001', '10000']] }) },
	],
	'the book gives a fiftieth less': [
		'the book gives 4.89 xUSDC',
		{ path: '/trade/order_book', change: book => ({ ...book, bids: [['0.0489', '10000']] }) },
	],
	'settling costs 20,000 XRD': [
		'settlement fee is 20',
		fees(info => setAll(info.per_token_settlement_fee, { solver_amount: '20000' })),
	],
	'settling costs less than nothing': [
		'expected 0 or more',
		fees(info => setAll(info.per_token_settlement_fee, { solver_amount: '-20' })),
	],
	'the ledger costs 500 XRD': [
		'settlement fee is 50',
		fees(info => setAll(info.per_token_settlement_fee, { transaction_execution_amount: '500' })),
	],
	'the platform takes 90 %': [
		'platform fee is 90 XRD',
		fees(info => setAll(info.per_level_anthic_fee, { taker_fee: '0.9' })),
	],
	'the platform takes less than nothing': [
		'expected 0 or more',
		fees(info => setAll(info.per_level_anthic_fee, { taker_fee: '-0.001' })),
	],
	'the hash is another one': ['the hash', created({ subintent_hash: 'ab'.repeat(32) })],
	'the id is another one': ['the id', created({ subintent_id: 'subtxid_sim1other' })],
	'it expires sooner than it does': ['the expiry', created({ expires_at: 1 })],
}

function setAll(entries: Record<string, string>[], change: Record<string, string>): void {
	for (const entry of entries) Object.assign(entry, change)
}

for (const [what, [reason, lie]] of Object.entries(otherLies))
	test(`error: nothing is signed if the service says that ${what}`, async () => {
		const { message } = await refused(lie)
		assert.ok(message.includes(reason), message)
	})

/** What no signature depends on, since the signer knows it for itself. */
const idleLies: Record<string, ServiceLie> = {
	'the tokens have each other’s addresses': {
		path: '/trade/tokens',
		change: ({ tokens }) => ({
			tokens: tokens.map((each: { resource_address: string }, at: number) => {
				return { ...each, resource_address: tokens.at(at - 1).resource_address }
			}),
		}),
	},
	'another key settles': {
		path: '/trade/info',
		change: info => ({ ...info, verify_parent_access_rule_sbor_hex: stranger.sborHex }),
	},
	'it is another network in another epoch': {
		path: '/network/status',
		change: status => ({ ...status, network_id: 1, cur_epoch: 1_000_000 }),
	},
}

for (const [what, lie] of Object.entries(idleLies))
	test(`what is signed is what the signer knows if the service says that ${what}`, async () => {
		const { signed } = await trade(lie)
		assert.ok(signed !== undefined)
		const { reading, signerAccounts } = readSignedLimitOrder(signed, testNetworkId)
		const { account, sell, buy, accessRuleSborHex } = requireTerms({ subintentId: '', reading })
		assert.deepEqual([account, ...signerAccounts], [network.users[0]?.account, network.users[0]?.account])
		assert.deepEqual(sell, { resource: token('XRD'), amount: Decimal.parse('100') })
		assert.deepEqual(buy, { resource: token('xUSDC'), amount: Decimal.parse('5') })
		assert.equal(accessRuleSborHex, network.feeInfo.verifyParentAccessRuleSborHex)
	})
