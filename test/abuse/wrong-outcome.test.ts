import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { CandleInterval, Trade } from '@accord/protocol'
import { MakerApi } from '@accord/sdk/maker'
import { pino } from 'pino'
import { FillLog } from '../network/fill-log.ts'
import { credulous, forgetful } from '../network/gateway-lies.ts'
import { GatewayProxy } from '../network/gateway-proxy.ts'
import { operatorSetting } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import { publishTrade } from '../network/published-trade.ts'
import { connectMaker, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { untilEqual } from '../network/until.ts'

// A Gateway that lies consistently can make an outcome wrong. It does not go unnoticed.

const book = { pair: 'XRD/xUSDC', bids: ['0.05 1000000'] }
const sale = { sell: '100 XRD', buy: '5 xUSDC' }

let gateway: GatewayProxy
let network: TestNetwork
let solver: TestSolver
let maker: TestMaker
const errors: { msg: string; recorded?: string; outcome?: string; order?: string }[] = []

before(async () => {
	gateway = await GatewayProxy.start()
	const log = pino({ level: 'error' }, { write: line => errors.push(JSON.parse(line)) })
	network = await startTestNetwork({ makers: 1, solvers: 1, gatewayProxy: gateway, log, settings: operatorSetting })
	solver = connectSolver(network, network.solvers[0])
	maker = await connectMaker(network, network.makers[0], { books: [book] })
})
after(async () => {
	await network?.stop()
	gateway?.stop()
})
afterEach(() => gateway.beHonest())

test('a settlement that a Gateway hid is corrected within minutes: the expired order and its fill stay, and new entries say what the ledger did', async () => {
	const { order, bundle } = await publishTrade(network, solver, { user: network.users[0], order: sale })
	gateway.lie = forgetful
	const { transactionId } = await settle(network, solver, bundle)
	network.clock.advance(60)
	await untilState(network, order, 'expired')
	await maker.told(['started', 'Expired'])
	await truthComesOut(62)
	await maker.told(['started', 'Expired', 'Settled'])
	const status = await network.dex.order(order.subintentId)
	const { atMs = 0, ...correction } = status.correction ?? {}
	assert.ok(atMs > 0)
	assert.deepEqual([status.state, status.transactionId], ['expired', undefined])
	assert.deepEqual(correction, { state: 'settled', transactionId })
	assert.deepEqual(
		maker.executions.map(({ corrects }) => corrects),
		[undefined, undefined, 2],
	)
	assert.deepEqual(await newestFill(), ['Settled', transactionId, 1, 0])
	assert.equal(await metric('accord_corrections_total{outcome="Settled"}'), 2)
	const { trades } = await network.dex.trades()
	assert.deepEqual(
		trades.map(trade => [trade.subintentId, trade.transactionId]),
		[[order.subintentId, transactionId]],
	)
	await untilEqual('its candles', countedTrades, [1, 1, 1])
	const logged = errors.filter(line => line.order === order.subintentId)
	assert.deepEqual(
		logged.map(({ msg, recorded, outcome }) => [msg, recorded, outcome]),
		[['the ledger contradicts an outcome, which was corrected', 'Expired', 'Settled']],
	)
})

test('a false commit reported by a Gateway is corrected too; nothing is corrected twice', async () => {
	const { order } = await publishTrade(network, solver, { user: network.users[1], order: sale })
	gateway.lie = credulous
	network.clock.advance(60)
	await untilState(network, order, 'settled')
	await untilEqual('a candle that counts both', async () => (await countedTrades())[2], 2)
	const shown = followTrades()
	await untilEqual('both at a reader of the stream', () => shown.trades.length, 2)
	await truthComesOut(62)
	await maker.told(['started', 'Expired', 'Settled', 'started', 'Settled', 'Expired'])
	await truthComesOut(3_600)
	const status = await network.dex.order(order.subintentId)
	assert.deepEqual([status.state, status.correction?.state], ['settled', 'expired'])
	assert.deepEqual(await newestFill(), ['Expired', undefined, 1, 1])
	assert.equal(await metric('accord_corrections_total{outcome="Expired"}'), 2)
	assert.equal(await metric('accord_corrections_total{outcome="Settled"}'), 2)
	await untilEqual('candles that count the first only', countedTrades, [1, 1, 1])
	const { trades } = await network.dex.trades()
	assert.equal(trades.length, 1)
	await untilEqual('the first only, on the same connection', () => shown.trades, trades)
	// The second trade may have reached the stream after its first snapshot.
	const snapshots = shown.events.filter(event => event === 'snapshot')
	assert.equal(snapshots.length, 2)
})

test('a maker that reads its log from the start gets the corrections with the numbers that they correct', async () => {
	const log = await FillLog.open({ flashUrl: network.flashUrl, apiKey: maker.account.apiKey })
	network.atStop(() => log.close())
	await untilEqual('the whole log', () => log.entries.map(({ sequence_number, change }) => [sequence_number, change]), [
		[1, { started: {} }],
		[2, { completed: { outcome: 'Expired' } }],
		[3, { completed: { outcome: 'Settled', corrects: 2 } }],
		[4, { started: {} }],
		[5, { completed: { outcome: 'Settled' } }],
		[6, { completed: { outcome: 'Expired', corrects: 5 } }],
	])
})

/** The maker's newest fill as its list of orders has it, state and transaction; and how many settled and expired. */
async function newestFill(): Promise<readonly unknown[]> {
	const api = new MakerApi({ baseUrl: network.service.url, apiKey: maker.account.apiKey })
	const [{ orders }, { fills }] = await Promise.all([api.orders(), api.stats()])
	return [orders[0]?.filled?.state, orders[0]?.filled?.transactionId, fills.settled, fills.expired]
}

/** What a reader of the stream sees until the network stops, and by which events. */
function followTrades(): { readonly trades: readonly Trade[]; readonly events: readonly string[] } {
	const shown: { trades: readonly Trade[]; events: string[] } = { trades: [], events: [] }
	const leaving = new AbortController()
	network.atStop(() => leaving.abort())
	const read = async () => {
		for await (const event of network.dex.followTrades({ base: 'XRD', quote: 'xUSDC' }, { signal: leaving.signal })) {
			shown.events.push(event.event)
			shown.trades = event.event === 'snapshot' ? event.trades : [event.trade, ...shown.trades]
		}
	}
	void read()
	return shown
}

/** How many trades the candles of each length count. */
async function countedTrades(): Promise<number[]> {
	const counted = async (interval: CandleInterval) => {
		const { candles } = await network.dex.candles({ base: 'XRD', quote: 'xUSDC' }, { interval })
		return candles.reduce((sum, { trades }) => sum + trades, 0)
	}
	return Promise.all((['1m', '1h', '1d'] as const).map(counted))
}

/** The Gateway is honest again for this many seconds, in which the service compares what ended with the ledger. */
async function truthComesOut(seconds: number): Promise<void> {
	gateway.beHonest()
	network.clock.advance(seconds)
	for (let n = 0; n < 6; n++) {
		network.clock.advance(1)
		await network.drain()
	}
}

async function metric(name: string): Promise<number> {
	const text = await (await fetch(`${network.service.operatorUrl}/metrics`)).text()
	const line = text.split('\n').find(each => each.startsWith(`${name} `))
	return Number(line?.split(' ').at(-1))
}
