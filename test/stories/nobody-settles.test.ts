import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { untilShown } from '../network/book-text.ts'
import { everyPath, GatewayProxy, noPath } from '../network/gateway-proxy.ts'
import { untilState, wayOf } from '../network/order-state.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker, silent, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver, tryRoot } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'

const fullBook = { pair: 'XRD/xUSDC', bids: ['0.05 1000'] }
const takenBook = { pair: 'XRD/xUSDC', bids: ['0.05 900'] }
const sale = { sell: '100 XRD', buy: '5 xUSDC' }

let gateway: GatewayProxy
let network: TestNetwork
let solver: TestSolver
let maker: TestMaker
let stories = 0

before(async () => {
	gateway = await GatewayProxy.start()
	network = await startTestNetwork({ users: 1, makers: 5, solvers: 2, gatewayProxy: gateway })
	solver = connectSolver(network, network.solvers[0])
})
after(async () => {
	await network?.stop()
	gateway?.stop()
})
beforeEach(async () => {
	gateway.failing = noPath
	maker = await connectMaker(network, network.makers[stories++], { books: [fullBook], answer: silent })
})
afterEach(async () => {
	network.clock.thaw()
	await maker.leave()
})

/** An order that its maker has filled and the service has published. */
function publish() {
	return network.clock.standStill(async () => {
		const order = await placeOrder(network, network.users[0], sale)
		await maker.fill(await maker.asked())
		return { order, bundle: await solver.bundleOf(order) }
	})
}

test('without any solver the order expires, its fill ends Expired and its liquidity returns to the book', async () => {
	const { order } = await publish()
	await untilShown(network, takenBook)
	network.clock.advance(46)
	const status = await untilState(network, order, 'expired')
	assert.deepEqual(wayOf(status), { history: ['accepted', 'filled', 'published', 'expired'], parts: ['filled'] })
	assert.equal(status.transactionId, undefined)
	await maker.told(['started', 'Expired'])
	await untilShown(network, fullBook)
})

// shows decision 25: Open bundles are sent on connecting
test('an expired bundle is not sent to a solver that connects later, an open one is', async () => {
	const { order, bundle } = await publish()
	const late = connectSolver(network, network.solvers[1])
	assert.deepEqual(await late.bundleOf(order), bundle)
	assert.equal(late.bundles.length, 1)
	late.close()
	network.clock.advance(46)
	await untilState(network, order, 'expired')
})

test('a ledger that rejects the root decides nothing: the order stays published until it settles or expires', async () => {
	const { order, bundle } = await publish()
	const { outcome, errorMessage } = await tryRoot(network, solver, bundle, { lockFeeXrd: '0' })
	assert.equal(outcome, 'Rejected', errorMessage)
	network.clock.advance(2)
	await network.drain()
	assert.equal((await network.dex.order(order.subintentId)).state, 'published')
	await maker.told(['started'])
	await untilShown(network, takenBook)
	network.clock.advance(46)
	await untilState(network, order, 'expired')
	await maker.told(['started', 'Expired'])
	await untilShown(network, fullBook)
})

// shows error: ledger_unavailable
test('while the Gateway does not answer, nothing is accepted and nothing is decided', async () => {
	network.clock.freeze()
	const order = await placeOrder(network, network.users[0], sale)
	const asked = await maker.asked()
	const fill = maker.sign(asked).signedPartialTransaction
	gateway.failing = everyPath
	await refusedWith('ledger_unavailable', placeOrder(network, network.users[0], sale))
	await refusedWith('ledger_unavailable', maker.client.fill(asked.id, fill))
	gateway.failing = noPath
	await maker.client.fill(asked.id, fill)
	const bundle = await solver.bundleOf(order)

	network.clock.thaw()
	gateway.failing = everyPath
	const { transactionId } = await settle(network, solver, bundle)
	for (const path of [everyPath, /subintent-status|stream\/transactions/]) {
		gateway.failing = path
		network.clock.advance(60)
		await network.drain()
		assert.equal((await network.dex.order(order.subintentId)).state, 'published')
	}
	await maker.told(['started'])

	gateway.failing = noPath
	network.clock.advance(1)
	assert.equal((await untilState(network, order, 'settled')).transactionId, transactionId)
	await maker.told(['started', 'Settled'])
})

// shows decision 32: None of our programs signs a hash that it did not compute
// shows decision 33: An outer is signed only from the stored bytes
test('an order whose row differs from its bytes is never signed for: it ends unfilled, its fill Released', async () => {
	network.clock.freeze()
	const order = await placeOrder(network, network.users[0], sale)
	const { db } = network.service
	await db.updateTable('order').set({ platform_fee: '0.05' }).where('subintent_id', '=', order.subintentId).execute()
	await maker.fill(await maker.asked())
	await network.drain()
	assert.equal((await network.dex.order(order.subintentId)).state, 'filled')
	network.clock.advance(41)
	const status = await untilState(network, order, 'unfilled')
	assert.deepEqual(wayOf(status), { history: ['accepted', 'filled', 'unfilled'], parts: ['filled'] })
	await maker.told(['started', 'Released'])
	await untilShown(network, fullBook)
})
