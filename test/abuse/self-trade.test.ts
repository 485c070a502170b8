import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { untilState } from '../network/order-state.ts'
import type { Participant } from '../network/participant.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { placeOrder } from '../network/test-user.ts'

// Abuse case 28: a maker that trades with itself at any price it likes would write it on the public tape.

const pair = 'XRD/xUSDC'
const xrd = { base: 'XRD', quote: 'xUSDC' }
const sale = { sell: '100 XRD', buy: '7 xUSDC' }

let network: TestNetwork
let insider: Participant
let washer: TestMaker
let other: TestMaker | undefined

before(async () => {
	network = await startTestNetwork({ makers: 2 })
	insider = network.makers[0] as Participant
	// Far above the market.
	washer = await connectMaker(network, network.makers[0], { books: [{ pair, bids: ['0.07 1000'] }] })
})
after(() => network?.stop())
afterEach(() => other?.leave())

// shows error: self_trade
test('error: an order that only its own account’s maker could fill is refused', async () => {
	await refusedWith('self_trade', placeOrder(network, insider, sale))
	assert.deepEqual([washer.newOrders, (await network.dex.trades({ pair: xrd })).trades], [[], []])
})

test('an order of a maker’s account goes to other makers only, even on re-routing', async () => {
	other = await connectMaker(network, network.makers[1], {
		books: [{ pair, bids: ['0.069 1000'] }],
		answer: () => 'reject',
	})
	const order = await placeOrder(network, insider, { sell: '100 XRD', buy: '6.9 xUSDC' })
	await untilState(network, order, 'unfilled')
	assert.deepEqual([washer.newOrders.length, other.newOrders.length], [0, 1])
	assert.equal(other.newOrders[0]?.limitOrder.buy.amount, Decimal.parse('6.9'))
})

test('error: a maker’s key that signs alongside the owner counts as its maker', async () => {
	const [user] = network.users as [Participant]
	const keyPairs = [user.keyPair, insider.keyPair]
	await refusedWith('self_trade', placeOrder(network, user, sale, { keyPairs }))
})

test('the same order by a stranger matches', async () => {
	const order = await placeOrder(network, network.users[0], sale)
	await untilState(network, order, 'published')
	assert.equal(washer.newOrders.length, 1)
})
