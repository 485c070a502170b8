import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { Decimal, mirror } from '@accord/protocol'
import type { SwapRequest } from '@accord/sdk'
import type { NewOrder } from '@accord/sdk/maker'
import { sheetChanges, sheetTotal } from '../network/balances.ts'
import { type BookText, untilShown } from '../network/book-text.ts'
import { untilState, wayOf } from '../network/order-state.ts'
import { refusedWith } from '../network/refused-with.ts'
import { expectedChanges, makerFee, type SettledItem } from '../network/settled-items.ts'
import { connectMaker, silent, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { type Bundle, connectSolver, outerOf, settle, type TestSolver } from '../network/test-solver.ts'
import { amount, placeOrder, type SignedOrder } from '../network/test-user.ts'

let network: TestNetwork
let solver: TestSolver

before(async () => {
	network = await startTestNetwork({ users: 2, makers: 21, solvers: 1 })
	solver = connectSolver(network, network.solvers[0])
})
// Makers have 3 s to answer; the clock stands still so that a slow machine gets them too.
beforeEach(() => network.clock.freeze())
afterEach(() => network.clock.thaw())
after(() => network?.stop())

/** The books of a test's makers, the first maker first. */
type Offers = { pair: string; books: Pick<BookText, 'bids' | 'asks'>[] }

const sizes: { title: string; swap: SwapRequest; offers: Offers }[] = [
	{
		title: 'a sale of XRD over 2 makers',
		swap: { sell: amount('1234.567890123456789012 XRD'), buy: 'xUSDC' },
		offers: { pair: 'XRD/xUSDC', books: [{ bids: ['0.05 1000'] }, { bids: ['0.049731 1000'] }] },
	},
	{
		title: 'a purchase of XRD over 3 makers with several levels each',
		swap: { sell: amount('150.000001 xUSDC'), buy: 'XRD' },
		offers: {
			pair: 'XRD/xUSDC',
			books: [
				{ asks: ['0.0501 500', '0.0505 500'] },
				{ asks: ['0.0503 700.5', '0.0507 500'] },
				{ asks: ['0.0504 333.333333333333333333', '0.0509 2000'] },
			],
		},
	},
	{
		title: 'a sale of xwBTC over 4 makers',
		swap: { sell: amount('0.01234567 xwBTC'), buy: 'xUSDC' },
		offers: {
			pair: 'xwBTC/xUSDC',
			books: [
				{ bids: ['60000.01 0.003'] },
				{ bids: ['59999.99 0.00333333'] },
				{ bids: ['59987.65 0.003'] },
				{ bids: ['59900 0.1'] },
			],
		},
	},
]

for (const { title, swap, offers } of sizes) {
	test(`${title} settles in one root, and every balance changes by exactly what was composed`, async () => {
		const makers = await connectMakers(offers)
		const quote = await network.dex.quote({ account: network.users[0]?.account ?? '', ...swap })
		const before = network.balanceSheet()
		const order = await placeOrder(network, network.users[0], quote.limitOrder, { fee: quote.fee })
		const asked = await Promise.all(makers.map(maker => maker.asked()))
		assertMirror(order, asked)
		for (const [at, maker] of makers.entries()) await maker.fill(asked[at] as NewOrder)
		const bundle = await solver.bundleOf(order)
		assert.equal(bundle.length, makers.length + 1)

		network.clock.thaw()
		const root = await settle(network, solver, bundle)
		const changes = sheetChanges(before, network.balanceSheet())
		assert.deepEqual(changes, expectedChanges(await itemsOf({ order, bundle, makers }), root))
		assert.deepEqual(sheetTotal(changes), { XRD: `-${root.feeXrd.total}` })
		const status = await untilState(network, order, 'settled')
		assert.deepEqual(wayOf(status), {
			history: ['accepted', 'filled', 'published', 'settled'],
			parts: makers.map(() => 'filled'),
		})
		for (const maker of makers) await maker.told(['started', 'Settled'])
		await leave(makers)
	})
}

test('more than four makers can fill: refused, with the largest amount that they would take together', async () => {
	const makers = await connectMakers(four)
	const sale = { sell: '1200.01 XRD', buy: '60 xUSDC' }
	const refusal = await refusedWith('no_liquidity', placeOrder(network, network.users[0], sale))
	assert.match(refusal.message, /1200 XRD for 59.9995 xUSDC would match/)
	await leave(makers)
})

// shows decision 10: Rejected and timed-out parts are re-routed while there is time
test('a maker rejects its part: another is asked at its own book, and the order settles with both fills', async () => {
	const makers = await connectMakers(three)
	const [first, second, third] = makers
	const order = await placeOrder(network, network.users[1], sale)
	await first.fill(await first.asked())
	const refused = await second.asked()
	await second.client.reject(refused.id, 'the price has moved')
	const asked = await third.asked()
	assert.deepEqual(asked.limitOrder, { sell: amount('400 XRD'), buy: amount('19.956 xUSDC') })
	assert.notEqual(asked.id, refused.id)
	await refusedWith('order_not_open', second.fill(refused))
	await third.fill(asked)
	await settlesWith(order, ['filled', 'rejected', 'filled'])
	await first.told(['started', 'Settled'])
	await second.told([])
	await third.told(['started', 'Settled'])
	assert.deepEqual(
		makers.map(({ newOrders }) => newOrders.length),
		[1, 1, 1],
	)
	await leave(makers)
})

// shows decision 10: Rejected and timed-out parts are re-routed while there is time
test('a maker does not answer: when its time is up another is asked, and the order settles with both fills', async () => {
	const makers = await connectMakers(three)
	const [first, second, third] = makers
	const order = await placeOrder(network, network.users[1], sale)
	await first.fill(await first.asked())
	const missed = await second.asked()
	network.clock.advance(3.4)
	const asked = await third.asked()
	assert.deepEqual(missed.limitOrder, { sell: amount('400 XRD'), buy: amount('19.96 xUSDC') })
	assert.deepEqual(asked.limitOrder, { sell: amount('400 XRD'), buy: amount('19.956 xUSDC') })
	await refusedWith('fill_too_late', second.fill(missed))
	await third.fill(asked)
	await settlesWith(order, ['filled', 'timed_out', 'filled'])
	await first.told(['started', 'Settled'])
	await second.told([])
	await leave(makers)
})

// shows decision 10: Rejected and timed-out parts are re-routed while there is time
test('no one is left to take a rejected part: the order ends unfilled, the other fill is released, no one loses anything', async () => {
	const makers = await connectMakers({ ...three, books: three.books.slice(0, 2) })
	const [first, second] = makers
	const before = network.balanceSheet()
	const order = await placeOrder(network, network.users[1], sale)
	await first.fill(await first.asked())
	await second.client.reject((await second.asked()).id)
	const status = await untilState(network, order, 'unfilled')
	assert.deepEqual(wayOf(status).history, ['accepted', 'unfilled'])
	assert.deepEqual(wayOf(status).parts.toSorted(), ['filled', 'rejected'])
	await first.told(['started', 'Released'])
	await untilShown(network, { pair: 'XRD/xUSDC', bids: ['0.05 600', '0.0499 600'] })
	assert.deepEqual(sheetChanges(before, network.balanceSheet()), {})
	await leave(makers)
})

const sale = { sell: '1000 XRD', buy: '49.9 xUSDC' }
const three: Offers = {
	pair: 'XRD/xUSDC',
	books: [{ bids: ['0.05 600'] }, { bids: ['0.0499 600'] }, { bids: ['0.04989 600'] }],
}
const four: Offers = {
	pair: 'XRD/xUSDC',
	books: ['0.050003', '0.050002', '0.050001', '0.05'].map(price => ({ bids: [`${price} 300`] })),
}

let connected = 0

/** Connects makers that answer nothing on their own and have no fills yet, in the order of their priority. */
async function connectMakers({ pair, books }: Offers): Promise<[TestMaker, TestMaker, TestMaker]> {
	const makers: TestMaker[] = []
	for (const book of books) {
		const account = network.makers[connected++]
		makers.push(await connectMaker(network, account, { books: [{ pair, ...book }], answer: silent }))
	}
	return makers as [TestMaker, TestMaker, TestMaker]
}

async function leave(makers: readonly TestMaker[]): Promise<void> {
	for (const maker of makers) await maker.leave()
}

/** The parts requested of the makers add up to the order, to the last digit. */
function assertMirror({ limitOrder }: SignedOrder, asked: readonly NewOrder[]): void {
	const sum = (side: 'sell' | 'buy') => Decimal.sum(asked.map(part => part.limitOrder[side].amount))
	assert.deepEqual([sum('sell'), sum('buy')], [limitOrder.sell.amount, limitOrder.buy.amount])
}

async function itemsOf(trade: {
	order: SignedOrder
	bundle: Bundle
	makers: readonly TestMaker[]
}): Promise<SettledItem[]> {
	const { order, bundle, makers } = trade
	const [own, ...fills] = bundle as readonly [Bundle[0], ...Bundle[1][]]
	const user = {
		owner: network.users[0]?.name ?? '',
		order: order.limitOrder,
		fee: order.fee,
		rebate: outerOf(own).rebate,
	}
	const items = await Promise.all(
		makers.map(async ({ account, newOrders: [asked] }) => {
			const item = fills.find(({ terms }) => terms.account === account.account)
			assert.ok(asked !== undefined && item !== undefined)
			const fill = mirror(asked.limitOrder)
			return {
				owner: account.name,
				order: fill,
				fee: await makerFee(network, account, fill),
				rebate: outerOf(item).rebate,
			}
		}),
	)
	return [user, ...items]
}

/** Settles an order as soon as it is published; its parts must then have ended like this, in any order. */
async function settlesWith(order: SignedOrder, parts: ReturnType<typeof wayOf>['parts']): Promise<void> {
	const bundle = await solver.bundleOf(order)
	network.clock.thaw()
	await settle(network, solver, bundle)
	const status = await untilState(network, order, 'settled')
	assert.deepEqual(wayOf(status).parts.toSorted(), parts.toSorted())
}
