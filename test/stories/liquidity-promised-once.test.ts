import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { MakerClient } from '@accord/sdk/maker'
import { readBook, untilShown } from '../network/book-text.ts'
import { untilState } from '../network/order-state.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker, silent } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { placeOrder } from '../network/test-user.ts'

const pair = 'XRD/xUSDC'
const sale = { sell: '100 XRD', buy: '5 xUSDC' }

let network: TestNetwork

before(async () => {
	network = await startTestNetwork({ users: 10, makers: 2, solvers: 1 })
})
after(() => network?.stop())
beforeEach(() => network.clock.freeze())
afterEach(() => network.clock.thaw())

// shows order book: Each tuple is liquidity that can be taken now
test('ten orders at once with liquidity for five: five are forwarded, five find no liquidity', async () => {
	const book = { pair, bids: ['0.05 550'] }
	const maker = await connectMaker(network, network.makers[0], { books: [book], answer: silent })
	const placed = await Promise.allSettled(network.users.map(user => placeOrder(network, user, sale)))
	const orders = placed.flatMap(result => (result.status === 'fulfilled' ? result.value : []))
	const refusals = placed.flatMap(result => (result.status === 'rejected' ? result.reason : []))
	assert.equal(orders.length, 5)
	for (const refusal of refusals) await refusedWith('no_liquidity', Promise.reject(refusal))
	await maker.asked(5)
	// 50 XRD would be left, for 2.5 xUSDC: less than 10 times the settlement fee of what the maker sells is not offered.
	await untilShown(network, { pair })

	network.clock.advance(4)
	for (const order of orders) await untilState(network, order, 'unfilled')
	await untilShown(network, book)
	assert.equal(maker.newOrders.length, 5)
	await maker.leave()
})

// shows Flash API: Rule 4: orders only after the stream has started
test('a book counts only while a session of its maker takes new orders', async () => {
	const account = network.makers[1]
	const book = { pair, bids: ['0.05 1000'] }
	const setting = new MakerClient({ flashUrl: network.flashUrl, apiKey: account?.apiKey ?? '' })
	network.atStop(() => setting.close())
	await setting.connect()
	setting.setPriceBook(readBook(book))
	await setting.ping()
	await untilShown(network, { pair })
	const listening = await connectMaker(network, account, { answer: silent })
	await untilShown(network, book)
	listening.disconnect()
	await untilShown(network, { pair })
	setting.close()
})
