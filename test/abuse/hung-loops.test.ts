import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPostgresSession } from '../../packages/service/src/testing/postgres-session.ts'
import { createTestDatabase } from '../../packages/service/src/testing/test-database.ts'
import { openPostgresLine } from '../fixtures/postgres-line.ts'
import { FailingDatabase } from '../network/failing-database.ts'
import { untilState } from '../network/order-state.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { limitOrder, placeOrder, signLimitOrder } from '../network/test-user.ts'
import { askTrade, refusedTrade } from '../network/trade-request.ts'
import { until } from '../network/until.ts'

const books = [{ pair: 'XRD/xUSDC', bids: ['0.05 10000'] }]
const wanted = { sell: '100 XRD', buy: '5 xUSDC' }

/** Submits a new order, once. */
function submission(network: TestNetwork): { body: unknown } {
	const [user] = network.users
	assert.ok(user)
	const { signedPartialTransaction } = signLimitOrder(network, user, limitOrder(wanted))
	return { body: { signed_partial_transaction: signedPartialTransaction } }
}

const quote = { body: { pair: { base: 'XRD', quote: 'xUSDC' }, sell: { symbol: 'XRD', amount: '100' } } }

/** Lets the clock pass at its usual pace, second by second. */
function pass(network: TestNetwork, seconds: number): void {
	for (let i = 0; i < seconds; i++) network.clock.advance(1)
}

async function failedChecks(network: TestNetwork): Promise<string[]> {
	const { body } = await askTrade(network, '/health/ready')
	const { checks } = body as { checks: { name: string; ok: boolean }[] }
	return checks.filter(({ ok }) => !ok).map(({ name }) => name)
}

const { config, drop } = await createTestDatabase()

test('every request and every loop notices a server that falls silent without closing anything, and the service continues', async () => {
	await using opened = new AsyncDisposableStack()
	opened.defer(drop)
	const { line, url } = await openPostgresLine(config.url)
	opened.defer(() => line.stop())
	const settings = { database: { url } }
	const network = await startTestNetwork({ users: 1, makers: 1, solvers: 1, settings })
	opened.defer(() => network.stop())
	opened.defer(() => line.breakOff())
	await connectMaker(network, network.makers[0], { books })
	const solver = connectSolver(network, network.solvers[0])
	const order = await placeOrder(network, network.users[0], wanted)
	const bundle = await solver.bundleOf(order)

	line.silence('both')
	await settle(network, solver, bundle)
	await refusedTrade(network, '/trade/orders', {
		status: 503,
		code: 'database_unavailable',
		...submission(network),
	})
	await until('every loop to have failed', async () => (await failedChecks(network)).includes('loops'))

	line.lose()
	await until('everything to be ready', async () => (await failedChecks(network)).length === 0)
	await untilState(network, order, 'settled')
	assert.equal((await askTrade(network, '/trade/orders', submission(network))).status, 200)
})

// shows error: orders_paused
// shows decision 42: Orders and quotes are refused while they could not be finished
test('while another connection holds a lock for ever and blocks publication, orders and quotes are refused', async () => {
	await using opened = new AsyncDisposableStack()
	const own = await createTestDatabase()
	opened.defer(own.drop)
	const network = await startTestNetwork({ users: 1, makers: 1, solvers: 1, settings: { database: own.config } })
	opened.defer(() => network.stop())
	// They stay ready to be published, however long it takes.
	await connectMaker(network, network.makers[0], { books, fillExpiresInS: 58 })
	const other = await openPostgresSession(own.config.url)
	opened.defer(() => other.close())
	await other.run('begin')
	await other.run('lock table bundle_sequence in access exclusive mode')
	await placeOrder(network, network.users[0], wanted, { expiresInS: 60 })
	await until('publishing to fail', async () => {
		const { body } = await askTrade(network, '/health/ready')
		return JSON.stringify(body).includes('publish bundles: the last run failed')
	})
	pass(network, 31)
	const paused = { status: 503, code: 'orders_paused' } as const
	await refusedTrade(network, '/trade/quote', { ...paused, ...quote })
	await refusedTrade(network, '/trade/orders', { ...paused, ...submission(network) })

	await other.run('rollback')
	await until('quotes to be given', async () => (await askTrade(network, '/trade/quote', quote)).status === 200)
	assert.equal((await askTrade(network, '/trade/orders', submission(network))).status, 200)
})
// shows decision 42: A run that does not end ends the process
test('a database that never answers: new orders are refused by name after 30 s, and the service ends after 120 s', async () => {
	await using opened = new AsyncDisposableStack()
	const silent = await FailingDatabase.open()
	opened.defer(() => silent.close())
	const network = await startTestNetwork({ users: 1, makers: 1, solvers: 1, database: silent.database })
	opened.defer(() => network.stop())
	const { promise, resolve } = Promise.withResolvers<void>()
	opened.defer(resolve)
	await connectMaker(network, network.makers[0], { books })
	await silent.hold(promise)
	// Runs begin in the first second.
	pass(network, 1 + 31)
	const paused = { status: 503, code: 'orders_paused' } as const
	await refusedTrade(network, '/trade/quote', { ...paused, ...quote })
	await refusedTrade(network, '/trade/orders', { ...paused, ...submission(network) })
	pass(network, 120 - 31 + 1)
	assert.match((await network.service.lost).message, /^the loop ".*" has not finished a run for 120 s$/)
})
