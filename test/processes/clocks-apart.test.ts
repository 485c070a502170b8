import { test } from 'node:test'
import { createTestDatabase } from '../../packages/service/src/testing/test-database.ts'
import { without } from '../fixtures/debian-programs.ts'
import { startNats } from '../fixtures/nats-server.ts'
import { untilShown } from '../network/book-text.ts'
import { untilState } from '../network/order-state.ts'
import { TestClock } from '../network/test-clock.ts'
import { connectMaker, silent } from '../network/test-maker.ts'
import { startTestNetwork } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'

const { config, drop } = await createTestDatabase()
const pair = 'XRD/xUSDC'
const whole = { pair, bids: ['0.05 4000'] }
const left = { pair, bids: ['0.05 3900'] }

// shows decision 67: Books and settlements are compared by numbers
test('a node’s clock is 30 s behind, then 30 s ahead: what has settled is subtracted until the book is replaced', {
	skip: without('nats-server'),
}, async context => {
	await using opened = new AsyncDisposableStack()
	opened.defer(drop)
	const nats = await startNats()
	opened.defer(() => nats.stop())
	const [clock, wrong] = [new TestClock(), new TestClock()]
	clock.advance(30)
	const bus = { kind: 'nats', servers: [nats.url] }
	const a = await startTestNetwork({ clock, settings: { database: config, bus } })
	opened.defer(() => a.stop())
	const b = await a.anotherNode({}, { clock: wrong })
	const [user] = a.users
	const solver = connectSolver(a, a.solvers[0])
	const filling = await connectMaker(a, a.makers[0])
	const quoting = await connectMaker(b, a.makers[0], { books: [whole], answer: silent })

	const log: ('started' | 'Settled')[] = []
	for (const which of ['behind', 'ahead']) {
		await context.test(which, async () => {
			if (which === 'ahead') wrong.advance(60)
			await quoting.quote(whole)
			for (const node of [a, b]) await untilShown(node, whole)
			const order = await placeOrder(a, user, { sell: '100 XRD', buy: '5 xUSDC' })
			await settle(a, solver, await solver.bundleOf(order))
			await untilState(a, order, 'settled')
			for (const node of [a, b]) await untilShown(node, left)
			// A book accounts for what its maker has been told at its own node.
			log.push('started', 'Settled')
			await quoting.told(log)
			await quoting.quote(whole)
			for (const node of [a, b]) await untilShown(node, whole)
		})
	}
	filling.disconnect()
	quoting.disconnect()
})
