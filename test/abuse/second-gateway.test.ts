import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { forgetful } from '../network/gateway-lies.ts'
import { everyPath, GatewayProxy } from '../network/gateway-proxy.ts'
import { untilState } from '../network/order-state.ts'
import { type PublishedTrade, publishTrade } from '../network/published-trade.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'

// If a second Gateway is configured, nothing ends as expired unless both agree.

const book = { pair: 'XRD/xUSDC', bids: ['0.05 1000000'] }
const sale = { sell: '100 XRD', buy: '5 xUSDC' }

let first: GatewayProxy
let second: GatewayProxy
let network: TestNetwork
let solver: TestSolver
let trade: PublishedTrade

before(async () => {
	first = await GatewayProxy.start()
	second = await GatewayProxy.start()
	const settings = { ledger: { second_gateway_url: second.url } }
	network = await startTestNetwork({ users: 1, makers: 1, solvers: 1, gatewayProxy: first, settings })
	second.forwardTo(network.ledger.url)
	solver = connectSolver(network, network.solvers[0])
	await connectMaker(network, network.makers[0], { books: [book] })
})
after(async () => {
	await network?.stop()
	first?.stop()
	second?.stop()
})
beforeEach(async () => {
	trade = await publishTrade(network, solver, { user: network.users[0], order: sale })
})
afterEach(() => {
	first.beHonest()
	second.beHonest()
})

test('an order hidden by one Gateway and shown by the other is settled', async () => {
	first.lie = forgetful
	const { transactionId } = await settle(network, solver, trade.bundle)
	network.clock.advance(60)
	const status = await untilState(network, trade.order, 'settled')
	assert.equal(status.transactionId, transactionId)
})

test('while the second Gateway does not answer, nothing expires; when it agrees, it does', async () => {
	second.failing = everyPath
	network.clock.advance(60)
	for (let n = 0; n < 6; n++) {
		network.clock.advance(0.5)
		await network.drain()
	}
	assert.equal((await network.dex.order(trade.order.subintentId)).state, 'published')
	assert.ok(second.requests > 0)
	second.beHonest()
	await untilState(network, trade.order, 'expired')
})
