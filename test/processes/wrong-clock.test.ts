import { test } from 'node:test'
import { createTestDatabase } from '../../packages/service/src/testing/test-database.ts'
import { without } from '../fixtures/debian-programs.ts'
import { untilShown } from '../network/book-text.ts'
import { type NodeProcess, startNodeProcess } from '../network/node-process.ts'
import { untilState } from '../network/order-state.ts'
import { connectMaker, silent } from '../network/test-maker.ts'
import type { TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'
import { startTwoNodes } from '../network/two-nodes.ts'
import { until } from '../network/until.ts'

const { config, drop } = await createTestDatabase()
const book = { pair: 'XRD/xUSDC', bids: ['0.05 4000'] }

/** The network through a node in its own process. */
function through(network: TestNetwork, { dex, flashUrl, solverUrl }: NodeProcess): TestNetwork {
	return { ...network, dex, flashUrl, solverUrl }
}

// shows decision 78: Nodes use the database's clock
test('a node whose clock is ahead does not shorten a maker’s time to answer', {
	skip: without('nats-server'),
}, async context => {
	await using opened = new AsyncDisposableStack()
	opened.defer(drop)
	const { a, b } = await startTwoNodes(opened, { database: config })
	const solver = connectSolver(a, a.solvers[0])
	const cases: [title: string, clockOffS: number, isMakerThere: boolean][] = [
		['by 30 s, which is left alone: the others judge', 30, false],
		['by 8 s, which is corrected: even for a maker whose session it has', 8, true],
	]
	for (const [title, clockOffS, isMakerThere] of cases) {
		await context.test(title, async () => {
			const wrong = await startNodeProcess(a, { clockOffS })
			opened.defer(() => wrong.stop())
			const maker = await connectMaker(isMakerThere ? through(a, wrong) : b, a.makers[0], {
				books: [book],
				answer: silent,
			})
			await untilShown(a, book)
			const order = await placeOrder(a, a.users[0], { sell: '100 XRD', buy: '5 xUSDC' })
			const asked = await maker.asked()
			await until('the last second to answer', () => Date.now() > asked.fillBeforeMs - 1_000)
			await maker.fill(asked)
			await settle(a, solver, await solver.bundleOf(order))
			await untilState(b, order, 'settled')
			await maker.leave()
			await wrong.stop()
		})
	}
})
