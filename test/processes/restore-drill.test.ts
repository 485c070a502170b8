import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Doctor, OrderStatus, WireOf } from '@accord/protocol'
import { withoutDebianPostgres } from '../fixtures/postgres.ts'
import { type DrillDatabase, openEmbedded, openServer } from '../network/drill-database.ts'
import { refusedUpgrade } from '../network/flash-socket.ts'
import { FollowedLogs } from '../network/followed-logs.ts'
import { askOperator, operatorSetting } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import { type PublishedTrade, publishTrade } from '../network/published-trade.ts'
import { TestClock } from '../network/test-clock.ts'
import { connectMaker, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { placeOrder, type SignedOrder } from '../network/test-user.ts'
import { until, untilEqual } from '../network/until.ts'

// An operator's worst day: the database's machine is lost, and its last backup is some trades old. The clients of makers
// and solvers stay throughout.

const sale = { sell: '100 XRD', buy: '5 xUSDC' }
const books = [{ pair: 'XRD/xUSDC', bids: ['0.05 1000000'] }]
describe('the embedded database', () => drill(openEmbedded))
describe('a server', { skip: withoutDebianPostgres() }, () => drill(openServer))

function drill(openDatabase: () => Promise<DrillDatabase>): void {
	const clock = new TestClock()
	const ledgerDirectory = mkdtempSync(join(tmpdir(), 'accord-drill-ledger-'))
	const logs = new FollowedLogs()
	const { entries, events, restarts } = logs
	const closing: (() => void)[] = []
	let port: number
	let database: DrillDatabase
	let network: TestNetwork
	let maker: TestMaker
	let solver: TestSolver
	let isMakerSilent = false
	let ended: SignedOrder
	let published: PublishedTrade
	let open: SignedOrder
	let later: SignedOrder
	/** A solver's cursor from after the backup. */
	let cursor: string

	before(async () => {
		port = await freePort()
		database = await openDatabase()
		await start()
		logs.follow(network)
		closing.push(() => logs.close())

		const trade = await publish()
		await settleTrade(trade)
		ended = trade.order
		published = await publish()
		isMakerSilent = true
		clock.freeze()
		open = await placeOrder(network, network.users[0], sale)
		await maker.asked(3)
		if (!database.isBackedUpRunning) await network.stop()
		database.backUp()
		if (!database.isBackedUpRunning) await start()

		// None of this is in a backup.
		await maker.fill(await maker.asked(database.isBackedUpRunning ? 3 : 1))
		isMakerSilent = false
		const bundle = await solver.bundleOf(open)
		clock.thaw()
		await settleTrade({ order: open, bundle })
		await settleTrade({ order: published.order, bundle: await solver.bundleOf(published.order) })
		const another = await publish()
		await settleTrade(another)
		later = another.order
		await until('the whole log', () => entries.length === 8)
		cursor = events.at(-1)?.cursor ?? ''
		await network.stop()
		await database.restore()
		// Asked again for the order that was open, the maker would fill what the ledger has already settled.
		isMakerSilent = true
		await start()
	})
	after(async () => {
		for (const close of closing) close()
		await network?.stop()
		await database?.dispose()
		rmSync(ledgerDirectory, { recursive: true, force: true })
	})

	async function start(): Promise<void> {
		const settings = { ...operatorSetting, port, database: database.setting() }
		network = await startTestNetwork({ users: 1, makers: 1, solvers: 1, clock, ledgerDirectory, settings })
		solver = connectSolver(network, network.solvers[0])
		const answer = (order: Parameters<TestMaker['sign']>[0], self: TestMaker) =>
			isMakerSilent ? undefined : self.sign(order).signedPartialTransaction
		maker = await connectMaker(network, network.makers[0], { books, fillExpiresInS: 40, answer })
	}

	function publish(): Promise<PublishedTrade> {
		return publishTrade(network, solver, { user: network.users[0], order: sale })
	}

	async function settleTrade({ order, bundle }: PublishedTrade): Promise<void> {
		await settle(network, solver, bundle)
		await untilState(network, order, 'settled')
	}

	/** Lets the service find overdue orders, and compare ended ones with the ledger. */
	async function afterSomeMinutes(): Promise<void> {
		clock.advance(62)
		await network.drain()
		clock.advance(62)
		for (let n = 0; n < 6; n++) {
			clock.advance(1)
			await network.drain()
		}
	}

	// shows operation: Backup and restore
	test('readers with a number from after the backup get `log_restarted`, and the SDK’s clients continue on their own', async () => {
		const refusal = await refusedUpgrade(`${network.solverUrl}/subintent-stream?events=1&since=${cursor}`)
		assert.equal(refusal.code, 'log_restarted')
		await until('both clients', () => restarts.length === 2)
		const restart = { incarnation: refusal.incarnation }
		assert.deepEqual(restarts.sort(), [
			['maker', restart],
			['solver', restart],
		])
		assert.deepEqual(
			entries.slice(0, 8).map(({ sequenceNumber }) => sequenceNumber),
			[1, 2, 3, 4, 5, 6, 7, 8],
		)
		await until('the log from its start', () => entries.length >= 11)
		assert.deepEqual(
			entries.slice(8, 11).map(({ sequenceNumber }) => sequenceNumber),
			[1, 2, 3],
		)
	})

	// shows operation: Backup and restore
	test('the doctor finds nothing wrong but that no maker is back', async () => {
		const { checks } = await askOperator<WireOf<typeof Doctor>>(network, 'GET /operator/doctor')
		const failed = checks.filter(({ ok }) => !ok)
		assert.deepEqual(
			failed.map(({ name }) => name),
			['quotes'],
			JSON.stringify(failed),
		)
	})

	// shows decision 45: Orders open in the backup are compared with the ledger
	test('after some minutes no record contradicts the ledger, and anything missing from the backup is unknown', async () => {
		await afterSomeMinutes()
		const statusOf = (order: SignedOrder) => network.dex.order(order.subintentId)
		const wayOf = ({ state, correction }: OrderStatus) => [state, correction?.state]
		await untilEqual('the correction', async () => wayOf(await statusOf(open)), ['unfilled', 'settled'])
		assert.deepEqual(wayOf(await statusOf(ended)), ['settled', undefined])
		assert.deepEqual(wayOf(await statusOf(published.order)), ['settled', undefined])
		await assert.rejects(statusOf(later), { code: 'unknown_order' })
		const again = network.dex.submitOrder(later.signedPartialTransaction)
		await assert.rejects(again, { code: 'invalid_expiry' })
		for (const { subintentId } of [ended, published.order, open]) {
			assert.equal((await network.gateway.subintentStatus(subintentId)).status, 'CommittedSuccess')
		}
	})

	test('trading continues, and reissued numbers reach readers of the first ones', async () => {
		const length = entries.length
		isMakerSilent = false
		const trade = await publish()
		await settleTrade(trade)
		await until('the new entries', () => entries.length >= length + 2)
		const numbers = entries.slice(8).map(({ sequenceNumber }) => sequenceNumber)
		assert.deepEqual(
			numbers,
			numbers.map((_, at) => at + 1),
		)
		assert.ok(events.some(event => event.kind === 'published' && event.subintentIds[0] === trade.order.subintentId))
	})
}

async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1')
	await new Promise(resolve => server.once('listening', resolve))
	const { port: found } = server.address() as { port: number }
	await new Promise(resolve => server.close(resolve))
	return found
}
