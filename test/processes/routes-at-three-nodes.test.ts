import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal, TradeError } from '@accord/protocol'
import type { NewOrder } from '@accord/sdk/maker'
import { sql } from 'kysely'
import { createTestDatabase } from '../../packages/service/src/testing/test-database.ts'
import { without } from '../fixtures/debian-programs.ts'
import { type BookText, readBook, shownBook, untilShown } from '../network/book-text.ts'
import { untilState } from '../network/order-state.ts'
import { connectMaker, silent, type TestMaker } from '../network/test-maker.ts'
import type { TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { type OrderText, placeOrder, type SignedOrder } from '../network/test-user.ts'
import { startTwoNodes, untilReady } from '../network/two-nodes.ts'
import { until, untilEqual } from '../network/until.ts'

// Two makers, each connected at its own node, and orders at a third: a route needs both books and both makers’ answers.

const { config, drop } = await createTestDatabase()

const pair = 'XRD/xETH'
const dollars = { pair: 'XRD/xUSDC', bids: ['0.05 9000'], asks: ['0.052 9000'] }
const ether = { pair: 'xETH/xUSDC', bids: ['2990 0.2'], asks: ['3000 0.2'] }
const books = [dollars, ether]

/** Every way to trade these tokens. Each is met exactly by one level. */
const kinds: readonly OrderText[] = [
	{ sell: '3000 XRD', buy: '0.0495 xETH' },
	{ sell: '0.05 xETH', buy: '2800 XRD' },
	{ sell: '1000 XRD', buy: '50 xUSDC' },
	{ sell: '52 xUSDC', buy: '1000 XRD' },
	{ sell: '0.03 xETH', buy: '89.7 xUSDC' },
	{ sell: '90 xUSDC', buy: '0.03 xETH' },
]

// shows decision 4: Orders are filled over two makers' books too
test('makers of two legs at two nodes, orders at all three', { skip: without('nats-server') }, async context => {
	await using opened = new AsyncDisposableStack()
	opened.defer(drop)
	const limits = { open_orders_per_account: 100 }
	const { a, b } = await startTwoNodes(opened, { database: config, limits })
	const c = await a.anotherNode()
	await untilReady(c.service)
	const nodes = [a, b, c]
	const solver = connectSolver(a, a.solvers[0])
	const whole = async () => {
		for (const node of nodes) for (const book of books) await untilShown(node, book)
	}
	/** Both books at their full size; orders are kept until the test answers. */
	const quoted = async () => {
		const makers = [
			await connectMaker(a, a.makers[0], { books: [dollars], answer: silent }),
			await connectMaker(b, b.makers[1], { books: [ether], answer: silent }),
		]
		await whole()
		return makers
	}
	const left = async (makers: readonly TestMaker[]) => {
		for (const { client } of makers) for (const { pair } of books) client.setPriceBook(readBook({ pair }))
		for (const node of nodes) for (const { pair } of books) await untilShown(node, { pair })
		for (const maker of makers) maker.disconnect()
	}

	await context.test('an order at the third settles, and both books are reserved at every node', async () => {
		const makers = await quoted()
		const implied = await shownBook(c.dex, pair)
		assert.deepEqual(implied.bids, ['0.000016666666666666 9000'])
		for (const node of nodes) await untilShown(node, implied)
		a.clock.freeze()
		const order = await placeOrder(c, c.users[0], { sell: '3000 XRD', buy: '0.0495 xETH' })
		for (const node of nodes) {
			await untilShown(node, { ...dollars, bids: ['0.05 6000'] })
			await untilShown(node, { ...ether, asks: ['3000 0.15'] })
			await untilShown(node, { ...implied, bids: ['0.000016666666666666 6000'] })
		}
		for (const maker of makers) await maker.fill(await maker.asked())
		await settled(a, { solver, orders: [order] })
		for (const node of nodes) await untilState(node, order, 'settled')
		await left(makers)
	})

	await context.test('one leg is rejected at its node: both books are whole again at every node', async () => {
		const makers = await quoted()
		a.clock.freeze()
		const order = await placeOrder(c, c.users[0], { sell: '0.05 xETH', buy: '2800 XRD' })
		const [sold, bought] = makers
		await sold?.asked()
		await bought?.client.reject((await bought.asked()).id, 'the price has moved')
		for (const node of nodes) await untilState(node, order, 'unfilled')
		await whole()
		a.clock.thaw()
		await left(makers)
	})

	await context.test('orders of both legs, of the route and its reverse, at all nodes at once', async t => {
		const deadlocksBefore = await deadlocksOf(a)
		for (let round = 0; round < 3; round++) {
			const makers = await quoted()
			a.clock.freeze()
			const wanted = nodes.flatMap((node, at) => kinds.map(order => ({ node, user: a.users[at % 2], order })))
			const placed = await Promise.all(wanted.map(({ node, user, order }) => placeIfThere(node, user, order)))
			const orders = placed.filter(order => order !== undefined)
			t.diagnostic(`${orders.length} of ${wanted.length} orders were matched`)
			const parts = await Promise.all(orders.map(async ({ subintentId }) => (await a.dex.order(subintentId)).parts))
			await until('the makers to be asked', () => allAsked(makers).length === parts.flat().length)
			for (const book of books) {
				const rest = lessAsked(book, allAsked(makers))
				for (const node of nodes)
					await untilEqual(`the rest of ${book.pair}`, () => shownBook(node.dex, book.pair), rest)
			}
			await Promise.all(makers.flatMap(maker => maker.newOrders.map(order => maker.fill(order))))
			await settled(a, { solver, orders })
			for (const order of orders) await untilState(b, order, 'settled')
			await left(makers)
		}
		assert.equal(await deadlocksOf(a), deadlocksBefore)
	})
})

/** The order, unless too little is left for it: nothing else may refuse it. */
async function placeIfThere(
	node: TestNetwork,
	user: TestNetwork['users'][number] | undefined,
	order: OrderText,
): Promise<SignedOrder | undefined> {
	try {
		return await placeOrder(node, user, order)
	} catch (error) {
		assert.ok(error instanceof TradeError && error.code === 'no_liquidity', String(error))
		return undefined
	}
}

async function settled(
	network: TestNetwork,
	{ solver, orders }: { solver: TestSolver; orders: readonly SignedOrder[] },
): Promise<void> {
	const bundles = []
	for (const order of orders) bundles.push(await solver.bundleOf(order))
	network.clock.thaw()
	for (const bundle of bundles) await settle(network, solver, bundle)
}

function allAsked(makers: readonly TestMaker[]): NewOrder[] {
	return makers.flatMap(({ newOrders }) => newOrders)
}

/** What is left of a book of one level a side if nothing but these orders is reserved; fails if they are more than it has. */
function lessAsked(book: Required<BookText>, orders: readonly NewOrder[]): Required<BookText> {
	const [base, quote] = book.pair.split('/')
	const rest = (level: string, taken: readonly Decimal[]) => {
		const [price, amount = ''] = level.split(' ')
		const asked = Decimal.sum(taken)
		const most = Decimal.parse(amount)
		assert.ok(asked <= most, `${Decimal.format(asked)} were asked of ${level} of ${book.pair}`)
		return asked === most ? [] : [`${price} ${Decimal.format(Decimal.subtract(most, asked))}`]
	}
	const of = orders.map(({ limitOrder }) => limitOrder)
	const sold = of.filter(({ sell, buy }) => sell.symbol === base && buy.symbol === quote)
	const bought = of.filter(({ sell, buy }) => buy.symbol === base && sell.symbol === quote)
	return {
		pair: book.pair,
		bids: book.bids.flatMap(level =>
			rest(
				level,
				sold.map(({ sell }) => sell.amount),
			),
		),
		asks: book.asks.flatMap(level =>
			rest(
				level,
				bought.map(({ buy }) => buy.amount),
			),
		),
	}
}

/** How many deadlocks the database has ended. */
async function deadlocksOf({ service }: TestNetwork): Promise<number> {
	const { rows } = await sql<{ deadlocks: string }>`
		select deadlocks from pg_stat_database where datname = current_database()`.execute(service.db)
	return Number(rows[0]?.deadlocks)
}
