import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { untilShown } from '../network/book-text.ts'
import { untilState, wayOf } from '../network/order-state.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker, silent } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'

const fullBook = { pair: 'XRD/xUSDC', bids: ['0.05 1000'] }
const takenBook = { pair: 'XRD/xUSDC', bids: ['0.05 900'] }

let network: TestNetwork
let solver: TestSolver

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 3, solvers: 1 })
	solver = connectSolver(network, network.solvers[0])
})
afterEach(() => network.clock.thaw())
after(() => network?.stop())

/** The clock stands still, an order is placed, its maker is asked and has its fill ready. */
async function stopTheClock(makerNumber: number) {
	const maker = await connectMaker(network, network.makers[makerNumber - 1], { books: [fullBook], answer: silent })
	network.clock.freeze()
	const order = await placeOrder(network, network.users[0], { sell: '100 XRD', buy: '5 xUSDC' })
	const asked = await maker.asked()
	const fill = maker.sign(asked).signedPartialTransaction
	return { maker, order, asked, sendFill: () => maker.client.fill(asked.id, fill) }
}

const accepted = { 'a millisecond before its deadline': -1, 'at its deadline to the millisecond': 0 }

for (const [makerNumber, [when, offsetMs]] of Object.entries(accepted).entries()) {
	test(`a fill ${when} is accepted and settles`, async () => {
		const { maker, order, asked, sendFill } = await stopTheClock(makerNumber + 1)
		network.clock.set(asked.fillBeforeMs + offsetMs)
		await sendFill()
		const bundle = await solver.bundleOf(order)
		network.clock.thaw()
		await settle(network, solver, bundle)
		const status = await untilState(network, order, 'settled')
		assert.deepEqual(wayOf(status).parts, ['filled'])
		await maker.told(['started', 'Settled'])
		await maker.leave()
	})
}

// shows error: fill_too_late
test('a fill a millisecond after its deadline is too late, and the order ends unfilled', async () => {
	const { maker, order, asked, sendFill } = await stopTheClock(3)
	network.clock.set(asked.fillBeforeMs + 1)
	await refusedWith('fill_too_late', sendFill())
	network.clock.set(asked.fillBeforeMs + 300)
	await network.drain()
	assert.equal((await network.dex.order(order.subintentId)).state, 'awaiting_fills')
	await untilShown(network, takenBook)

	network.clock.advance(1)
	const status = await untilState(network, order, 'unfilled')
	assert.deepEqual(wayOf(status), { history: ['accepted', 'unfilled'], parts: ['timed_out'] })
	await untilShown(network, fullBook)
	await refusedWith('fill_too_late', sendFill())
	await maker.told([])
	await maker.leave()
})
