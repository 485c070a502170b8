import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import type { NewOrder } from '@accord/sdk/maker'
import { sheetChanges } from '../network/balances.ts'
import { type BookText, readBook, shownBook, untilShown } from '../network/book-text.ts'
import { untilState, wayOf } from '../network/order-state.ts'
import { connectMaker, silent, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { type Bundle, connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { amount, placeOrder, type SignedOrder } from '../network/test-user.ts'

// Two tokens that nobody quotes against each other, traded over two makers' books.

const pair = 'XRD/xETH'
const dollars: BookText = { pair: 'XRD/xUSDC', bids: ['0.05 40000'], asks: ['0.0502 40000'] }
const ether: BookText = { pair: 'xETH/xUSDC', bids: ['2990 1'], asks: ['3000 1'] }

let network: TestNetwork
let solver: TestSolver

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 4, solvers: 1 })
	solver = connectSolver(network, network.solvers[0])
})
// Makers have 3 s to answer; the clock stands still so that a slow machine gets them too.
beforeEach(() => network.clock.freeze())
afterEach(() => network.clock.thaw())
after(() => network?.stop())

test('two tokens without a book of their own are a pair, with the book that two others imply', async () => {
	const pairs = await network.dex.tokenPairs()
	assert.deepEqual(pairs[0], { base: 'XRD', quote: 'xUSDC' })
	assert.deepEqual(
		pairs.find(({ base, quote }) => base === 'XRD' && quote === 'xETH'),
		{ base: 'XRD', quote: 'xETH', quoted: false, via: ['xUSDC'] },
	)
	const makers = await connectMakers(dollars, ether)
	await untilShown(network, {
		pair,
		// 0.05 ÷ 3000 down and 0.0502 ÷ 2990 up: a bid of XRD/xETH buys XRD and then sells xETH.
		bids: ['0.000016666666666666 40000'],
		asks: ['0.000016789297658863 40000'],
	})
	await leave(makers)
	await untilShown(network, { pair })
})

// shows decision 4: Orders are filled over two makers' books too
test('XRD is sold for xETH over two makers, to the last digit', async () => {
	const makers = await connectMakers(dollars, ether)
	const quote = await network.dex.requestQuote({ pair: { base: 'XRD', quote: 'xETH' }, sell: amount('3000 XRD') })
	assert.deepEqual(quote.limitOrder, { sell: amount('3000 XRD'), buy: amount('0.049999999999998 xETH') })
	// The rest of 0.05 xETH is less than its delivery costs.
	assert.deepEqual(quote.expected, quote.limitOrder)
	assert.deepEqual(
		quote.levels.map(({ pair: leg, maker }) => `${maker}: ${leg?.base}/${leg?.quote}`),
		['1: XRD/xUSDC', '2: xETH/xUSDC'],
	)
	const order = await placeOrder(network, network.users[0], quote.limitOrder)
	const [first, second] = await askedOf(makers)
	assert.deepEqual(first.limitOrder, { sell: amount('3000 XRD'), buy: amount('150 xUSDC') })
	assert.deepEqual(second.limitOrder.sell, amount('150 xUSDC'))
	await fillAll(makers, [first, second])
	const changes = await settled(order, 3)
	assert.equal(changes['user-1']?.xETH, '0.049999999999998')
	assert.equal(Decimal.format(await priceOf(order)), '0.000016666666666666')
	await leave(makers)
})

test('an exact amount of XRD is bought with xETH over the same books', async () => {
	const makers = await connectMakers(dollars, ether)
	const quote = await network.dex.requestQuote({
		pair: { base: 'XRD', quote: 'xETH' },
		buy: amount('2990 XRD'),
		slippage: Decimal.parse('0.01'),
	})
	const order = await placeOrder(network, network.users[0], quote.limitOrder)
	const [first, second] = await askedOf(makers)
	assert.deepEqual(first.limitOrder, { sell: amount('150.098 xUSDC'), buy: amount('2990 XRD') })
	assert.deepEqual(second.limitOrder, { sell: amount('0.0502 xETH'), buy: amount('150.098 xUSDC') })
	await fillAll(makers, [first, second])
	const changes = await settled(order, 3)
	assert.equal(changes['user-1']?.XRD, '2990')
	const { surplus } = await network.dex.order(order.subintentId)
	assert.ok(surplus !== undefined && surplus.symbol === 'xETH' && surplus.amount > 0n)
	await leave(makers)
})

test('what a route gives beyond the limit is delivered to the user', async () => {
	const makers = await connectMakers(dollars, ether)
	const order = await placeOrder(network, network.users[0], { sell: '3000 XRD', buy: '0.0495 xETH' })
	const [first, second] = await askedOf(makers)
	assert.deepEqual(second.limitOrder, { sell: amount('150 xUSDC'), buy: amount('0.05 xETH') })
	await fillAll(makers, [first, second])
	const changes = await settled(order, 3)
	assert.equal(changes['user-1']?.xETH, '0.05')
	const { surplus } = await network.dex.order(order.subintentId)
	assert.deepEqual(surplus, amount('0.0005 xETH'))
	await leave(makers)
})

// shows decision 10: Rejected and timed-out parts are re-routed while there is time
test('one leg is silent: another maker is asked for exactly the same amounts of the middle token', async () => {
	const makers = await connectMakers(dollars, ether, { ...ether, asks: ['3010 1'] })
	const order = await placeOrder(network, network.users[0], { sell: '3000 XRD', buy: '0.0495 xETH' })
	const [first, , third] = makers
	const dollarPart = await first?.asked()
	await first?.fill(dollarPart as NewOrder)
	await makers[1]?.asked()
	network.clock.advance(3.4)
	const again = (await third?.asked()) as NewOrder
	assert.deepEqual(again.limitOrder.sell, amount('150 xUSDC'))
	assert.equal(again.limitOrder.buy.amount, Decimal.parse('0.049833887043189368'))
	await third?.fill(again)
	const changes = await settled(order, 3)
	assert.equal(changes['user-1']?.xETH, '0.049833887043189368')
	assert.deepEqual(wayOf(await network.dex.order(order.subintentId)).parts.sort(), ['filled', 'filled', 'timed_out'])
	await leave(makers)
})

test('one leg is rejected and nobody else gives as much: the order ends unfilled, and both books are whole again', async () => {
	const makers = await connectMakers(dollars, ether, { ...dollars, bids: ['0.0499 40000'] })
	const order = await placeOrder(network, network.users[0], { sell: '3000 XRD', buy: '0.05 xETH' })
	const [first] = makers
	const asked = (await first?.asked()) as NewOrder
	const whole = await shownBook(network.dex, 'xETH/xUSDC')
	assert.deepEqual(whole.asks, ['3000 0.95'])
	await first?.client.reject(asked.id, 'the price has moved')
	await untilState(network, order, 'unfilled')
	await untilShown(network, { ...ether })
	await leave(makers)
})

test('both legs belong to one maker', async () => {
	const maker = await connectMaker(network, network.makers[0], { books: [dollars, ether] })
	await untilShown(network, { ...ether })
	const order = await placeOrder(network, network.users[0], { sell: '3000 XRD', buy: '0.0495 xETH' })
	const changes = await settled(order, 3)
	assert.equal(changes['user-1']?.xETH, '0.05')
	assert.deepEqual(maker.newOrders.map(({ limitOrder: { sell, buy } }) => `${sell.symbol} for ${buy.symbol}`).sort(), [
		'XRD for xUSDC',
		'xUSDC for xETH',
	])
	await leave([maker])
})

test('a book that vanishes between match and fill does not end the order', async () => {
	const makers = await connectMakers(dollars, ether)
	const order = await placeOrder(network, network.users[0], { sell: '3000 XRD', buy: '0.0495 xETH' })
	const asked = await askedOf(makers)
	makers[0]?.client.setPriceBook(readBook({ pair: dollars.pair }))
	await untilShown(network, { pair })
	await fillAll(makers, asked)
	await settled(order, 3)
	await leave(makers)
})

/** Makers that answer when the test says so, each with one book. */
async function connectMakers(...books: BookText[]): Promise<TestMaker[]> {
	const makers: TestMaker[] = []
	for (const [at, book] of books.entries())
		makers.push(await connectMaker(network, network.makers[at], { books: [book], answer: silent }))
	return makers
}

async function askedOf([first, second]: readonly TestMaker[]): Promise<[NewOrder, NewOrder]> {
	return [(await first?.asked()) as NewOrder, (await second?.asked()) as NewOrder]
}

async function fillAll(makers: readonly TestMaker[], asked: readonly NewOrder[]): Promise<void> {
	for (const [at, order] of asked.entries()) await makers[at]?.fill(order)
}

/** Settles an order's bundle of so many items; returns what everyone's balances changed by. */
async function settled(order: SignedOrder, items: number) {
	const bundle: Bundle = await solver.bundleOf(order)
	assert.equal(bundle.length, items)
	network.clock.thaw()
	const before = network.balanceSheet()
	await settle(network, solver, bundle)
	await untilState(network, order, 'settled')
	return sheetChanges(before, network.balanceSheet())
}

async function priceOf({ subintentId }: SignedOrder): Promise<Decimal> {
	const { trades } = await network.dex.trades({ pair: { base: 'XRD', quote: 'xETH' } })
	return trades.find(trade => trade.subintentId === subintentId)?.price ?? assert.fail('no such trade')
}

/** All withdraw their books before any of them disconnects. */
async function leave(makers: readonly TestMaker[]): Promise<void> {
	for (const quoted of [dollars, ether]) {
		for (const { client } of makers) client.setPriceBook(readBook({ pair: quoted.pair }))
		await untilShown(network, { pair: quoted.pair })
	}
	for (const maker of makers) maker.disconnect()
}
