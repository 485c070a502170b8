import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { OrderStatus } from '@accord/protocol'
import { createTestDatabase } from '../../packages/service/src/testing/test-database.ts'
import { without } from '../fixtures/debian-programs.ts'
import { untilShown } from '../network/book-text.ts'
import { EventReader } from '../network/event-reader.ts'
import { untilState } from '../network/order-state.ts'
import { openSolver } from '../network/solver-socket.ts'
import { connectMaker, silent } from '../network/test-maker.ts'
import type { TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'
import { askTrade } from '../network/trade-request.ts'
import { startTwoNodes } from '../network/two-nodes.ts'
import { until, untilEqual } from '../network/until.ts'

// A balancer sends each request and each new connection of a client to another node.

const { config, drop } = await createTestDatabase()
const skip = without('nats-server')
const pair = 'XRD/xUSDC'
const book = { pair, bids: ['0.05 4000'] }
const sale = { sell: '100 XRD', buy: '5 xUSDC' }
const waySettled = ['accepted', 'filled', 'published', 'settled']
const opened = new AsyncDisposableStack()
let nodes: readonly [TestNetwork, TestNetwork]

if (!skip) {
	before(async () => {
		opened.defer(drop)
		const { a, b } = await startTwoNodes(opened, { database: config })
		nodes = [a, b]
	})
	after(() => opened.disposeAsync())
}

type Order = { readonly subintentId: string }
const pathOf = ({ subintentId }: Order) => `/trade/orders/${subintentId}`
const eventsOf = (node: TestNetwork, order: Order, lastEventId = 0) =>
	EventReader.open(`${node.service.url}${pathOf(order)}/events`, { lastEventId })

// shows decision 72: A client may be at any node
test('an order’s events continue at the other node after the last one read, without a gap or a repeat', {
	skip,
}, async () => {
	const [a, b] = nodes
	const maker = await connectMaker(a, a.makers[0], { books: [book], answer: silent })
	const solver = connectSolver(b, b.solvers[0])
	const order = await placeOrder(a, a.users[0], sale)
	const first = await eventsOf(a, order)
	const accepted = await first.event(1)
	first.close()
	const second = await eventsOf(b, order, accepted.id)
	await maker.fill(await maker.asked())
	const filled = await second.event(1)
	second.close()
	const bundle = await solver.bundleOf(order)
	const third = await eventsOf(a, order, filled.id)
	const published = await third.event(1)
	third.close()
	const fourth = await eventsOf(b, order, published.id)
	await settle(a, solver, bundle)
	await fourth.over()
	const read = [accepted, filled, published, ...fourth.events.filter(({ id }) => id !== undefined)]
	assert.deepEqual(
		read.map(({ data }) => data.state),
		waySettled,
	)
	await maker.leave()
})

test('a status never goes back between nodes, from the answer to the order on, and `wait` ends at either', {
	skip,
}, async () => {
	const [a, b] = nodes
	const maker = await connectMaker(b, a.makers[1], { books: [book] })
	await untilShown(a, book)
	const solver = connectSolver(a, a.solvers[1])
	const order = await placeOrder(a, a.users[1], sale)
	const waiting = nodes.map(node => askTrade(node, `${pathOf(order)}?wait=30`))
	const settling = solver.bundleOf(order).then(bundle => settle(a, solver, bundle))
	const seen: string[][] = []
	await until('it to be settled', async () => {
		for (const node of [b, a]) {
			const { status, body } = await askTrade(node, pathOf(order))
			assert.equal(status, 200)
			seen.push(OrderStatus.wire.parse(body).history.map(({ state }) => state))
		}
		return seen.at(-1)?.includes('settled') === true
	})
	await settling
	for (const [at, history] of seen.entries()) {
		assert.deepEqual(history, waySettled.slice(0, history.length))
		assert.ok(history.length >= (seen[at - 1]?.length ?? 0), `${seen[at - 1]} and then ${history}`)
	}
	for (const { status, body } of await Promise.all(waiting)) {
		assert.deepEqual([status, OrderStatus.wire.parse(body).state], [200, 'settled'])
	}
	await maker.leave()
})

test('a solver and a maker continue at the other node from their own numbers', { skip }, async () => {
	const [a, b] = nodes
	const [maker] = a.makers
	const atA = await connectMaker(a, maker, { books: [book] })
	await atA.told(['started', 'Settled'])
	const solver = await openSolver(a, '?events=1')
	await until('a cursor', () => solver.cursor !== '0')
	const settler = connectSolver(a, a.solvers[0])
	const order = await placeOrder(a, a.users[0], sale)
	await settle(a, settler, await settler.bundleOf(order))
	await untilState(b, order, 'settled')
	const cursor = solver.cursor
	await solver.close()
	atA.disconnect()
	const again = await openSolver(b, `?events=1&since=${cursor}`)
	const atB = await connectMaker(b, maker, { books: [book], executionsFrom: 3 })
	await atB.told(['started', 'Settled'])
	const next = await placeOrder(b, a.users[0], sale)
	await settle(b, settler, await settler.bundleOf(next))
	await atB.told(['started', 'Settled', 'started', 'Settled'])
	const numbers = () => [...solver.told, ...again.told].flatMap(told => told.match(/^published (\d+)/)?.[1] ?? [])
	await untilEqual(
		'each publication, once',
		() => new Set(numbers()).size === numbers().length && numbers().length >= 2,
		true,
	)
	await atB.leave()
})
