import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { CheckedOrder, Decimal, type LimitOrder, type OrderStatus, Quote, type QuoteRequest } from '@accord/protocol'
import { sheetChanges } from '../network/balances.ts'
import { setDepositRule } from '../network/deposit-rule.ts'
import { untilState } from '../network/order-state.ts'
import type { Participant } from '../network/participant.ts'
import { connectMaker, silent, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { amount, limitOrder, placeOrder, type SignedOrder } from '../network/test-user.ts'
import { askTrade } from '../network/trade-request.ts'

const pair = { base: 'XRD', quote: 'xUSDC' }
const book = { pair: 'XRD/xUSDC', bids: ['0.05 10000'], asks: ['0.051 10000'] }
const slippage = Decimal.parse('0.005')
const d = Decimal.parse

let network: TestNetwork
let solver: TestSolver

before(async () => {
	network = await startTestNetwork({ users: 8, makers: 8, solvers: 1 })
	solver = connectSolver(network, network.solvers[0])
})
// Makers have 3 s to answer; the clock stands still so that a slow machine gets them too.
beforeEach(() => network.clock.freeze())
afterEach(() => network.clock.thaw())
after(() => network?.stop())

function userOf(number: number): Participant {
	return network.users[number - 1] ?? assert.fail('the network has this user')
}

async function quoteOf(request: Omit<QuoteRequest, 'pair'>, client?: Participant) {
	const { pair: _, ...body } = { pair, slippage, ...request } as QuoteRequest
	return network.dex.requestQuote({ ...body, pair, ...(client && { account: client.account }) } as never)
}

type Settled = {
	readonly status: OrderStatus
	/** What each participant gained or lost, by name. */
	readonly changes: ReturnType<typeof sheetChanges>
	readonly order: SignedOrder
}

/** Places an order, has its makers fill it, settles it, and waits until the trade is counted. */
async function settleOrder(user: Participant, limits: LimitOrder, whilePlaced?: () => Promise<void>): Promise<Settled> {
	const before = network.balanceSheet()
	const order = await placeOrder(network, user, limits)
	await whilePlaced?.()
	const bundle = await solver.bundleOf(order)
	await settle(network, solver, bundle)
	await untilState(network, order, 'settled')
	const changes = sheetChanges(before, network.balanceSheet())
	await tradeOf(order)
	return { order, changes, status: await network.dex.order(order.subintentId) }
}

/** Its trade, once it is counted in the candles. */
async function tradeOf({ subintentId }: SignedOrder) {
	network.clock.advance(1)
	await network.drain()
	const { trades } = await network.dex.trades({ pair, limit: 10 })
	const trade = trades.find(one => one.subintentId === subintentId) ?? assert.fail('a settled order is a trade')
	const { candles } = await network.dex.candles(pair, { interval: '1m' })
	assert.ok(candles.some(({ low, high }) => low <= trade.price && high >= trade.price))
	return trade
}

const change = ({ changes }: Settled, name: string, symbol: string) => d(changes[name]?.[symbol] ?? '0')

describe('what makers give beyond the limit', () => {
	let maker: TestMaker

	before(async () => {
		maker = await connectMaker(network, network.makers[0], { books: [book] })
	})
	after(() => maker.leave())

	// shows decision 6: A maker is asked at its own book, and what it gives beyond the limit is the user's
	test('a sale with 0.5 % of slippage gets the price of the book, to the last digit', async () => {
		const user = userOf(1)
		const quoted = await quoteOf({ sell: amount('100 XRD') }, user)
		assert.deepEqual(quoted.limitOrder, limitOrder({ sell: '100 XRD', buy: '4.975 xUSDC' }))
		assert.deepEqual(quoted.expected, limitOrder({ sell: '100 XRD', buy: '5 xUSDC' }))
		assert.equal(quoted.surplusDeliverable, true)

		const settled = await settleOrder(user, quoted.limitOrder)
		assert.deepEqual((await maker.asked()).fill, limitOrder({ sell: '5 xUSDC', buy: '100 XRD' }))
		assert.equal(change(settled, user.name, 'xUSDC'), d('5'))
		const surplus = { symbol: 'xUSDC', amount: d('0.025') }
		assert.deepEqual(settled.status.surplus, surplus)
		assert.deepEqual(settled.status.limitOrder, quoted.limitOrder)
		const { price, baseAmount, quoteAmount, ...trade } = await tradeOf(settled.order)
		assert.deepEqual([price, baseAmount, quoteAmount, trade.surplus], [d('0.05'), d('100'), d('5'), surplus])
		const trace = await network.dex.tradeTrace(settled.order.subintentId)
		assert.deepEqual([trace.surplus, trace.limitOrder.buy.amount], [surplus, d('4.975')])
	})

	test('a purchase gets back what the maker does not want', async () => {
		const user = userOf(2)
		const quoted = await quoteOf({ buy: amount('100 XRD') }, user)
		assert.deepEqual(quoted.limitOrder, limitOrder({ sell: '5.1255 xUSDC', buy: '100 XRD' }))
		assert.deepEqual(quoted.expected, limitOrder({ sell: '5.1 xUSDC', buy: '100 XRD' }))
		const settled = await settleOrder(user, quoted.limitOrder)
		assert.equal(change(settled, user.name, 'XRD'), d('100'))
		const surplus = { symbol: 'xUSDC', amount: d('0.0255') }
		assert.deepEqual(settled.status.surplus, surplus)
		const { price, quoteAmount, ...trade } = await tradeOf(settled.order)
		assert.deepEqual([price, quoteAmount, trade.surplus], [d('0.051'), d('5.1'), surplus])
	})

	test('the SDK expects the same of the shown book', async () => {
		const { account } = userOf(3)
		const quoted = await network.dex.quote({ sell: amount('100 XRD'), buy: 'xUSDC', account, slippage: '0.5%' })
		assert.deepEqual(
			[quoted.limitOrder.buy.amount, quoted.expected],
			[d('4.975'), limitOrder({ sell: '100 XRD', buy: '5 xUSDC' })],
		)
	})

	test('a difference worth less than its delivery is not asked for, and nobody is told to expect it', async () => {
		const user = userOf(3)
		const quoted = await quoteOf({ sell: amount('10 XRD') }, user)
		assert.deepEqual(quoted.expected, quoted.limitOrder)
		const settled = await settleOrder(user, quoted.limitOrder)
		assert.equal(change(settled, user.name, 'xUSDC'), d('0.4975'))
		assert.equal(settled.status.surplus, undefined)
	})

	test('an account that refuses deposits is told before it signs, and the solver gets the difference', async () => {
		const user = userOf(4)
		await setDepositRule(network, user, 'reject')
		const quoted = await quoteOf({ sell: amount('100 XRD') }, user)
		assert.equal(quoted.surplusDeliverable, false)
		assert.deepEqual(quoted.expected, quoted.limitOrder)
		const { status, body } = await askTrade(network, '/trade/orders/check', {
			body: { manifest: Quote.format(quoted).manifest },
		})
		assert.deepEqual([status, CheckedOrder.parse(body).surplusDeliverable], [200, false])

		const settled = await settleOrder(user, quoted.limitOrder)
		assert.equal(change(settled, user.name, 'xUSDC'), d('4.975'))
		assert.ok(change(settled, 'solver-1', 'xUSDC') >= d('0.025'))
		assert.equal(settled.status.surplus, undefined)
		const trade = await tradeOf(settled.order)
		assert.deepEqual([trade.quoteAmount, trade.price, trade.surplus], [d('4.975'), d('0.04975'), undefined])
		assert.equal((await network.dex.tradeTrace(settled.order.subintentId)).surplus, undefined)
	})

	test('a purchase by an account that refuses deposits pays its limit', async () => {
		const user = userOf(5)
		await setDepositRule(network, user, 'reject')
		const quoted = await quoteOf({ buy: amount('100 XRD') }, user)
		assert.equal(quoted.surplusDeliverable, false)
		const settled = await settleOrder(user, quoted.limitOrder)
		assert.equal(settled.status.surplus, undefined)
		assert.equal((await tradeOf(settled.order)).quoteAmount, d('5.1255'))
	})
})

test('a split over four makers gives the user what each of them gives', async () => {
	const prices = ['0.0503', '0.0502', '0.0501', '0.05']
	const makers: TestMaker[] = []
	for (const [at, price] of prices.entries())
		makers.push(
			await connectMaker(network, network.makers[at + 1], { books: [{ pair: book.pair, bids: [`${price} 1000`] }] }),
		)
	const user = userOf(6)
	const quoted = await quoteOf({ sell: amount('4000 XRD') }, user)
	assert.deepEqual([quoted.limitOrder.buy.amount, quoted.expected.buy.amount], [d('199.597'), d('200.6')])
	const settled = await settleOrder(user, quoted.limitOrder)
	assert.equal(change(settled, user.name, 'xUSDC'), d('200.6'))
	assert.deepEqual(settled.status.surplus, { symbol: 'xUSDC', amount: d('1.003') })
	for (const [at, maker] of makers.entries())
		assert.equal((await maker.asked()).fill.sell.amount, Decimal.mulDown(d('1000'), d(prices[at] ?? '0')))
	for (const maker of makers) await maker.leave()
})

test('a part that is re-routed after silence is matched at the book of then, never below the limit', async () => {
	const best = await connectMaker(network, network.makers[5], {
		books: [{ pair: book.pair, bids: ['0.0502 1000'] }],
		answer: silent,
	})
	const next = await connectMaker(network, network.makers[6], { books: [{ pair: book.pair, bids: ['0.05 1000'] }] })
	const user = userOf(7)
	const quoted = await quoteOf({ sell: amount('100 XRD') }, user)
	assert.deepEqual([quoted.limitOrder.buy.amount, quoted.expected.buy.amount], [d('4.9949'), d('5.02')])
	const sale = { ...quoted.limitOrder, buy: amount('4.9 xUSDC') }
	const settled = await settleOrder(user, sale, async () => {
		assert.equal((await best.asked()).fill.sell.amount, d('5.02'))
		network.clock.advance(4)
	})
	assert.equal((await next.asked()).fill.sell.amount, d('5'))
	assert.equal(change(settled, user.name, 'xUSDC'), d('5'))
	assert.deepEqual(settled.status.surplus, { symbol: 'xUSDC', amount: d('0.1') })
	await best.leave()
	await next.leave()
})
