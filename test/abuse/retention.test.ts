import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SolverClient } from '@accord/sdk'
import { MakerClient, type RemovedEntries } from '@accord/sdk/maker'
import { sql } from 'kysely'
import { openFlash, refusedUpgrade } from '../network/flash-socket.ts'
import { metricOf } from '../network/metric.ts'
import { operatorSetting, refusedOperator } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import { publishTrade } from '../network/published-trade.ts'
import { refusedWith } from '../network/refused-with.ts'
import { openSolver } from '../network/solver-socket.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import type { SignedOrder } from '../network/test-user.ts'
import { untilEqual } from '../network/until.ts'

// Ended orders are kept for the default retention, not for ever; a reader of removed ones learns where the rest begins.

const dayMs = 86_400_000
const sale = { sell: '100 XRD', buy: '5 xUSDC' }

let network: TestNetwork
let solver: TestSolver
let old: SignedOrder
let recent: SignedOrder

before(async () => {
	network = await startTestNetwork({ users: 2, makers: 1, solvers: 1, settings: operatorSetting })
	solver = connectSolver(network, network.solvers[0])
	await connectMaker(network, network.makers[0], { books: [{ pair: 'XRD/xUSDC', bids: ['0.05 1000000'] }] })
	old = await trade()
	await ageEverything(366 * dayMs)
	recent = await trade()
	await ageEverything(5 * dayMs)
	network.clock.advance(1)
	await untilEqual('the removal', () => metricOf(network, 'accord_rows_removed_total{table="fill_execution"}'), 2)
})
after(() => network?.stop())

async function trade(): Promise<SignedOrder> {
	const { order, bundle } = await publishTrade(network, solver, { user: network.users[0], order: sale })
	await settle(network, solver, bundle)
	await untilState(network, order, 'settled')
	return order
}

/** As if everything there had been written that much earlier. */
async function ageEverything(ms: number): Promise<void> {
	const { db } = network.service
	await sql`update "order" set accepted_at_ms = accepted_at_ms - ${ms}, ended_at_ms = ended_at_ms - ${ms},
		expires_at_s = expires_at_s - ${ms / 1000}`.execute(db)
	await sql`update fill set ended_at_ms = ended_at_ms - ${ms}`.execute(db)
	await sql`update bundle set ended_at_ms = ended_at_ms - ${ms}`.execute(db)
	await sql`update fill_execution set occurred_at_ms = occurred_at_ms - ${ms}`.execute(db)
}

// shows decision 46: Ended orders are removed once they need not be kept
test('an old order is gone with everything that belonged to it and cannot be submitted again; a recent one is there', async () => {
	await refusedWith('unknown_order', network.dex.order(old.subintentId))
	assert.equal((await network.dex.order(recent.subintentId)).state, 'settled')
	for (const table of ['order', 'part', 'fill', 'bundle']) {
		assert.equal(await metricOf(network, `accord_rows_removed_total{table="${table}"}`), 1, table)
	}
	network.clock.advance(60)
	await refusedWith('invalid_expiry', network.dex.submitOrder(old.signedPartialTransaction))
})

// shows error: sequence_too_old
test('error: a maker that reads its log from before the first number kept is told that number, and 0 means everything kept', async () => {
	const session = await openFlash(network, network.makers[0] ?? assert.fail())
	const method = 'platform.fill_execution.start_stream'
	const { data } = await session.refused('sequence_too_old', method, { historical_starting_point: 1 })
	assert.equal(data?.first_sequence_number, 3)
	await session.ask(method, { historical_starting_point: 0 })
	assert.equal((await session.received('maker.fill_execution.next')).sequence_number, 3)
})

test('the SDK’s maker continues at the first number kept, and reports what is missing', async t => {
	const removed: RemovedEntries[] = []
	const { apiKey } = network.makers[0] ?? assert.fail()
	const client = new MakerClient({ flashUrl: network.flashUrl, apiKey, onRemoved: each => removed.push(each) })
	t.after(() => client.close())
	await client.connect()
	const { value } = await client.fillExecutions({ from: 1 }).next()
	assert.equal(value?.sequenceNumber, 3)
	assert.deepEqual(removed, [{ from: 1, to: 2 }])
})

test('error: a solver’s cursor from before the first number kept is refused with it, and the SDK’s solver continues there', async t => {
	const response = await refusedUpgrade(`${network.solverUrl}/subintent-stream?events=1&since=1`)
	assert.deepEqual([response.code, response.first_sequence_number], ['sequence_too_old', 3])
	const removed: RemovedEntries[] = []
	const client = new SolverClient({ solverUrl: network.solverUrl, onRemoved: each => removed.push(each) })
	t.after(() => client.close())
	const { value } = await client.events({ since: '1' }).next()
	assert.deepEqual([value?.kind, value?.cursor.split('x')[0]], ['withdrawn', '4'])
	assert.deepEqual(removed, [{ from: 2, to: 2 }])
	const all = await openSolver(network, '?events=1&since=0')
	await untilEqual('all that is kept', () => all.told.slice(0, 1), ['withdrawn 3 settled at 4'])
})

test('error: a day whose orders have been removed is not compared with the ledger, where everything would seem unexplained', async () => {
	const day = new Date(network.clock.nowMs() - 31 * dayMs).toISOString().slice(0, 10)
	await refusedOperator(network, 'POST /operator/reconciliation', { code: 'validation_failed', body: { day } })
})
