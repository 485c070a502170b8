import { test } from 'node:test'
import { createTestDatabase } from '../../packages/service/src/testing/test-database.ts'
import { without } from '../fixtures/debian-programs.ts'
import { startNodeProcess } from '../network/node-process.ts'
import { untilState } from '../network/order-state.ts'
import { connectMaker, silent } from '../network/test-maker.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'
import { startTwoNodes } from '../network/two-nodes.ts'
import { until } from '../network/until.ts'

const { config, drop } = await createTestDatabase()

if (config.kind === 'postgres')
	test('a node whose clock is 30 s ahead takes no maker’s time to answer away', {
		skip: without('nats-server'),
	}, async () => {
		await using opened = new AsyncDisposableStack()
		opened.defer(drop)
		const { a, b } = await startTwoNodes(opened, { database: config })
		const wrong = await startNodeProcess(a, { clockOffS: 30 })
		opened.defer(() => wrong.stop())
		const books = [{ pair: 'XRD/xUSDC', bids: ['0.05 4000'] }]
		const maker = await connectMaker(b, a.makers[0], { books, answer: silent })
		const solver = connectSolver(a, a.solvers[0])
		const order = await placeOrder(a, a.users[0], { sell: '100 XRD', buy: '5 xUSDC' })
		const asked = await maker.asked()
		await until('the last second to answer', () => Date.now() > asked.fillBeforeMs - 1_000)
		await maker.fill(asked)
		await settle(a, solver, await solver.bundleOf(order))
		await untilState(b, order, 'settled')
		await maker.leave()
	})
