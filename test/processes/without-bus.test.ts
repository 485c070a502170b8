import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { flashMethods } from '@accord/protocol'
import { openPostgresSession } from '../../packages/service/src/testing/postgres-session.ts'
import { createTestDatabase } from '../../packages/service/src/testing/test-database.ts'
import { without } from '../fixtures/debian-programs.ts'
import { readBook, untilShown } from '../network/book-text.ts'
import { EventReader } from '../network/event-reader.ts'
import { openFlash } from '../network/flash-socket.ts'
import { metricOf } from '../network/metric.ts'
import { askOperator, operatorSetting } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import type { Participant } from '../network/participant.ts'
import { connectMaker, silent } from '../network/test-maker.ts'
import type { TestMakerAccount, TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { amount, limitOrder, placeOrder, signLimitOrder } from '../network/test-user.ts'
import { refusedTrade } from '../network/trade-request.ts'
import { readinessOf, startTwoNodes, type TwoNodes, untilReady } from '../network/two-nodes.ts'
import { until } from '../network/until.ts'

// Polls find what the bus would wake, and a table has the books: each test below needs another message of another node.

const { config, drop } = await createTestDatabase()
const skip = without('nats-server')
const pair = 'XRD/xUSDC'
const book = { pair, bids: ['0.05 4000'] }
const sale = { sell: '100 XRD', buy: '5 xUSDC' }
const opened = new AsyncDisposableStack()
let nodes: TwoNodes
let [a, b]: TestNetwork[] = []
let makers: TestMakerAccount[]

if (!skip) {
	before(async () => {
		opened.defer(drop)
		nodes = await startTwoNodes(opened, { database: config, ...operatorSetting })
		a = nodes.a
		b = nodes.b
		makers = a.makers
	})
	after(() => opened.disposeAsync())
}
const both = () => [a, b] as [TestNetwork, TestNetwork]

/**
 * Announces at one node that the database was restored; a session at the other is closed, and a new one is told the new
 * incarnation.
 */
async function restore(): Promise<void> {
	const [at, other] = both()
	const session = await openFlash(other, makers[0] as TestMakerAccount)
	await session.ask(flashMethods.startFillExecution, {})
	const begun = await askOperator(at, 'POST /operator/database/restored')
	assert.deepEqual(await session.closed, [4009, 'log_restarted'])
	const again = await openFlash(other, makers[0] as TestMakerAccount)
	const { incarnation } = await again.ask(flashMethods.startFillExecution, {})
	assert.equal(incarnation, begun.incarnation)
	again.socket.terminate()
}

// shows decision 68: Everything the bus announces is found without it
test('a restore announced at one node is known to the other', { skip }, restore)

/** The code with which a node refuses to quote the sale; undefined if it quotes it. */
function quoteRefusal({ dex }: TestNetwork): Promise<string | undefined> {
	return dex.requestQuote({ pair: { base: 'XRD', quote: 'xUSDC' }, sell: amount('100 XRD') }).then(
		() => undefined,
		({ code }) => code,
	)
}

// shows decision 66: What cannot be known without the bus is not called missing
test('the bus is lost: while the other node’s books are not known, what they might offer is `orders_paused`', {
	skip,
}, async () => {
	const [at, other] = both()
	const quoting = await connectMaker(other, makers[0], { books: [book], answer: silent })
	await untilShown(at, book)
	await using held = new AsyncDisposableStack()
	const table = await openPostgresSession(config.url)
	held.defer(() => table.close())
	await table.run('begin')
	await table.run('lock table stored_books')
	await nodes.nats.stop()
	for (const node of both()) {
		await until('it to be noticed', async () => (await readinessOf(node.service)) === 'degraded')
	}
	await until('the books to be unknown', async () => (await quoteRefusal(at)) === 'orders_paused')
	const signed = signLimitOrder(at, at.users[0] as Participant, limitOrder(sale))
	const body = { signed_partial_transaction: signed.signedPartialTransaction }
	const counted = () => metricOf(at, 'accord_orders_refused_total{code="orders_paused"}')
	const before = await counted()
	for (const path of ['/trade/orders', '/trade/orders/check'])
		await refusedTrade(at, path, { status: 503, code: 'orders_paused', body })
	assert.equal((await counted()) - before, 1, 'the refused order is counted as the service’s, a check is not')
	await table.run('commit')
	await untilShown(at, book)
	await quoting.leave()
	await untilShown(at, { pair })
	await until('it to be certain', async () => (await quoteRefusal(at)) === 'no_liquidity')
})

test('without the bus: a maker’s books are shown and traded at the other node, and follow it', { skip }, async () => {
	const [at, other] = both()
	const quoting = await connectMaker(other, makers[0], { books: [book] })
	await untilShown(at, book)
	const solver = connectSolver(at, at.solvers[0])
	const order = await placeOrder(at, at.users[0], sale)
	await settle(at, solver, await solver.bundleOf(order))
	await untilState(at, order, 'settled')
	await untilShown(at, { pair, bids: ['0.05 3900'] })
	// A book accounts for the settlements that its node knows.
	await quoting.told(['started', 'Settled'])
	const later = { pair, bids: ['0.052 500'] }
	await quoting.quote(later)
	await untilShown(at, later)
	quoting.disconnect()
	await untilShown(at, { pair })
})

// shows decision 66: A node starts without the bus
test('without the bus: a node starts degraded, with the books of the others', { skip }, async () => {
	const [at] = both()
	const quoting = await connectMaker(at, makers[0], { books: [book], answer: silent })
	const started = await at.anotherNode()
	assert.equal(await readinessOf(started.service), 'degraded')
	await untilShown(started, book)
	await quoting.leave()
	await untilShown(started, { pair })
	await started.service.stop()
})

test('without the bus: a restore announced at one node is known to the other', { skip }, restore)

test('without the bus: a maker’s cancellation at one node takes effect at its session’s node, and later books count', {
	skip,
}, async () => {
	const [at, other] = both()
	const quoting = await connectMaker(other, makers[0], { books: [book], answer: silent })
	const cancelling = await connectMaker(at, makers[0], { answer: silent })
	await cancelling.client.cancelAll()
	await untilShown(other, { pair })
	await quoting.quote(book)
	await cancelling.client.cancelAll([{ base: 'XRD', quote: 'xUSDC' }])
	await untilShown(other, { pair })
	quoting.disconnect()
	cancelling.disconnect()
})

// shows decision 79: A node's own knowledge reaches the others through the database
test('without the bus: books that a maker’s session replaces, or tries to, at one node are out of force at the other', {
	skip,
}, async () => {
	const [at, other] = both()
	const quoting = await connectMaker(other, makers[0], { books: [book], answer: silent })
	const better = { pair, bids: ['0.051 4000'] }
	const replacing = await connectMaker(at, makers[0], { books: [better], answer: silent })
	for (const node of both()) await untilShown(node, better)
	await quoting.quote(book)
	// Until the new book has come through the database, there is none at all.
	await untilShown(at, book)
	replacing.client.setPriceBook(readBook({ pair, bids: ['0.06 1'], asks: ['0.05 1'] }))
	await untilShown(other, { pair })
	assert.equal(replacing.errors.length, 1)
	quoting.disconnect()
	replacing.disconnect()
})

test('without the bus: a session that takes all its maker’s books with it takes those at the other node', {
	skip,
}, async () => {
	const [at, other] = both()
	const quoting = await connectMaker(other, makers[0], { books: [book], answer: silent })
	const leaving = await connectMaker(at, makers[0], { terms: { cancelOnDisconnect: 'account' }, answer: silent })
	leaving.disconnect()
	await untilShown(other, { pair })
	quoting.disconnect()
})

test('without the bus: a new order, its fill, bundle and end reach clients waiting at the other node', {
	skip,
}, async () => {
	const [at, other] = both()
	const quoting = await connectMaker(at, makers[1], { books: [book], answer: silent })
	const filling = await connectMaker(other, makers[1])
	const solver = connectSolver(other, other.solvers[0])
	const order = await placeOrder(at, at.users[0], sale)
	const events = await EventReader.open(`${other.service.url}/trade/orders/${order.subintentId}/events`)
	await settle(at, solver, await solver.bundleOf(order))
	await events.over()
	await untilState(at, order, 'settled')
	await filling.told(['started', 'Settled'])
	await untilShown(at, { pair, bids: ['0.05 3900'] })
	filling.disconnect()
	await quoting.leave()
})

test('without the bus: an order whose part is rejected at one node ends at the other', {
	skip,
}, async () => {
	const [at, other] = both()
	const quoting = await connectMaker(at, makers[0], { books: [book], answer: silent })
	const rejecting = await connectMaker(other, makers[0], { answer: () => 'reject' })
	const order = await placeOrder(at, at.users[0], sale)
	await untilState(other, order, 'unfilled')
	rejecting.disconnect()
	await quoting.leave()
})

test('without the bus: a pause requested at one node counts at the other', { skip }, async () => {
	const [at, other] = both()
	const quoting = await connectMaker(other, makers[0], { books: [book], answer: silent })
	const path = `/operator/makers/${makers[0]?.name}` as const
	await askOperator(at, `POST ${path}/pause`, { body: { reason: 'incident 12' } })
	await untilShown(other, { pair })
	await askOperator(at, `POST ${path}/resume`)
	await untilShown(other, book)
	await quoting.leave()
})

test('the bus returns: books reach the other node by it again', { skip }, async () => {
	const [at, other] = both()
	const quoting = await connectMaker(other, makers[0], { books: [book], answer: silent })
	await untilShown(at, book)
	await nodes.nats.restart()
	for (const node of both()) await untilReady(node.service)
	await untilShown(at, book)
	const later = { pair, bids: ['0.052 500'] }
	await quoting.quote(later)
	await untilShown(at, later)
	await quoting.leave()
	await untilShown(at, { pair })
})
