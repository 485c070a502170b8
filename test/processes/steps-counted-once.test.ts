import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLog } from '../../packages/service/src/log/log.ts'
import { queryDatabase } from '../../packages/service/src/testing/query-database.ts'
import { createTestDatabase } from '../../packages/service/src/testing/test-database.ts'
import { without } from '../fixtures/debian-programs.ts'
import { untilShown } from '../network/book-text.ts'
import { metricOf } from '../network/metric.ts'
import { operatorSetting } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import { publishTrade } from '../network/published-trade.ts'
import { connectMaker } from '../network/test-maker.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'
import { startTwoNodes, untilReady } from '../network/two-nodes.ts'

const { config, drop } = await createTestDatabase()
const book = { pair: 'XRD/xUSDC', bids: ['0.05 4000'] }
const order = { sell: '100 XRD', buy: '5 xUSDC' }

type Rows = { readonly state: string; readonly orders: number; readonly filled: number; readonly published: number }

// shows decision 53: One name in the log
test('three nodes count, time and log each step of an order once, whichever node makes it', {
	skip: without('nats-server'),
}, async () => {
	await using opened = new AsyncDisposableStack()
	opened.defer(drop)
	const lines: string[] = []
	const log = openLog({ level: 'info' }, { write: line => void lines.push(line) })
	const { a, b } = await startTwoNodes(opened, { database: config, log, ...operatorSetting })
	const c = await a.anotherNode()
	await untilReady(c.service)
	const nodes = [a, b, c]
	const solver = connectSolver(a, a.solvers[0])

	// Rejecting makes an order unfilled; filling orders at another node lets several nodes see each order as filled.
	const [filling, rejecting] = [
		await connectMaker(b, a.makers[0], { books: [book] }),
		await connectMaker(c, a.makers[1], { answer: () => 'reject' }),
	]
	for (const node of nodes) await untilShown(node, book)
	for (let round = 0; round < 4; round++) {
		for (const [at, node] of nodes.entries()) {
			const user = a.users[(round + at) % 2]
			const { order: placed, bundle } = await publishTrade(node, solver, { user, order })
			await settle(a, solver, bundle)
			await untilState(b, placed, 'settled')
		}
	}
	const late = await publishTrade(c, solver, { user: a.users[0], order })
	await filling.leave()
	await rejecting.quote(book)
	for (const node of nodes) await untilShown(node, book)
	await untilState(a, await placeOrder(b, a.users[1], order), 'unfilled')
	a.clock.advance(120)
	await untilState(b, late.order, 'expired')
	for (const node of nodes) await node.drain()

	const rows = await queryDatabase<Rows>(
		config.url,
		`select state, count(*)::int4 as orders, count(filled_at_ms)::int4 as filled, count(published_at_ms)::int4 as published
		from "order" group by state order by state`,
	)
	assert.deepEqual(rows, [
		{ state: 'expired', orders: 1, filled: 1, published: 1 },
		{ state: 'settled', orders: 12, filled: 12, published: 12 },
		{ state: 'unfilled', orders: 1, filled: 0, published: 0 },
	])
	const sumOf = async (name: string) =>
		(await Promise.all(nodes.map(node => metricOf(node, name)))).reduce((sum, count) => sum + count, 0)
	const messages = lines.map(line => JSON.parse(line).msg as string)
	const logged = (msg: string) => messages.filter(each => each === msg).length
	for (const { state, orders } of rows)
		assert.deepEqual(
			[state, await sumOf(`accord_orders_ended_total{state="${state}"}`), logged(`order ${state}`)],
			[state, orders, orders],
		)
	assert.deepEqual(
		[
			await sumOf('accord_stage_seconds_count{stage="accepted_to_filled"}'),
			await sumOf('accord_stage_seconds_count{stage="filled_to_published"}'),
			await sumOf('accord_stage_seconds_count{stage="published_to_settled"}'),
		],
		[13, 13, 12],
	)
	assert.deepEqual(
		['accepted', 'filled', 'published'].map(step => logged(`order ${step}`)),
		[14, 13, 13],
	)
	assert.deepEqual(['maker asked', 'part rejected', 'part timed out'].map(logged), [14, 1, 0])
})
