import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectStranger } from '../../packages/service/src/testing/nats-stranger.ts'
import { createTestDatabase } from '../../packages/service/src/testing/test-database.ts'
import { without } from '../fixtures/debian-programs.ts'
import { readBook, shownBook, untilShown } from '../network/book-text.ts'
import { untilState } from '../network/order-state.ts'
import { connectMaker } from '../network/test-maker.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'
import { readinessOf, startTwoNodes, untilReady } from '../network/two-nodes.ts'
import { until } from '../network/until.ts'

const { config, drop } = await createTestDatabase()

const pair = 'XRD/xUSDC'
const book = { pair, bids: ['0.05 4000'], asks: ['0.06 4000'] }

// shows decision 65: Nodes with other settings are refused
// shows decision 66: Books of other nodes count while their node is heard from
test('two nodes are one service: trades, books and cancellations go through both', {
	skip: without('nats-server'),
}, async context => {
	await using opened = new AsyncDisposableStack()
	opened.defer(drop)
	const { nats, a, b } = await startTwoNodes(opened, { database: config })
	const [user] = a.users
	const [first, second] = a.makers

	await context.test(
		'a trade goes through both: order at one, book and fill at the other, solver at the first',
		async () => {
			const maker = await connectMaker(b, first, { books: [book] })
			await untilShown(a, book)
			const solver = connectSolver(a, a.solvers[0])
			const order = await placeOrder(a, user, { sell: '100 XRD', buy: '5 xUSDC' })
			const bundle = await solver.bundleOf(order)
			await settle(a, solver, bundle)
			await untilState(b, order, 'settled')
			await maker.told(['started', 'Settled'])
			for (const { dex } of [a, b]) {
				for await (const event of dex.followTrades({ base: 'XRD', quote: 'xUSDC' })) {
					const told = event.event === 'snapshot' ? event.trades : [event.trade]
					if (told.length === 0) continue
					assert.deepEqual(
						told.map(({ subintentId }) => subintentId),
						[order.subintentId],
					)
					break
				}
				const { candles } = await dex.candles({ base: 'XRD', quote: 'xUSDC' }, { interval: '1d' })
				assert.deepEqual(
					candles.map(({ trades }) => trades),
					[1],
				)
			}
			await maker.leave()
		},
	)

	await context.test('a session ends: its books are withdrawn at both, after the same time', async () => {
		const maker = await connectMaker(b, first, { books: [book] })
		await untilShown(a, book)
		maker.disconnect()
		await untilShown(a, { pair })
	})

	await context.test(
		'a maker with a session at each: the last book counts at both, and cancelling cancels everywhere',
		async () => {
			const atA = await connectMaker(a, first, { books: [book] })
			const atB = await connectMaker(b, first)
			const better = { pair, bids: ['0.051 4000'], asks: ['0.059 4000'] }
			atB.client.setPriceBook(readBook(better))
			for (const node of [a, b]) await untilShown(node, better)
			await atA.client.cancelAll()
			for (const node of [a, b]) await untilShown(node, { pair })
			atA.disconnect()
			atB.disconnect()
		},
	)

	await context.test('missing changes are noticed by their numbers, and requested', async () => {
		const maker = await connectMaker(b, second, { books: [book] })
		await untilShown(a, book)
		const stranger = await connectStranger(nats.url)
		const told = new Map<string, string>()
		const asked = new Set<string>()
		stranger.subscribe('accord.v1.*.books', {
			callback: (_, message) => void told.set(message.json<{ node: string }>().node, message.subject),
		})
		stranger.subscribe('accord.v1.*.books.ask', {
			callback: (_, message) => void asked.add(message.json<{ of: string }>().of),
		})
		await until('both to say that they are there', () => told.size === 2)
		for (const [node, subject] of told) stranger.publish(subject, JSON.stringify({ node, sequence: 1_000_000 }))
		await until('both to be asked', () => asked.size === 2)
		await stranger.close()
		await untilShown(a, book)
		const newer = { pair, bids: ['0.052 4000'], asks: ['0.061 4000'] }
		maker.client.setPriceBook(readBook(newer))
		await untilShown(a, newer)
		await maker.quote(book)
		await maker.leave()
	})

	await context.test('a node that starts has the books of the others before it is ready', async () => {
		const maker = await connectMaker(b, second, { books: [book] })
		const c = await a.anotherNode()
		await untilReady(c.service)
		assert.deepEqual(await shownBook(c.dex, pair), book)
		await c.service.stop()
		await maker.leave()
	})

	await context.test(
		'the bus is lost: orders continue with what each node has, readiness says so, and it recovers',
		async () => {
			const maker = await connectMaker(b, second, { books: [book] })
			await untilShown(a, book)
			await nats.stop()
			await until('it to be noticed', async () => (await readinessOf(a.service)) === 'degraded')
			await untilShown(a, { pair })
			assert.deepEqual(await shownBook(b.dex, pair), book)
			const order = await placeOrder(b, user, { sell: '100 XRD', buy: '5 xUSDC' })
			const solver = connectSolver(a, a.solvers[0])
			await settle(a, solver, await solver.bundleOf(order))
			await untilState(a, order, 'settled')
			await nats.restart()
			for (const node of [a, b]) await untilReady(node.service)
			const left = await shownBook(b.dex, pair)
			await untilShown(a, left)
			await maker.leave()
		},
	)

	await context.test('nodes with other settings, and a service without a bus, are refused', async () => {
		const levels = [{ taker_fee: '0.5', maker_fee: '0' }]
		await assert.rejects(
			a.anotherNode({ levels, account_levels: [] }),
			/has other settings \(levels\.\*, account_levels\.\*\)/,
		)
		await assert.rejects(a.anotherNode({ bus: { kind: 'in_process' } }), /is in use by another process/)
	})
})
