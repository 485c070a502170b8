import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { notReadyWire } from '@accord/protocol'
import { clockAhead, ofNetwork, stoppedReplica, versionBack } from '../network/gateway-lies.ts'
import { GatewayProxy } from '../network/gateway-proxy.ts'
import { operatorSetting } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import { type PublishedTrade, publishTrade } from '../network/published-trade.ts'
import { connectMaker, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { limitOrder, signLimitOrder } from '../network/test-user.ts'
import { askTrade, refusedTrade } from '../network/trade-request.ts'
import { untilEqual } from '../network/until.ts'

const book = { pair: 'XRD/xUSDC', bids: ['0.05 1000000'] }
const sale = { sell: '100 XRD', buy: '5 xUSDC' }

let gateway: GatewayProxy
let network: TestNetwork
let solver: TestSolver
let maker: TestMaker
let trade: PublishedTrade
const told: ('started' | 'Settled')[] = []

before(async () => {
	gateway = await GatewayProxy.start()
	network = await startTestNetwork({
		users: 2,
		makers: 1,
		solvers: 1,
		gatewayProxy: gateway,
		settings: operatorSetting,
	})
	solver = connectSolver(network, network.solvers[0])
	maker = await connectMaker(network, network.makers[0], { books: [book], fillExpiresInS: 55 })
})
after(async () => {
	await network?.stop()
	gateway?.stop()
})
beforeEach(async () => {
	trade = await publishTrade(network, solver, { user: network.users[0], order: sale })
	told.push('started')
	await maker.told(told)
})
afterEach(() => gateway.beHonest())

type WrongGateway = {
	name: string
	begin: () => void
	/** The ledger's part of the readiness answer. */
	says: RegExp
	/** The metric that counts it. */
	metric: string
	/** Seconds after which a refused order may be sent again. */
	retryAfterS?: number
	/** How long it is wrong, and how long the service then takes to ask again. */
	lastsS?: number
	recoversInS?: number
	/** Nothing that the service does ends meanwhile. */
	isSlow?: boolean
}

const doubts = (reason: string) => `accord_gateway_doubts_total{reason="${reason}"}`
const failures = 'accord_gateway_failures_total'

const cases: WrongGateway[] = [
	{
		name: 'lying: its ledger’s clock is 120 s ahead',
		begin: () => {
			gateway.lie = clockAhead(120)
		},
		says: /^the Gateway is not believed: its ledger’s clock is 1\d\d s ahead of ours$/,
		metric: doubts('clock'),
	},
	{
		name: 'lying: its ledger’s clock is 30 s behind',
		begin: () => {
			gateway.lie = clockAhead(-30)
		},
		says: /^the Gateway is not believed: its ledger’s clock is \d\d s behind ours$/,
		metric: doubts('clock'),
	},
	{
		name: 'lying: its state version goes back',
		begin: () => {
			gateway.lie = versionBack(3)
		},
		says: /^the Gateway is not believed: its ledger went back from state version \d+ to \d+ while its clock went on$/,
		metric: doubts('version'),
	},
	{
		name: 'lying: it changes the network',
		begin: () => {
			gateway.lie = ofNetwork('mainnet')
		},
		says: /^the Gateway is not believed: it answers for mainnet, not for simulator$/,
		metric: doubts('network'),
	},
	{
		name: 'lagging: it repeats a state of 11 s ago',
		begin: () => {
			gateway.lie = stoppedReplica()
		},
		lastsS: 12,
		says: /^the Gateway is not believed: its ledger’s clock is 1\d s behind ours$/,
		metric: doubts('clock'),
	},
	{
		name: 'answering 500',
		begin: () => {
			gateway.instead = { status: 500, body: '{"message":"of no concern to anyone","code":500}' }
		},
		says: /^it cannot be reached$/,
		metric: failures,
	},
	{
		name: 'answering 429 with Retry-After',
		begin: () => {
			gateway.instead = { status: 429, headers: { 'retry-after': '30' } }
		},
		says: /^the Gateway asked for no calls for 2\d s$/,
		metric: failures,
		retryAfterS: 20,
		recoversInS: 28,
	},
	{
		name: 'sending something other than JSON',
		begin: () => {
			gateway.instead = { status: 200, body: '<html>Welcome!</html>' }
		},
		says: /^the Gateway’s answer cannot be read$/,
		metric: failures,
	},
	{
		name: 'sending JSON of another shape',
		begin: () => {
			gateway.instead = {
				status: 200,
				body: '{"ledger_state":{"state_version":"1e9","proposer_round_timestamp":"soon"}}',
			}
		},
		says: /^the Gateway’s answer cannot be read$/,
		metric: failures,
	},
	{
		name: 'slow: it does not answer',
		begin: () => gateway.hold(),
		isSlow: true,
		says: /^(no answer within 2 s|the Gateway did not answer in time)$/,
		metric: failures,
	},
]

describe('while the Gateway is wrong, readiness says why, orders are refused and no outcome is written: it is', () => {
	for (const { name, begin, says, metric, ...rest } of cases) {
		const { retryAfterS = 1, lastsS = 3, recoversInS = 1, isSlow = false } = rest
		test(name, async () => {
			const before = await metricOf(metric)
			begin()
			if (isSlow) network.clock.advance(lastsS)
			else await pass(lastsS)
			const problem = await refusedTrade(network, '/health/ready', { status: 503, code: 'ledger_unavailable' })
			const ledger = notReadyWire.parse(problem).checks.find(check => check.name === 'ledger')
			assert.match(ledger?.detail ?? '', says)
			await refuseAnOrder(retryAfterS)
			assert.ok((await metricOf(metric)) > before, metric)
			assert.equal((await network.dex.order(trade.order.subintentId)).state, 'published')
			await maker.told(told)
			gateway.beHonest()
			await pass(recoversInS)
			await settleTheTrade()
			await untilEqual('readiness', async () => (await askTrade(network, '/health/ready')).status, 200)
		})
	}
})

for (const [seconds, isReady] of [
	[30, false],
	[-30, false],
	[6, true],
	[-6, true],
] as const) {
	test(`a ledger clock ${seconds} s off is a metric, which fires an alert beyond 5 s; readiness and orders ${isReady ? 'continue' : 'stop'}`, async () => {
		gateway.lie = clockAhead(seconds)
		await pass(2)
		assert.equal((await askTrade(network, '/health/ready')).status, isReady ? 200 : 503)
		const skewS = await metricOf('accord_ledger_clock_skew_seconds')
		assert.ok(Math.abs(skewS - seconds) < 3, String(skewS))
		if (isReady) await checkAnOrder()
		else await refuseAnOrder(1)
		gateway.beHonest()
		await pass(2)
		await settleTheTrade()
	})
}

test('a ledger clock 120 s ahead for 3 s changes no record', async () => {
	gateway.lie = clockAhead(120)
	await pass(3)
	assert.equal((await network.dex.order(trade.order.subintentId)).state, 'published')
	gateway.beHonest()
	await settleTheTrade()
})

test('a ledger clock 8 s ahead, within the bound, expires nothing before our own clock', async () => {
	const leftS = trade.order.expiresAtS - network.clock.nowMs() / 1000
	network.clock.advance(leftS - 7)
	gateway.lie = clockAhead(8)
	await pass(3)
	assert.equal((await network.dex.order(trade.order.subintentId)).state, 'published')
	gateway.beHonest()
	await settleTheTrade()
})

test('no call is made before a Retry-After has passed, whoever asks', async () => {
	gateway.instead = { status: 429, headers: { 'retry-after': '30' } }
	await pass(1)
	await network.drain()
	const { requests } = gateway
	for (let n = 0; n < 20; n++) {
		await pass(1)
		await refuseAnOrder(1)
	}
	assert.equal(gateway.requests, requests)
	gateway.beHonest()
	await pass(10)
	await settleTheTrade()
	assert.ok(gateway.requests > requests)
})

/** Seconds pass, and every loop runs in each half of them. */
async function pass(seconds: number): Promise<void> {
	for (let n = 0; n < seconds * 2; n++) {
		network.clock.advance(0.5)
		await network.drain()
	}
}

async function checkAnOrder(): Promise<void> {
	const body = { signed_partial_transaction: trade.order.signedPartialTransaction }
	assert.equal((await askTrade(network, '/trade/orders/check', { body })).status, 200)
}

async function refuseAnOrder(retryAfterS: number): Promise<void> {
	const [, user] = network.users
	assert.ok(user !== undefined)
	const { signedPartialTransaction } = signLimitOrder(network, user, limitOrder(sale))
	const body = { signed_partial_transaction: signedPartialTransaction }
	const problem = await refusedTrade(network, '/trade/orders', { body, status: 503, code: 'ledger_unavailable' })
	assert.ok(Number((problem as { retry_after_s?: number }).retry_after_s) >= retryAfterS, JSON.stringify(problem))
}

async function settleTheTrade(): Promise<void> {
	const { transactionId } = await settle(network, solver, trade.bundle)
	const status = await untilState(network, trade.order, 'settled')
	assert.equal(status.transactionId, transactionId)
	told.push('Settled')
	await maker.told(told)
}

/** The sum of all samples whose name and labels begin like this. */
async function metricOf(metric: string): Promise<number> {
	const text = await (await fetch(`${network.service.operatorUrl}/metrics`)).text()
	const samples = text.split('\n').filter(line => line.startsWith(metric))
	return samples.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}
