import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ReferenceMaker, startReferenceMaker } from '@accord/bots'
import { readSignedLimitOrder, requireTerms } from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import { DexClient, type SubintentToSign } from '@accord/sdk'
import { checkFill, checkSubintent } from '@accord/sdk/codec'
import { MakerClient, type NewOrder } from '@accord/sdk/maker'
import { feeLies, type Lie, levelLies, manifestLies, marketLies, stranger, subintentLies } from '../network/lies.ts'
import { LyingService } from '../network/lying-service.ts'
import { honestOrder, newOrderLies } from '../network/new-order-lies.ts'
import { signerTerms } from '../network/signer-terms.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { signLimitOrder } from '../network/test-user.ts'
import { until } from '../network/until.ts'

// The service is what the check before a signature guards against: whatever it says, the user sells 100 XRD for at least
// 4.9 xUSDC of the real ones, at fees within bounds, to an order that this service's key settles, or signs nothing; and
// makers sign nothing that is not at their own prices.

let network: TestNetwork
let service: LyingService

before(async () => {
	network = await startTestNetwork({ users: 2, makers: 3 })
	service = await LyingService.start(network.service.url)
	await connectMaker(network, network.makers[0], {
		books: [{ pair: 'XRD/xUSDC', bids: ['0.05 10000'], asks: ['0.06 10000'] }],
	})
})
after(async () => {
	service?.stop()
	await network?.stop()
})

const addressOf = (symbol: string) => network.tokens.get(symbol)?.resourceAddress ?? ''

/** Trades as a program does that checks what it signs; `signed` is what it would have sent. */
async function trade(lie: Pick<Lie, 'path' | 'change'>): Promise<{ error: Error; signed: string | undefined }> {
	const { url, signed } = service.tell(lie)
	const [user] = network.users
	assert.ok(user)
	const dex = new DexClient({ baseUrl: url, retriesMax: 0 })
	const sign = async (toSign: SubintentToSign) => {
		const { subintentHash } = await checkSubintent(toSign, signerTerms(network), { nowMs: network.clock.nowMs() })
		return user.keyPair.sign(subintentHash)
	}
	const sale = { sell: { symbol: 'XRD', amount: '100' }, buy: 'xUSDC', atLeast: '4.9', account: user.account, sign }
	const error = await dex.trade(sale).catch(error => error)
	return { error, signed: signed[0] }
}

const told: Readonly<Record<string, () => Lie | undefined>> = {
	...Object.fromEntries(Object.entries({ ...marketLies, ...subintentLies }).map(([what, lie]) => [what, () => lie])),
	...Object.fromEntries(Object.keys(manifestLies(String)).map(what => [what, () => manifestLies(addressOf)[what]])),
}

test('there are at least forty lies for one who trades', () => assert.ok(Object.keys(told).length >= 40))

for (const [what, lieOf] of Object.entries(told))
	test(`error: a trade is not signed, and the refusal says why, if the service says that ${what}`, async () => {
		const lie = lieOf()
		assert.ok(lie?.sdk)
		const { error, signed } = await trade(lie)
		assert.equal(signed, undefined, 'it was signed')
		assert.match(error.message, lie.sdk)
	})

/** What no signature depends on, since the signer knows it for itself. */
const idleLies: Readonly<Record<string, Lie>> = {
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
		assert.deepEqual(sell, { resource: addressOf('XRD'), amount: Decimal.parse('100') })
		assert.deepEqual(buy, { resource: addressOf('xUSDC'), amount: Decimal.parse('5') })
		assert.equal(accessRuleSborHex, network.feeInfo.verifyParentAccessRuleSborHex)
	})

type RunningMaker = { stop(): void | Promise<void> }

/** A maker by the SDK alone: it quotes 10,000 XRD at 0.04995 and 0.05005, and says in `lines` what it refuses. */
async function startSdkMaker(url: string, lines: string[]): Promise<RunningMaker> {
	const account = network.makers[1]
	assert.ok(account)
	const levels = (price: string) => [{ price: Decimal.parse(price), amount: Decimal.fromInteger(10_000) }]
	const book = { pair: { base: 'XRD', quote: 'xUSDC' }, bids: levels('0.04995'), asks: levels('0.05005') }
	const dex = new DexClient({ baseUrl: url, retriesMax: 0 })
	const [feeInfo, level] = await Promise.all([dex.info(), dex.accountLevel(account.account)])
	const terms = signerTerms(network)
	const client = new MakerClient({
		flashUrl: `${url.replace(/^http/, 'ws')}/flash`,
		apiKey: account.apiKey,
		onError: error => lines.push((error as Error).message),
	})
	await client.connect()
	client.setPriceBook(book)
	client.onNewOrder((order: NewOrder) => {
		const nowMs = network.clock.nowMs()
		checkFill(order, { terms, account: account.account, feeInfo, level, books: [book], nowMs })
		return signLimitOrder(network, account, order.fill, { role: 'maker', expiresInS: 13 }).signedPartialTransaction
	})
	return { stop: () => client.close() }
}

/** The reference maker, whose best prices are 0.0499 and 0.0501. */
async function startReference(url: string, lines: string[]): Promise<ReferenceMaker> {
	const account = network.makers[2]
	assert.ok(account)
	const log = (line: string) => void lines.push(line)
	const prices = { XRD: '0.05', xUSDC: '1', xUSDT: '1', xwBTC: '60000', xETH: '3000' }
	return await startReferenceMaker({
		...{ ...account, baseUrl: url, flashUrl: `${url.replace(/^http/, 'ws')}/flash`, gatewayUrl: network.ledger.url },
		...{ networkId: testNetworkId, signerTerms: signerTerms(network), clock: network.clock, seed: 1, depth: 1 },
		midPrices: new Map(Object.entries(prices).map(([symbol, price]) => [symbol, Decimal.parse(price)])),
		spread: Decimal.parse('0.002'),
		log: { info: log, warn: log },
	})
}

const makers = { sdk: startSdkMaker, reference: startReference } as const

for (const kind of ['sdk', 'reference'] as const) {
	test(`error: the ${kind} maker signs no order that is not at its prices, and says what is wrong with each`, async t => {
		const { url, signed, newOrders } = service.tell()
		const lines: string[] = []
		const maker = await makers[kind](url, lines)
		t.after(() => maker.stop())
		await until('it wants orders', () => newOrders.length > 0)
		for (const [what, lie] of Object.entries(newOrderLies)) {
			lines.length = 0
			newOrders[0]?.(lie.order(honestOrder(what)))
			await until(`it refuses ${what}`, () => lines.some(line => lie[kind].test(line)))
		}
		assert.deepEqual(signed, [])
		newOrders[0]?.(honestOrder('an honest one'))
		await until('it fills an honest order', () => signed.length === 1)
	})

	for (const [what, lie] of Object.entries({ ...feeLies, ...levelLies }))
		test(`error: the ${kind} maker signs nothing, and says why, if the service says that ${what}`, async t => {
			assert.ok(lie.sdk)
			const { url, signed, newOrders } = service.tell(lie)
			const lines: string[] = []
			const maker = await makers[kind](url, lines).catch(error => void lines.push((error as Error).message))
			if (maker !== undefined) {
				t.after(() => maker.stop())
				await until('it wants orders', () => newOrders.length > 0)
				lines.length = 0
				newOrders[0]?.(honestOrder(what))
			}
			await until('it says why', () => lines.length > 0)
			assert.match(lines.join('\n'), lie.sdk)
			assert.deepEqual(signed, [])
		})
}
