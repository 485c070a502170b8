import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '@accord/service'
import { sql } from 'kysely'
import { operatorSetting } from '../network/operator-request.ts'
import { untilState, wayOf } from '../network/order-state.ts'
import { publishTrade } from '../network/published-trade.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { limitOrder, signLimitOrder } from '../network/test-user.ts'
import { askTrade, refusedTrade } from '../network/trade-request.ts'
import { until } from '../network/until.ts'

/** A small disk of its own: a file system in memory, which only root may mount. Undefined for anyone else. */
function openDisk(opened: AsyncDisposableStack): Disk | undefined {
	const folder = mkdtempSync(join(tmpdir(), 'accord-disk-'))
	opened.defer(() => rmSync(folder, { recursive: true, force: true }))
	if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeBytes}`, 'accord', folder]).status !== 0) return undefined
	opened.defer(() => void spawnSync('umount', ['--lazy', folder]))
	const ballast = join(folder, 'ballast')
	const leave = (bytes: number) => {
		rmSync(ballast, { force: true })
		const { bavail, bsize } = statfsSync(folder)
		writeFileSync(ballast, Buffer.alloc(Math.max(bavail * bsize - bytes, 0)))
	}
	const setReadOnly = (isReadOnly: boolean) => {
		const { status, stderr } = spawnSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder])
		assert.equal(status, 0, String(stderr))
	}
	return { folder, leave, setReadOnly }
}

type Disk = {
	readonly folder: string
	/** Fills it except for this many bytes. */
	leave(bytes: number): void
	/** Possible while nothing on it is open. */
	setReadOnly(isReadOnly: boolean): void
}

const megabyte = 2 ** 20
const sizeBytes = 512 * megabyte
const wanted = { sell: '100 XRD', buy: '5 xUSDC' }

function submission(network: TestNetwork): { subintentId: string; body: unknown } {
	const [user] = network.users
	assert.ok(user)
	const { signedPartialTransaction, subintentId } = signLimitOrder(network, user, limitOrder(wanted))
	return { subintentId, body: { signed_partial_transaction: signedPartialTransaction } }
}

/** Writes to the database's log until that is refused. */
async function untilLogIsFull({ service }: TestNetwork): Promise<void> {
	const write = () => sql`select pg_logical_emit_message(true, 'test', repeat('x', 100000))`.execute(service.db)
	await until('the log to be full', () =>
		write().then(
			() => false,
			() => true,
		),
	)
}

// shows decision 42: Orders and quotes are refused while they could not be finished
test('a disk that is nearly full refuses new orders and ends the open ones; a full one is named, and loses nothing', async t => {
	await using opened = new AsyncDisposableStack()
	const disk = openDisk(opened)
	if (disk === undefined) return t.skip('only root may mount a file system')
	const database = { directory: join(disk.folder, 'data') }
	const settings = { ...operatorSetting, database }
	const network = await startTestNetwork({ users: 1, makers: 1, solvers: 1, settings })
	let isStopped = false
	const stop = async () => {
		if (isStopped) return
		isStopped = true
		await network.stop()
	}
	opened.defer(stop)
	const books = [{ pair: 'XRD/xUSDC', bids: ['0.05 10000'] }]
	await connectMaker(network, network.makers[0], { books })
	const solver = connectSolver(network, network.solvers[0])
	const { order, bundle } = await publishTrade(network, solver, { user: network.users[0], order: wanted })

	disk.leave(200 * megabyte)
	const again = submission(network)
	await until('orders to be paused', async () => (await askTrade(network, '/trade/quote', quote)).status === 503)
	const paused = { status: 503, code: 'orders_paused' } as const
	await refusedTrade(network, '/trade/orders', { ...paused, body: again.body })
	await until('it to be unready', async () => (await askTrade(network, '/health/ready')).status === 503)
	assert.match(JSON.stringify((await askTrade(network, '/health/ready')).body), /only \d+ MB are free on its disk/)
	const metrics = await (await fetch(`${network.service.operatorUrl}/metrics`)).text()
	assert.match(metrics, /^accord_disk_free_bytes (1|2)\d{8}$/m)
	await settle(network, solver, bundle)
	const status = await untilState(network, order, 'settled')
	assert.deepEqual(wayOf(status).history, ['accepted', 'filled', 'published', 'settled'])

	disk.leave(sizeBytes)
	await until(
		'orders to be accepted',
		async () => (await askTrade(network, '/trade/orders', { body: again.body })).status === 200,
	)

	disk.leave(0)
	await untilLogIsFull(network)
	assert.match((await network.service.lost).message, /No space left on device/)
	const lost = { status: 503, code: 'database_unavailable' } as const
	await refusedTrade(network, `/trade/orders/${order.subintentId}`, lost)
	await refusedTrade(network, '/health/ready', lost)
	await stop()
	await assert.rejects(openDatabase(database), /cannot be started \(0 MB are free on its disk\)/)

	disk.leave(sizeBytes)
	const { db, close } = await openDatabase(database)
	opened.defer(close)
	const rows = await db.selectFrom('order').select(['subintent_id', 'state']).orderBy('accepted_at_ms').execute()
	assert.deepEqual(
		rows.map(({ subintent_id }) => subintent_id),
		[order.subintentId, again.subintentId],
	)
	// The maker may have been faster than the disk became full.
	const [settled, open] = rows.map(({ state }) => state)
	assert.equal(settled, 'settled')
	assert.match(open ?? '', /^(?:awaiting_fills|filled|published)$/)
})

test('a database on a disk that has become read-only is not opened, which is named, and nothing in it is lost', async t => {
	await using opened = new AsyncDisposableStack()
	const disk = openDisk(opened)
	if (disk === undefined) return t.skip('only root may mount a file system')
	const database = { directory: join(disk.folder, 'data') }
	const first = await openDatabase(database)
	await first.db.insertInto('maker').values({ maker_id: 'm', name: 'm', created_at_ms: 0, last_sequence: 0 }).execute()
	await first.close()

	disk.setReadOnly(true)
	await assert.rejects(openDatabase(database), /read-only file system/i)
	await assert.rejects(openDatabase({ ...database, directory: join(disk.folder, 'new') }), /cannot be written to/)
	disk.setReadOnly(false)
	const { db, close } = await openDatabase(database)
	opened.defer(close)
	assert.equal((await db.selectFrom('maker').select('maker_id').execute()).length, 1)
})

const quote = { body: { pair: { base: 'XRD', quote: 'xUSDC' }, sell: { symbol: 'XRD', amount: '100' } } }
