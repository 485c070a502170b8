import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { CheckedOrder, Decimal } from '@accord/protocol'
import { untilShown } from '../network/book-text.ts'
import { untilState } from '../network/order-state.ts'
import type { Participant } from '../network/participant.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker, silent } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { limitOrder, placeOrder, signLimitOrder } from '../network/test-user.ts'
import { askTrade, refusedTrade } from '../network/trade-request.ts'

const pair = 'XRD/xUSDC'

let network: TestNetwork
let solver: TestSolver

before(async () => {
	const settings = { limits: { exposure_per_maker_xrd: '1000' } }
	network = await startTestNetwork({ users: 2, makers: 5, solvers: 1, settings })
	solver = connectSolver(network, network.solvers[0])
})
beforeEach(() => network.clock.freeze())
afterEach(() => network.clock.thaw())
after(() => network?.stop())

// shows maker addition: A cap on what a maker has open in a pair
test('a maker’s open amount in a pair is capped: no more is shown or requested, and settlements make room', async () => {
	const maker = await connectMaker(network, network.makers[0], {
		books: [{ pair, bids: ['0.05 5000'] }],
		answer: silent,
	})
	await untilShown(network, { pair, bids: ['0.05 1000'] })
	const order = await placeOrder(network, network.users[0], { sell: '700 XRD', buy: '35 xUSDC' })
	await untilShown(network, { pair, bids: ['0.05 300'] })
	const [exposure] = (await maker.client.api.limits()).exposure
	assert.deepEqual(exposure, {
		pair: { base: 'XRD', quote: 'xUSDC' },
		used: Decimal.parse('700'),
		max: Decimal.parse('1000'),
	})
	const more = { sell: '301 XRD', buy: '15 xUSDC' }
	await refusedWith('exposure_limit', placeOrder(network, network.users[1], more))
	await refusedWith('no_liquidity', placeOrder(network, network.users[1], { sell: '4301 XRD', buy: '200 xUSDC' }))

	await maker.fill(await maker.asked())
	const bundle = await solver.bundleOf(order)
	network.clock.thaw()
	await settle(network, solver, bundle)
	await untilState(network, order, 'settled')
	await untilShown(network, { pair, bids: ['0.05 1000'] })
	await placeOrder(network, network.users[1], more)
	await maker.asked(2)
	maker.disconnect()
})

// shows error: exposure_limit
test('error: exposure_limit: a quote, a check and an order that only a maker at its cap could fill', async () => {
	const [full, choosy] = [network.makers[4], network.makers[2]]
	const maker = await connectMaker(network, full, { books: [{ pair, bids: ['0.05 5000'] }], answer: silent })
	await placeOrder(network, network.users[0], { sell: '1000 XRD', buy: '50 xUSDC' })
	const terms = { minAmounts: { xUSDC: '10' } }
	const other = await connectMaker(network, choosy, { books: [{ pair, bids: ['0.05 900'] }], answer: silent, terms })
	await untilShown(network, { pair, bids: ['0.05 900'] })

	const later = { status: 409, code: 'exposure_limit' } as const
	const quote = (amount: string) => ({ pair: { base: 'XRD', quote: 'xUSDC' }, sell: { symbol: 'XRD', amount } })
	await refusedTrade(network, '/trade/quote', { body: quote('100'), ...later })
	assert.equal((await askTrade(network, '/trade/quote', { body: quote('200') })).status, 200)

	const order = limitOrder({ sell: '100 XRD', buy: '5 xUSDC' })
	const { signedPartialTransaction } = signLimitOrder(network, network.users[1] as Participant, order)
	const body = { signed_partial_transaction: signedPartialTransaction }
	const checked = CheckedOrder.wire.parse((await askTrade(network, '/trade/orders/check', { body })).body)
	assert.deepEqual([checked.valid, checked.violations.map(({ rule }) => rule)], [false, ['exposure_limit']])
	const problem = await refusedTrade(network, '/trade/orders', { body, ...later })
	assert.equal(problem.success, false)
	await other.leave()
	maker.disconnect()
	await untilShown(network, { pair })
})

// shows maker addition: A cap on what a maker has open in a pair
test('the cap is the same for each pair at the operator’s prices', async () => {
	const maker = await connectMaker(network, network.makers[1], { answer: silent })
	const { exposure } = await maker.client.api.limits()
	// In the fee table 5 XRD are worth 0.00000417 xwBTC and 0.000083333333333334 xETH, rounded up to their units.
	assert.deepEqual(
		exposure.map(({ pair: { base }, max }) => `${Decimal.format(max)} ${base}`),
		['1000 XRD', '0.000834 xwBTC', '0.0166666666666668 xETH', '50 xUSDT'],
	)
	maker.disconnect()
})

// shows maker addition: `min_amounts`
test('a maker that wants larger parts is passed over for a smaller one, though the book shows it', async () => {
	const terms = { minAmounts: { xUSDC: '10' } }
	const choosy = await connectMaker(network, network.makers[2], {
		books: [{ pair, bids: ['0.05 900'] }],
		answer: silent,
		terms,
	})
	const other = await connectMaker(network, network.makers[3], {
		books: [{ pair, bids: ['0.049 900'] }],
		answer: silent,
	})
	await untilShown(network, { pair, bids: ['0.05 900', '0.049 900'] })
	await placeOrder(network, network.users[0], { sell: '199 XRD', buy: '9.7 xUSDC' })
	assert.equal((await other.asked()).fill.sell.amount, 9_751n * 10n ** 15n)
	await refusedWith('no_liquidity', placeOrder(network, network.users[0], { sell: '199 XRD', buy: '9.95 xUSDC' }))
	await placeOrder(network, network.users[0], { sell: '200 XRD', buy: '10 xUSDC' })
	assert.equal((await choosy.asked()).fill.sell.amount, 10n ** 19n)
	assert.deepEqual([choosy.newOrders.length, other.newOrders.length], [1, 1])
	await other.leave()
	await choosy.leave()
})
