import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { migrate, migrationNames } from '../../packages/service/src/db/migrate.ts'
import { openDatabase } from '../../packages/service/src/db/open-database.ts'
import type { Tables } from '../../packages/service/src/db/tables.ts'
import { openUnmigrated } from '../../packages/service/src/testing/open-empty-database.ts'
import { openPostgresSession } from '../../packages/service/src/testing/postgres-session.ts'
import { createTestDatabase, type TestDatabase } from '../../packages/service/src/testing/test-database.ts'
import { type FormerTrades, fillFormerDatabase, formerMigration } from '../../scripts/fill-former-database.ts'
import { untilState } from '../network/order-state.ts'
import { participants } from '../network/participant.ts'
import { publishTrade } from '../network/published-trade.ts'
import { openSolver } from '../network/solver-socket.ts'
import { TestClock } from '../network/test-clock.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestMakerAccount, testNetworkId } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { until } from '../network/until.ts'

// The database of the previous release, full of trades, is upgraded, and a service continues from it.
// ACCORD_UPGRADE_TRADES=100000 fills it as much as a busy service does.

const trades = Number(process.env.ACCORD_UPGRADE_TRADES ?? 2_000)
const clock = new TestClock()
let database: TestDatabase
let former: FormerTrades

before(async () => {
	database = await createTestDatabase({ isEmpty: true })
	const db = openUnmigrated<Tables>(database.config.url)
	const [user] = participants('user', 1, testNetworkId)
	const account = user?.account ?? ''
	former = await fillFormerDatabase(db, { trades, nowMs: clock.nowMs(), makerId: 'maker-1', account })
	await db.destroy()
})
after(() => database?.drop())

/** The migrations that the database has had, and its tables. */
async function stateOf(): Promise<unknown> {
	const { run, close } = await openPostgresSession(database.config.url)
	const state = [
		await run('select name from kysely_migration order by name'),
		await run(`select relname, relkind from pg_class where relnamespace = 'public'::regnamespace order by 1`),
	]
	await close()
	return state
}

// shows operation: Upgrades
test('error: a migration that does not get its lock fails by name and leaves the database unchanged', async t => {
	const earlier = await stateOf()
	const other = await openPostgresSession(database.config.url)
	t.after(() => other.close())
	await other.run('begin')
	await other.run('lock table "order" in access share mode')
	const db = openUnmigrated<Tables>(database.config.url, 200)
	await assert.rejects(migrate(db), /could not be migrated at 00\d\d-[a-z-]+: canceling statement due to lock timeout/)
	await db.destroy()
	await other.run('rollback')
	assert.deepEqual(await stateOf(), earlier)
})

// shows operation: Upgrades
test('the former release’s database is upgraded, and everything in it can be read', async t => {
	const startMs = performance.now()
	const opened = await openDatabase(database.config)
	t.diagnostic(
		`${trades} trades from ${formerMigration} to ${migrationNames.at(-1)}: ${performance.now() - startMs} ms`,
	)
	await opened.close()
	const settings = { database: database.config }
	const network = await startTestNetwork({ users: 1, makers: 1, solvers: 1, clock, settings })
	t.after(() => network.stop())

	for (const subintentId of former.settled) {
		const { state, parts } = await network.dex.order(subintentId)
		assert.deepEqual([state, parts.map(part => part.state)], ['settled', ['filled']])
	}
	const page = await network.dex.trades({ limit: 3 })
	assert.deepEqual(
		page.trades.map(({ subintentId }) => subintentId),
		former.settled,
	)
	const [account] = network.makers as [TestMakerAccount]
	const solver = await openSolver(network, '?events=1')
	await until('the cursor', () => solver.told.length > 0)
	assert.deepEqual(solver.told, [`cursor ${former.solverEntries}`])

	const books = [{ pair: 'XRD/xUSDC', bids: ['0.05 1000000'] }]
	const maker = await connectMaker(network, account, { books, executionsFrom: former.makerEntries - 999 })
	await until('the last thousand entries', () => maker.executions.length === 1_000)
	assert.equal(maker.executions.at(-1)?.sequenceNumber, former.makerEntries)
	const { orders } = await maker.client.api.orders({ limit: 5 })
	assert.equal(orders.length, 5)
	const settler = connectSolver(network, network.solvers[0])
	const order = { sell: '100 XRD', buy: '5 xUSDC' }
	const trade = await publishTrade(network, settler, { user: network.users[0], order })
	await settle(network, settler, trade.bundle)
	await untilState(network, trade.order, 'settled')
	await until('the new entries', () => maker.executions.length === 1_002)
})
