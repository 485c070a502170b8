import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { untilShown } from '../network/book-text.ts'
import { untilState, wayOf } from '../network/order-state.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker, silent } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'

const pair = 'XRD/xUSDC'
const fullBook = { pair, bids: ['0.05 1000'] }
const takenBook = { pair, bids: ['0.05 900'] }
const sale = { sell: '100 XRD', buy: '5 xUSDC' }

let network: TestNetwork
let solver: TestSolver

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 5, solvers: 1 })
	solver = connectSolver(network, network.solvers[0])
})
// Makers have 3 s to answer; the clock stands still so that a slow machine gets them too.
beforeEach(() => network.clock.freeze())
afterEach(() => network.clock.thaw())
after(() => network?.stop())

test('a silent maker: the order ends unfilled, and its reserved liquidity is back in the book', async () => {
	const maker = await connectMaker(network, network.makers[0], { books: [fullBook], answer: silent })
	const order = await placeOrder(network, network.users[0], sale)
	const asked = await maker.asked()
	await untilShown(network, takenBook)
	assert.deepEqual(wayOf(await network.dex.order(order.subintentId)), { history: ['accepted'], parts: ['asked'] })

	network.clock.advance(4)
	const status = await untilState(network, order, 'unfilled')
	assert.deepEqual(wayOf(status), { history: ['accepted', 'unfilled'], parts: ['timed_out'] })
	await untilShown(network, fullBook)
	await refusedWith('fill_too_late', maker.fill(asked))
	await maker.told([])
	await maker.leave()
})

// shows decision 2: A pair counts only while a session takes its orders, and is withdrawn 2 s after the session ended
test('a maker that disconnects before it answers: its book is withdrawn, and the order ends unfilled', async () => {
	const account = network.makers[1]
	const maker = await connectMaker(network, account, { books: [fullBook], answer: silent })
	const order = await placeOrder(network, network.users[0], sale)
	await maker.asked()
	maker.disconnect()
	await untilShown(network, { pair })
	await refusedWith('no_liquidity', placeOrder(network, network.users[0], sale))

	network.clock.advance(4)
	await untilState(network, order, 'unfilled')
	const back = await connectMaker(network, account, { books: [fullBook] })
	await untilShown(network, fullBook)
	await back.told([])
	assert.deepEqual(back.newOrders, [])
	await back.leave()
})

// shows decision 22: Open orders are sent on start_stream
test('a maker that disconnects and comes back in time is asked again and fills', async () => {
	const account = network.makers[2]
	const maker = await connectMaker(network, account, { books: [fullBook], answer: silent })
	const order = await placeOrder(network, network.users[0], sale)
	const asked = await maker.asked()
	maker.disconnect()
	const back = await connectMaker(network, account)
	assert.deepEqual(await back.asked(), asked)
	const bundle = await solver.bundleOf(order)
	network.clock.thaw()
	await settle(network, solver, bundle)
	await untilState(network, order, 'settled')
	await back.told(['started', 'Settled'])
	back.disconnect()
})

// shows Flash API: Multi-session rule 2: new orders go to every session with the stream on
// shows Flash API: Multi-session rule 3: fill updates go to every session with the stream on
// shows events: platform.new_orders.new
test('an order is sent to every session of its maker, any of them may fill it, and all are notified', async () => {
	const account = network.makers[3]
	const first = await connectMaker(network, account, { books: [fullBook], answer: silent })
	const second = await connectMaker(network, account, { answer: silent })
	const order = await placeOrder(network, network.users[0], sale)
	const asked = await first.asked()
	assert.deepEqual(await second.asked(), asked)
	await second.fill(asked)
	const bundle = await solver.bundleOf(order)
	network.clock.thaw()
	await settle(network, solver, bundle)
	await untilState(network, order, 'settled')
	for (const maker of [first, second]) {
		await maker.told(['started', 'Settled'])
		assert.deepEqual(maker.newOrders, [asked])
	}
	second.disconnect()
	await first.leave()
})

test('a maker that disconnects after its fill: the trade continues, and its log resumes where it was', async () => {
	const account = network.makers[4]
	const maker = await connectMaker(network, account, { books: [fullBook] })
	const order = await placeOrder(network, network.users[0], sale)
	const bundle = await solver.bundleOf(order)
	await maker.told(['started'])
	maker.disconnect()
	network.clock.thaw()
	await settle(network, solver, bundle)
	await untilState(network, order, 'settled')
	await untilShown(network, { pair })
	const back = await connectMaker(network, account, { executionsFrom: 2 })
	await back.told(['Settled'])
	back.disconnect()
})
