import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Item, readItem } from '@accord/ledger'
import { type OrderEvent, TradeError } from '@accord/protocol'
import { DexClient, type PublishedBundle, type ShownOrderBook, SolverClient, type SolverEvent } from '@accord/sdk'
import { type FillExecution, MakerClient } from '@accord/sdk/maker'
import { readBook } from '../network/book-text.ts'
import { CuttingProxy } from '../network/cutting-proxy.ts'
import { untilState } from '../network/order-state.ts'
import type { Participant } from '../network/participant.ts'
import { startTestNetwork, type TestMakerAccount, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { placeOrder, type SignedOrder, signLimitOrder } from '../network/test-user.ts'
import { until } from '../network/until.ts'

// One run in which every client of the SDK reaches the service through a network that breaks off every connection, mostly
// in the middle of a message; the tests examine what each client was told.

const pair = { base: 'XRD', quote: 'xUSDC' }
const trades = 8
const quick = { minMs: 5, maxMs: 50 }
/** Within the HTTP headers, within the first message, after some; long enough in the end for something to get through. */
const lifetimes = [90, 400, 900, 1_500, 10_000]

let network: TestNetwork
let proxy: CuttingProxy
let solver: TestSolver
let orders: SignedOrder[]
const orderEvents: OrderEvent[][] = []
const solverEvents: SolverEvent[] = []
const fillLog: FillExecution[] = []
const filled: string[] = []
let decisions = 0
let book: ShownOrderBook | undefined

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 1, solvers: 1 })
	proxy = await CuttingProxy.start(network.service.url, lifetimes)
	network.atStop(() => proxy.stop())
	solver = connectSolver(network, network.solvers[0])
	const dex = new DexClient({ baseUrl: proxy.through(network.service.url) })
	const maker = startMaker(network.makers[0] as TestMakerAccount)
	const watching = new AbortController()
	network.atStop(() => watching.abort())
	void keepLast(dex.followOrderBook(pair, watching))
	void keep(
		new SolverClient({ solverUrl: proxy.through(network.solverUrl), backoff: quick }).events(watching),
		solverEvents,
	)
	void keep(maker.fillExecutions({ from: 1, ...watching }), fillLog)

	const [user] = network.users as [Participant]
	orders = []
	const followed: Promise<void>[] = []
	for (let trade = 0; trade < trades; trade++) {
		const order = await network.clock.standStill(async () => {
			const placed = await placeOnceQuoted(user)
			const events: OrderEvent[] = []
			orderEvents.push(events)
			followed.push(keep(dex.followOrder(placed.subintentId), events))
			await solver.bundleOf(placed)
			// A withdrawal while a solver is cut off is not sent to it later.
			await until('the publication', () => publicationOf(placed) !== undefined)
			return placed
		})
		orders.push(order)
		await settle(network, solver, await solver.bundleOf(order))
		await untilState(network, order, 'settled')
	}
	await Promise.all(followed)
	await until('the whole fill log', () => fillLog.length >= 2 * trades)
	await until('all withdrawals', () => solverEvents.filter(({ kind }) => kind === 'withdrawn').length >= trades)
	maker.close()
})
after(() => network?.stop())

function startMaker({ apiKey, ...account }: TestMakerAccount): MakerClient {
	const maker = new MakerClient({
		flashUrl: proxy.through(network.flashUrl),
		apiKey,
		backoff: quick,
		onFilled: ({ id }, result) => 'subintentId' in result && filled.push(id),
	})
	network.atStop(() => maker.close())
	void maker.connect()
	maker.setPriceBook(readBook({ pair: 'XRD/xUSDC', bids: ['0.05 1000'] }))
	maker.onNewOrder(({ fill }) => {
		decisions++
		return signLimitOrder(network, account, fill, { role: 'maker', expiresInS: 15 }).signedPartialTransaction
	})
	return maker
}

/** While the maker is cut off, its book does not count. */
async function placeOnceQuoted(user: Participant): Promise<SignedOrder> {
	for (;;) {
		try {
			return await placeOrder(network, user, { sell: '100 XRD', buy: '5 xUSDC' })
		} catch (error) {
			if (!(error instanceof TradeError) || error.code !== 'no_liquidity') throw error
			await new Promise(resolve => setTimeout(resolve, 20))
		}
	}
}

async function keep<T>(values: AsyncIterable<T>, kept: T[]): Promise<void> {
	for await (const value of values) kept.push(value)
}

async function keepLast(books: AsyncIterable<ShownOrderBook>): Promise<void> {
	for await (const next of books) book = next
}

function publicationOf({ subintentId }: SignedOrder): PublishedBundle | undefined {
	return solverEvents.find(
		event => event.kind === 'published' && event.subintentIds[0] === subintentId,
	) as PublishedBundle
}

const firstItem = ({ items }: PublishedBundle): Item => readItem(items[0] ?? '', testNetworkId)

test('the network broke off connections in the middle of messages, again and again', t => {
	t.diagnostic(`${proxy.cuts} connections were broken off`)
	assert.ok(proxy.cuts > 20)
})

test('a client that follows an order receives every entry of its history, once and in order', async () => {
	for (const [at, { subintentId }] of orders.entries()) {
		const { history } = await network.dex.order(subintentId)
		assert.deepEqual(
			orderEvents[at]?.map(({ sequence, state, atMs }) => [sequence, { state, atMs }]),
			history.map((entry, at) => [at + 1, entry]),
		)
	}
})

test('a solver receives every publication and every withdrawal, once and in order', () => {
	const told = solverEvents.filter(event => event.kind !== 'cursor')
	const published = told.filter(event => event.kind === 'published')
	assert.deepEqual(
		published.map(event => firstItem(event).innerId),
		orders.map(({ subintentId }) => subintentId),
	)
	assert.deepEqual(
		told.map(({ kind, bundleId }) => [kind, bundleId]),
		published.flatMap(({ bundleId }) => [
			['published', bundleId],
			['withdrawn', bundleId],
		]),
	)
})

test('a maker decides every order once and fills them all', () => {
	assert.equal(decisions, trades)
	assert.equal(new Set(filled).size, filled.length)
})

test('a maker receives its whole fill log, without a gap or a repeat', () => {
	assert.deepEqual(
		fillLog.map(({ sequenceNumber, outcome }) => [sequenceNumber, outcome === undefined ? 'started' : 'completed']),
		Array.from({ length: trades }, (_, at) => [
			[2 * at + 1, 'started'],
			[2 * at + 2, 'completed'],
		]).flat(),
	)
})

test('a client that follows the order book ends with the current book', async () => {
	const shown = async () => {
		const { sequence } = await network.dex.orderBook(pair)
		return book?.sequence === sequence
	}
	await until('the newest book', shown)
	assert.deepEqual(book, await network.dex.orderBook(pair))
})
