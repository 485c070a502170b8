import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startReferenceMaker, startReferenceSolver } from '@accord/bots'
import { Decimal, isTerminalOrderState, type OrderStatus } from '@accord/protocol'
import { balanceChanges } from '../network/balances.ts'
import { type Crowd, countEndings, startCrowd } from '../network/crowd.ts'
import { assertWhole, entriesOf, FillLog } from '../network/fill-log.ts'
import { feesSince, readTotals, type Totals } from '../network/ledger-totals.ts'
import { startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { until } from '../network/until.ts'

// All tests of this file examine one run: 20 users, 300 trades, 50 at a time, and the reference bots on the other side.

let network: TestNetwork
let crowd: Crowd
let start: Totals
let orders: OrderStatus[]
const opened = new AsyncDisposableStack()

before(async () => {
	network = await startTestNetwork({ users: 20, makers: 1, solvers: 1 })
	opened.defer(() => network.stop())
	await startBots()
	start = await totals()
	crowd = startCrowd(network.dex, { traders: network.users, trades: 300, atOnce: 50, networkId: testNetworkId })
	await crowd.ended
	const accepted = crowd.trades.filter(({ isAcknowledged }) => isAcknowledged)
	orders = await Promise.all(accepted.map(({ subintentId = '' }) => network.dex.order(subintentId)))
})
after(() => opened.disposeAsync())

test('every trade settles or ends in a named state', t => {
	const endings = countEndings(crowd)
	t.diagnostic(JSON.stringify(endings))
	assert.equal(crowd.trades.length, 300)
	assert.equal(endings.nothing, undefined)
	assert.ok((endings.settled ?? 0) > 150, JSON.stringify(endings))
})

test('every acknowledged order is still there, in the terminal state that its trader was shown', () => {
	const shown = crowd.trades.flatMap(({ isAcknowledged, status }) => (isAcknowledged && status ? [status] : []))
	assert.deepEqual(orders, shown)
	assert.ok(orders.every(({ state }) => isTerminalOrderState(state)))
})

// shows states: Rule 1: numbers grow by 1, the channel restarts from any earlier point
// shows decision 30: Sequence numbers have no gaps
test('every fill has started and completed, and the numbers of the log have no holes', async t => {
	const [maker] = network.makers
	assert.ok(maker)
	const log = await FillLog.open({ flashUrl: network.flashUrl, apiKey: maker.apiKey })
	opened.defer(() => log.close())
	await until('the whole fill log', () => log.entries.length >= entriesOf(orders))
	const outcomes = assertWhole(log.entries)
	t.diagnostic(JSON.stringify(outcomes))
	assert.equal(log.entries.length, entriesOf(orders))
	assert.equal(outcomes.Settled, countEndings(crowd).settled)
})

test('the total of every token is unchanged, except for the network fees', async () => {
	const end = await totals()
	const fees = await feesSince(network.ledger.url, start)
	assert.ok(fees > 0n)
	assert.deepEqual(balanceChanges(start.held, end.held), { XRD: Decimal.format(Decimal.negate(fees)) })
})

test('an order submitted again gets the same answer and trades nothing', async () => {
	const handedIn = crowd.trades.filter(({ isAcknowledged }) => isAcknowledged)
	const answers = await Promise.all(
		handedIn.map(({ signedPartialTransaction = '' }) => network.dex.submitOrder(signedPartialTransaction)),
	)
	assert.deepEqual(
		answers,
		handedIn.map(({ subintentId }) => subintentId),
	)
	await network.drain()
	const after = await Promise.all(orders.map(({ subintentId }) => network.dex.order(subintentId)))
	assert.deepEqual(after, orders)
})

function totals(): Promise<Totals> {
	const { users, makers, solvers, serviceAccount, ledger, tokens } = network
	return readTotals({
		gatewayUrl: ledger.url,
		accounts: [
			...[...users, ...makers, ...solvers].map(({ account }) => account),
			serviceAccount,
			ledger.treasury.account,
		],
		symbols: new Map([...tokens.values()].map(({ symbol, resourceAddress }) => [resourceAddress, symbol])),
	})
}

async function startBots(): Promise<void> {
	const { flashUrl, solverUrl, clock, ledger, service } = network
	const [account, solver] = [network.makers[0], network.solvers[0]]
	assert.ok(account && solver)
	const log = { info: () => undefined, warn: () => undefined }
	const common = { gatewayUrl: ledger.url, networkId: testNetworkId, clock, log }
	const prices = { XRD: '0.05', xUSDC: '1', xUSDT: '1', xwBTC: '60000', xETH: '3000' }
	const midPrices = new Map(Object.entries(prices).map(([symbol, price]) => [symbol, Decimal.parse(price)]))
	const pricing = { midPrices, spread: Decimal.parse('0.002'), depth: 5, seed: 1 }
	const settling = await startReferenceSolver({ ...common, ...solver, solverUrl })
	opened.defer(() => settling.stop())
	const maker = await startReferenceMaker({ ...common, ...pricing, ...account, flashUrl, baseUrl: service.url })
	opened.defer(() => maker.stop())
	await until('the maker’s books', async () => {
		const books = await Promise.all((await network.dex.tokenPairs()).map(pair => network.dex.orderBook(pair)))
		return books.every(({ bids, asks }) => bids.length > 0 && asks.length > 0)
	})
}
