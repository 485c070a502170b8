import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../packages/service/src/testing/test-database.ts'
import { openPostgresLine } from '../fixtures/postgres-line.ts'
import { untilState, wayOf } from '../network/order-state.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker, silent } from '../network/test-maker.ts'
import { startTestNetwork } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { limitOrder, signLimitOrder } from '../network/test-user.ts'
import { until } from '../network/until.ts'

const { config, drop } = await createTestDatabase()

test('the database is lost at every step of a trade: requests that it cannot write are refused, and accepted when it returns', async () => {
	await using opened = new AsyncDisposableStack()
	opened.defer(drop)
	const { line, url } = await openPostgresLine(config.url)
	opened.defer(() => line.stop())
	const settings = { database: { url } }
	const network = await startTestNetwork({ users: 1, makers: 1, solvers: 1, settings })
	opened.defer(() => network.stop())
	const solver = connectSolver(network, network.solvers[0])
	const books = [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'] }]
	const maker = await connectMaker(network, network.makers[0], { books, answer: silent })
	const [user] = network.users
	assert.ok(user)
	const sign = () => signLimitOrder(network, user, limitOrder({ sell: '100 XRD', buy: '5 xUSDC' }))
	// A session whose fill log cannot be read at first is ended: this one's is read from now on.
	await network.dex.submitOrder(sign().signedPartialTransaction)
	await maker.fill(await maker.asked())
	await maker.told(['started'])
	network.clock.freeze()
	const order = sign()
	const submit = () => network.dex.submitOrder(order.signedPartialTransaction)

	line.cut()
	await refusedWith('database_unavailable', submit())
	line.mend()
	await submit()

	const asked = await maker.asked(2)
	const fill = maker.sign(asked)
	line.cut()
	await refusedWith('database_unavailable', maker.client.fill(asked.id, fill.signedPartialTransaction))
	line.mend()
	await maker.client.fill(asked.id, fill.signedPartialTransaction)
	const bundle = await solver.bundleOf(order)

	line.cut()
	network.clock.thaw()
	await settle(network, solver, bundle)
	await refusedWith('database_unavailable', network.dex.order(order.subintentId))
	line.mend()
	const served = () => network.dex.order(order.subintentId).then(Boolean, () => false)
	await until('the service to have its database back', served)
	const status = await untilState(network, order, 'settled')
	assert.deepEqual(wayOf(status).history, ['accepted', 'filled', 'published', 'settled'])
	await maker.told(['started', 'started', 'Settled'])
})
