import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Decimal, FeeInfo } from '@accord/protocol'
import { marketListOperations, operations } from '@accord/protocol/contract'
import {
	type Candle,
	type CreatedSubintent,
	candleIntervals,
	DexClient,
	integratorReport,
	type Quote,
	sharedStreams,
} from '@accord/sdk'
import { InstamintClient, type NewOrder } from '@accord/sdk/maker'
import { readBook, untilShown } from '../network/book-text.ts'
import { askOperator, operatorSetting } from '../network/operator-request.ts'
import type { Participant } from '../network/participant.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestMakerAccount, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { type Bundle, connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { limitOrder, placeOrder } from '../network/test-user.ts'
import { askTrade } from '../network/trade-request.ts'
import { until } from '../network/until.ts'

const pair = { base: 'XRD', quote: 'xUSDC' }
const book = { pair: 'XRD/xUSDC', bids: ['0.05 1000'] }
const integrator = 'northern-dex'
const hundred = limitOrder({ sell: '100 XRD', buy: '5 xUSDC' })

/** What the SDK leaves out, and why. */
const leftOut: Readonly<Record<string, string>> = {
	submitOrderWalkThrough: 'submitOrder under the path of the specification’s walk-through',
	...Object.fromEntries(
		['getPage', 'getPageInfo', 'getOpenApi', 'getAsyncApi', 'getOpenRpc', 'getReference']
			.concat([
				'getTradeReference',
				'getFlashReference',
				'getSolverReference',
				'getGuide',
				'getGuideText',
				'getLlmsText',
				'getVectors',
			])
			.map(id => [id, 'a document or a page']),
	),
	...Object.fromEntries(Object.keys(marketListOperations).map(id => [id, 'what market lists ask'])),
}

let network: TestNetwork
let dex: DexClient
let integratorKey: string
let maker: TestMaker
let account: TestMakerAccount
let solver: TestSolver
let user: Participant
let instamint: InstamintClient

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 1, solvers: 1, settings: operatorSetting })
	;[user] = network.users as [Participant]
	;[account] = network.makers as [TestMakerAccount]
	const body = { code: integrator, account: account.account, share: '1' }
	;({ api_key: integratorKey } = await askOperator(network, 'POST /operator/integrators', { body }))
	dex = new DexClient({ baseUrl: network.service.url, apiKey: account.apiKey, integrator })
	instamint = new InstamintClient({ baseUrl: network.service.url, apiKey: account.apiKey })
	solver = connectSolver(network, network.solvers[0])
	maker = await connectMaker(network, account, { books: [book] })
})
after(() => network?.stop())

type Step = readonly [operationId: string, step: () => Promise<void>]

const serviceSteps: readonly Step[] = [
	[
		'getNetworkStatus',
		async () => {
			const { ledgerTimestampMs, serviceTimestampMs, ...status } = await dex.networkStatus()
			assert.deepEqual(status, { epoch: network.ledger.ledger.info.epoch, network: 'simulator', networkId: 242 })
			for (const atMs of [ledgerTimestampMs, serviceTimestampMs])
				assert.ok(Math.abs(atMs - network.clock.nowMs()) < 60_000, String(atMs))
		},
	],
	[
		'getVersion',
		async () => {
			const { version, apiVersion, ...rest } = await dex.version()
			assert.deepEqual(rest, { name: 'accord', network: 'simulator', networkId: testNetworkId })
			assert.match(`${version} ${apiVersion}`, /^\d+\.\d+\.\d+ \d+\.\d+\.\d+$/)
		},
	],
	[
		'getLimits',
		async () => {
			const { orders } = await dex.limits()
			assert.deepEqual([orders.expiresInSeconds, orders.executionCostXrd], [{ min: 15, max: 60 }, Decimal.parse('5')])
		},
	],
	['getLive', async () => assert.equal(await dex.live(), undefined)],
	[
		'getReady',
		async () => {
			const { isReady, checks } = await dex.ready()
			assert.deepEqual([isReady, checks.every(({ ok }) => ok)], [true, true])
		},
	],
	[
		'getTradeInfo',
		async () => {
			const { body } = await askTrade(network, '/trade/info')
			assert.deepEqual(await dex.info(), FeeInfo.parse(body))
		},
	],
	[
		'getTokens',
		async () => {
			const known = network.ledger.tokens.map(token => [token.symbol, token.resourceAddress, token.divisibility])
			const tokens = await dex.tokens()
			assert.deepEqual(
				tokens.map(token => [token.symbol, token.resourceAddress, token.divisibility]),
				known,
			)
		},
	],
	[
		'getTokenPairs',
		async () => {
			const pairs = await dex.tokenPairs()
			assert.deepEqual(
				pairs.flatMap(({ base, quote, via }) => (via === undefined ? `${base}/${quote}` : [])),
				['XRD/xUSDC', 'xwBTC/xUSDC', 'xETH/xUSDC', 'xUSDT/xUSDC'],
			)
			assert.deepEqual(
				pairs.find(({ quote }) => quote === 'xETH'),
				{ base: 'XRD', quote: 'xETH', quoted: false, via: ['xUSDC'] },
			)
		},
	],
	['getAccountLevel', async () => assert.equal(await dex.accountLevel(user.account), 0)],
	[
		'getAccounts',
		async () => {
			const accounts = await dex.accounts()
			assert.deepEqual(
				accounts.map(({ address }) => address),
				[account.account],
			)
			const held = new Map(accounts[0]?.balances.map(({ symbol, amount }) => [symbol, Decimal.format(amount)]))
			assert.equal(held.get('xUSDC'), network.balances(account.account).xUSDC)
		},
	],
]

let quoted: Quote
let created: CreatedSubintent
let signed: string
let subintentId: string
let bundle: Bundle

const orderSteps: readonly Step[] = [
	[
		'getOrderBook',
		async () => {
			const { sequence, atMs, ...shown } = await dex.orderBook(pair, { depth: 1 })
			assert.deepEqual(shown, readBook(book))
			assert.ok(sequence > 0 && atMs > 0)
		},
	],
	[
		'streamOrderBook',
		async () => {
			for await (const { sequence, atMs, ...shown } of dex.followOrderBook(pair)) {
				assert.deepEqual(shown, readBook(book))
				assert.ok(sequence > 0 && atMs > 0)
				break
			}
		},
	],
	[
		'quoteOrder',
		async () => {
			quoted = await dex.requestQuote({ pair, sell: hundred.sell, account: user.account })
			assert.deepEqual(quoted.limitOrder, hundred)
			const { limitOrder, fee } = await dex.quote({ account: user.account, sell: hundred.sell, buy: 'xUSDC' })
			assert.deepEqual([limitOrder, fee], [quoted.limitOrder, quoted.fee])
		},
	],
	[
		'composeOrder',
		async () => {
			const { fee } = await dex.quote({ account: user.account, sell: hundred.sell, buy: 'xUSDC' })
			assert.equal(await dex.compose({ account: user.account, limitOrder: hundred, fee }), quoted.manifest)
		},
	],
	[
		'parseOrder',
		async () => {
			const { violations, ...parsed } = await dex.parse({ manifest: quoted.manifest ?? '' })
			assert.deepEqual(violations, [])
			assert.deepEqual(parsed, { limitOrder: hundred, account: user.account, fee: quoted.fee })
		},
	],
	[
		'createSubintent',
		async () => {
			created = await dex.createSubintent({ manifest: quoted.manifest ?? '', expiresInSeconds: 45 })
			const { subintent, subintentHash, subintentId, expiresAtS } = created
			const parsed = await dex.parse({ subintent })
			assert.deepEqual([parsed.subintentId, parsed.expiresAtS], [subintentId, expiresAtS])
			assert.match(subintentHash, /^[0-9a-f]{64}$/)
		},
	],
	[
		'signSubintent',
		async () => {
			const { curve, publicKey, sign } = user.keyPair
			const signature = { curve, publicKey, signature: sign(created.subintentHash).signature }
			signed = await dex.sign({ subintent: created.subintent, signatures: [signature] })
			const parsed = await dex.parse({ signedPartialTransaction: signed })
			assert.deepEqual([parsed.subintentId, parsed.violations], [created.subintentId, []])
			subintentId = created.subintentId
		},
	],
	[
		'checkOrder',
		async () => {
			const checked = await dex.check({ signedPartialTransaction: signed })
			assert.deepEqual([checked.valid, checked.violations, checked.subintentId], [true, [], subintentId])
		},
	],
	[
		'submitOrder',
		async () => {
			// The maker has 3 s to answer; while the clock stands still a slow machine gets them too.
			bundle = await network.clock.standStill(async () => {
				assert.equal(await dex.submitOrder(signed), subintentId)
				return solver.bundleOf({ subintentId })
			})
		},
	],
	[
		'getOrderStatus',
		async () => {
			assert.equal((await dex.order(subintentId)).state, 'published')
			await settle(network, solver, bundle)
			const status = await dex.order(subintentId, { waitSeconds: 30 })
			assert.deepEqual([status.state, status.account, status.fee], ['settled', user.account, quoted.fee])
		},
	],
	[
		'getOrderStatuses',
		async () => {
			const { orders, unknown } = await dex.orders([subintentId])
			assert.deepEqual([orders, unknown], [[await dex.order(subintentId)], []])
		},
	],
	[
		'streamOrderEvents',
		async () => {
			const states: string[] = []
			for await (const { state } of dex.followOrder(subintentId)) states.push(state)
			assert.deepEqual(states, ['accepted', 'filled', 'published', 'settled'])
		},
	],
	[
		'getTrades',
		async () => {
			const { trades } = await dex.trades({ pair, limit: 10 })
			assert.deepEqual(
				trades.map(trade => [trade.subintentId, trade.price, trade.baseAmount]),
				[[subintentId, Decimal.parse('0.05'), Decimal.parse('100')]],
			)
		},
	],
	[
		'getAccountOrders',
		async () => assert.deepEqual(await dex.accountOrders(user.account), { orders: [await dex.order(subintentId)] }),
	],
	[
		'streamTrades',
		async () => {
			for await (const event of dex.followTrades(pair)) {
				const told = event.event === 'snapshot' ? event.trades : [event.trade]
				if (told.length === 0) continue
				assert.deepEqual(told, (await dex.trades({ pair })).trades)
				break
			}
		},
	],
	[
		'streamCombined',
		async () => {
			const shared = new DexClient({ baseUrl: network.service.url, fetch: sharedStreams() })
			for await (const { sequence } of shared.followOrderBook(pair)) {
				assert.equal(sequence, (await dex.orderBook(pair)).sequence)
				break
			}
		},
	],
	[
		'getCandles',
		async () => {
			let candles: readonly Candle[] = []
			await until('the trade to be counted', async () => {
				candles = (await dex.candles(pair, { interval: '1d', limit: 1 })).candles
				return candles.length > 0
			})
			const [{ startMs, ...candle } = { startMs: 1 }] = candles
			const price = Decimal.parse('0.05')
			assert.equal(startMs % candleIntervals['1d'], 0)
			assert.deepEqual(candle, {
				...{ open: price, high: price, low: price, close: price },
				baseVolume: Decimal.parse('100'),
				quoteVolume: Decimal.parse('5'),
				trades: 1,
			})
		},
	],
	[
		'getTradeTrace',
		async () => {
			const trace = await dex.tradeTrace(subintentId)
			assert.deepEqual([trace.subintentId, trace.state, trace.limitOrder], [subintentId, 'settled', quoted.limitOrder])
			assert.equal(trace.share?.integrator, integrator)
		},
	],
	[
		'getIntegratorReport',
		async () => {
			const ofIntegrator = { baseUrl: network.service.url, apiKey: integratorKey }
			const { balances, trades, ...report } = await integratorReport(ofIntegrator, integrator, { limit: 10 })
			const fee = quoted.fee.platformAmount
			assert.deepEqual(report, { code: integrator, account: account.account, share: Decimal.one, state: 'valid' })
			assert.deepEqual(balances, [{ symbol: 'XRD', earned: fee, paid: fee, owed: Decimal.zero }])
			assert.deepEqual(
				trades.map(trade => [trade.subintentId, trade.earned, trade.paid]),
				[[subintentId, fee, fee]],
			)
		},
	],
]

const makerSteps: readonly Step[] = [
	[
		'getMakerBooks',
		async () => {
			const books = await maker.client.api.books()
			assert.deepEqual(
				books.map(({ pair, bids, notInForceBecause }) => [pair, bids, notInForceBecause]),
				[[pair, [{ price: Decimal.parse('0.05'), amount: Decimal.parse('1000') }], undefined]],
			)
		},
	],
	[
		'getMakerOrders',
		async () => {
			await maker.told(['started', 'Settled'])
			const { orders } = await maker.client.api.orders({ state: 'filled', pair })
			assert.deepEqual(
				orders.map(({ id, filled }) => [id, filled?.state]),
				[[maker.newOrders[0]?.id, 'Settled']],
			)
		},
	],
	[
		'getMakerStats',
		async () => {
			const { orders, breaker } = await maker.client.api.stats()
			assert.deepEqual(
				[orders, breaker.sample],
				[{ asked: 1, filled: 1, rejected: 0, timedOut: 0, fillRefused: 0, calledOff: 0 }, 1],
			)
		},
	],
	[
		'getMakerPerformance',
		async () => {
			const { pairs } = await maker.client.api.performance()
			assert.deepEqual(
				pairs.map(({ pair: { base }, asked }) => [base, asked.orders]),
				[['XRD', 1]],
			)
		},
	],
	[
		'checkFill',
		async () => {
			const { newOrders, client } = maker
			const [{ id, fill }] = newOrders as [NewOrder]
			const order = { sell: fill.sell, buy: fill.buy }
			const { signedPartialTransaction } = maker.sign({ fill: order })
			const { violations } = await client.api.checkFill(id, { signedPartialTransaction })
			assert.deepEqual(
				violations.map(({ rule }) => rule),
				['already_filled'],
			)
			await refusedWith('already_filled', client.api.composeFill({ account: account.account, orderId: id }))
		},
	],
	['getMakerLimits', async () => assert.deepEqual((await maker.client.api.limits()).sessions, { open: 1, max: 64 })],
	[
		'pauseMaker',
		async () => {
			const pauses = await maker.client.api.pause('lunch')
			assert.deepEqual(
				pauses.map(({ by, reason }) => [by, reason]),
				[['maker', 'lunch']],
			)
		},
	],
	['resumeMaker', async () => assert.deepEqual(await maker.client.api.resume(), [])],
	[
		'cancelOrder',
		async () => {
			await maker.leave()
			const silent = await connectMaker(network, account, { answer: () => undefined })
			await silent.quote(book)
			await untilShown(network, book)
			const order = await network.clock.standStill(() => placeOrder(network, user, hundred))
			const { curve, publicKey, sign } = user.keyPair
			const cancelled = await dex.cancelOrder(order.subintentId, ({ hash }) => {
				return { curve, publicKey, signature: sign(hash).signature }
			})
			assert.deepEqual([cancelled.subintentId, cancelled.state], [order.subintentId, 'cancelled'])
		},
	],
]

const instamintSteps: readonly Step[] = [
	[
		'getInstamintInfo',
		async () => {
			const { component, badge } = network.ledger.instamint
			assert.deepEqual(await instamint.info(), { component, customerBadgeResource: badge })
		},
	],
	[
		'getInstamintTokens',
		async () => {
			const tokens = await instamint.tokens()
			assert.deepEqual(tokens.map(({ symbol }) => symbol).toSorted(), ['xETH', 'xUSDC', 'xUSDT', 'xwBTC'])
			for (const { repaymentTokens, ...token } of tokens) assert.deepEqual(repaymentTokens, [token])
		},
	],
	[
		'getInstamintAccount',
		async () => {
			const id = network.ledger.instamint.customers.find(customer => customer.account === account.account)?.id
			assert.deepEqual(await instamint.account(), { address: account.account, badgeIds: [`#${id}#`] })
		},
	],
	[
		'getInstamintAccounts',
		async () => {
			const [first, ...others] = await instamint.accounts()
			assert.deepEqual(first, {
				...(await instamint.account()),
				allowanceXrd: Decimal.parse('1000000'),
				loansXrd: Decimal.zero,
				loans: [],
				paybackAddresses: await instamint.paybackAddresses(),
			})
			assert.deepEqual(others, [])
		},
	],
	['getInstamintAllowance', async () => assert.equal(await instamint.allowance(), Decimal.parse('1000000'))],
	['getInstamintBalance', async () => assert.deepEqual(await instamint.loans(), [])],
	[
		'getPaybackAddresses',
		async () => {
			const [{ chain, address } = { chain: '', address: '' }] = await instamint.paybackAddresses()
			assert.match(`${chain} ${address}`, /^Radix account_sim1\w+$/)
		},
	],
]

const steps = [...serviceSteps, ...orderSteps, ...makerSteps, ...instamintSteps]
const timesAnswered = (id: string) => network.recorder?.seen.get(`${id} 200`) ?? 0

for (const [id, step] of steps) {
	// shows SDK: The whole public contract, typed
	test(`${id}: the SDK calls it and returns its answer typed`, async () => {
		const before = timesAnswered(id)
		await step()
		await until(`${id} to be answered`, () => timesAnswered(id) > before)
	})
}

// shows SDK: The whole public contract, typed
test('the SDK has every operation of the public contract, except documents', () => {
	const asked = new Set([...steps.map(([id]) => id), ...Object.keys(leftOut)])
	const ids = Object.keys(operations)
	assert.deepEqual(
		ids.filter(id => !asked.has(id)),
		[],
	)
	assert.deepEqual(
		[...asked].filter(id => !ids.includes(id)),
		[],
	)
})
