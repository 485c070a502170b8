import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { readItem } from '@accord/ledger'
import { NewSubintentBundle, PublishedBundle, WithdrawnBundle } from '@accord/protocol'
import { openTestDatabase } from '../../packages/service/src/testing/open-test-database.ts'
import { untilState } from '../network/order-state.ts'
import { publishTrade } from '../network/published-trade.ts'
import { openSolver, type SolverSocket } from '../network/solver-socket.ts'
import { TestClock } from '../network/test-clock.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { untilEqual } from '../network/until.ts'

const pair = 'XRD/xUSDC'

describe('the solver stream', () => {
	let network: TestNetwork
	let settler: TestSolver
	let events: SolverSocket

	before(async () => {
		network = await startTestNetwork({ users: 2, makers: 1, solvers: 1 })
		settler = connectSolver(network, network.solvers[0])
		events = await openSolver(network, '?events=1')
		await connectMaker(network, network.makers[0], { books: [{ pair, bids: ['0.05 10000'] }], fillExpiresInS: 40 })
	})
	after(() => network?.stop())

	const publish = () =>
		publishTrade(network, settler, { user: network.users[0], order: { sell: '100 XRD', buy: '5 xUSDC' } })
	const told = (solver: SolverSocket, words: string[]) => untilEqual('the messages', () => solver.told, words)

	test('without events it is the specification’s stream, even while bundles appear and end', async () => {
		const plain = await openSolver(network)
		const { order, bundle } = await publish()
		await told(events, ['cursor 0', 'published 1'])
		await told(plain, ['bundle'])
		const [message] = plain.messages
		assert.deepEqual(Object.keys(message), ['jsonrpc', 'id', 'method', 'params'])
		assert.deepEqual([message.jsonrpc, message.id, message.method], ['2.0', null, 'new_subintent_bundle'])
		const { items } = NewSubintentBundle.parse(message)
		assert.deepEqual(
			items,
			bundle.map(item => item.signedPartialTransaction),
		)
		const late = await openSolver(network)
		await told(late, ['bundle'])
		assert.deepEqual(late.messages, plain.messages)
		await settle(network, settler, bundle)
		await untilState(network, order, 'settled')
		await told(events, ['cursor 0', 'published 1', 'withdrawn 1 settled at 2'])
		assert.deepEqual([plain.told, late.told], [['bundle'], ['bundle']])
	})

	// shows solver addition: `since` and `events=1`: one log of publications and withdrawals
	test('with events a bundle has its id, cursor, expiry and subintents, and its withdrawal says how it ended', async () => {
		const { order, bundle } = await publish()
		await told(events, ['cursor 0', 'published 1', 'withdrawn 1 settled at 2', 'published 3'])
		const message = PublishedBundle.wire.parse(events.messages.at(-1))
		assert.deepEqual(
			message.params,
			bundle.map(item => item.signedPartialTransaction),
		)
		const inner = message.params.map(item => readItem(item, testNetworkId))
		const { published_at_ms, expires_at, cursor, ...ids } = message.bundle
		assert.match(cursor, /^3x[0-9a-f]{12}$/)
		assert.deepEqual(ids, { bundle_id: '3', subintent_ids: inner.map(({ innerId }) => innerId) })
		assert.equal(ids.subintent_ids[0], order.subintentId)
		assert.equal(expires_at, Math.min(...inner.map(({ window }) => window.maxTimestampS ?? 0)))
		assert.ok(Math.abs(network.clock.nowMs() - published_at_ms) < 10_000)
		await settle(network, settler, bundle)
		const { transactionId } = await untilState(network, order, 'settled')
		await untilEqual('the withdrawal', () => events.told.at(-1), 'withdrawn 3 settled at 4')
		assert.equal(WithdrawnBundle.parse(events.messages.at(-1)).transactionId, transactionId)
	})

	test('an expired bundle is withdrawn as expired', async () => {
		await publish()
		await untilEqual('the publication', () => events.told.at(-1), 'published 5')
		network.clock.advance(61)
		await untilEqual('the withdrawal', () => events.told.at(-1), 'withdrawn 5 expired at 6')
		assert.equal(events.messages.at(-1).params.transaction_id, undefined)
	})

	// shows solver addition: `since` and `events=1`: one log of publications and withdrawals
	test('since a cursor: bundles still open and withdrawals after it; without events the bundles alone', async () => {
		const { bundle } = await publish()
		await publish()
		await settle(network, settler, bundle)
		await untilEqual('the withdrawal', () => events.told.at(-1), 'withdrawn 7 settled at 9')
		const since = (query: string) => openSolver(network, query)
		await told(await since('?since=3&events=1'), [
			'withdrawn 3 settled at 4',
			'withdrawn 5 expired at 6',
			'published 8',
			'withdrawn 7 settled at 9',
			'cursor 9',
		])
		await told(await since('?since=9&events=1'), ['cursor 9'])
		await told(await since('?events=1'), ['published 8', 'cursor 9'])
		await told(await since('?since=6&events=0'), ['bundle'])
		const plain = await since('?since=8')
		await publish()
		await told(plain, ['bundle'])
	})

	test('a cursor is sent every 30 s, even if nothing happens', async () => {
		const solver = await openSolver(network, '?events=1&since=10')
		await told(solver, ['cursor 10'])
		network.clock.advance(30)
		await untilEqual('another cursor', () => solver.told.filter(word => word.startsWith('cursor')).length, 2)
	})
})

// shows solver addition: A cursor survives a restart and never skips
test('a cursor outlives a restart: nothing is missed or repeated, whatever happened meanwhile', async t => {
	const directory = mkdtempSync(join(tmpdir(), 'accord-solver-stream-'))
	t.after(() => rmSync(directory, { recursive: true, force: true }))
	const database = await openTestDatabase()
	t.after(() => database.close())
	const clock = new TestClock()
	const start = () =>
		startTestNetwork({
			users: 1,
			makers: 1,
			solvers: 1,
			clock,
			ledgerDirectory: directory,
			database,
		})
	const first = await start()
	const publishIn = async (network: TestNetwork) => {
		const settler = connectSolver(network, network.solvers[0])
		const order = { sell: '100 XRD', buy: '5 xUSDC' }
		return { settler, ...(await publishTrade(network, settler, { user: network.users[0], order })) }
	}
	const books = [{ pair, bids: ['0.05 10000'] }]
	const before = await openSolver(first, '?events=1')
	await connectMaker(first, first.makers[0], { books, fillExpiresInS: 40 })
	const { settler, order, bundle } = await publishIn(first)
	await publishIn(first)
	await untilEqual('both bundles', () => before.told.slice(1), ['published 1', 'published 2'])
	await before.close()
	await settle(first, settler, bundle)
	await untilState(first, order, 'settled')
	await first.stop()

	const second = await start()
	t.after(() => second.stop())
	const afterwards = await openSolver(second, `?events=1&since=${before.cursor}`)
	await untilEqual('what was missed', () => afterwards.told, ['withdrawn 1 settled at 3', 'cursor 3'])
	await connectMaker(second, second.makers[0], { books, fillExpiresInS: 40 })
	await publishIn(second)
	await untilEqual('what is new', () => afterwards.told.slice(2), ['published 4'])
})
