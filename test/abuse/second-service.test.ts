import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPostgresSession } from '../../packages/service/src/testing/postgres-session.ts'
import { createTestDatabase } from '../../packages/service/src/testing/test-database.ts'
import { refusedWith } from '../network/refused-with.ts'
import { startTestNetwork } from '../network/test-network.ts'
import { until } from '../network/until.ts'

const { config, drop } = await createTestDatabase()
const lockSession = `select pid from pg_stat_activity where application_name = 'accord service lock'
	and datname = current_database()`
const endLockSession = `select pg_terminate_backend(pid) from (${lockSession}) as holder`

// shows decision 43: A second service on one database is refused
test('one service at a time uses a database: a second one is refused, and one that lost its place ends', async () => {
	await using opened = new AsyncDisposableStack()
	opened.defer(drop)
	const options = { users: 1, makers: 1, solvers: 1, settings: { database: config } }
	const network = await startTestNetwork(options)
	opened.defer(() => network.stop())
	const inUse = /the database test_\w+ on .* is in use by another process \(session \d+\)$/
	await assert.rejects(startTestNetwork(options), inUse)

	const admin = await openPostgresSession(config.url)
	opened.defer(() => admin.close())
	const [first] = await admin.run(lockSession)
	await admin.run(endLockSession)
	await until('the lock to be taken again', async () => {
		const [held] = await admin.run(lockSession)
		return held !== undefined && held.pid !== first?.pid
	})
	await network.dex.accountLevel(network.users[0]?.account ?? '')

	const other = await openPostgresSession(config.url)
	opened.defer(() => other.close())
	const taken = other.run('select pg_advisory_lock(4143434, 1)')
	await until('another service to wait', async () => (await admin.run(waiting)).length === 1)
	await admin.run(endLockSession)
	await taken
	assert.match((await network.service.lost).message, inUse)
	await refusedWith('database_unavailable', network.dex.accountLevel(network.users[0]?.account ?? ''))
})

const waiting = "select from pg_locks where locktype = 'advisory' and classid = 4143434 and not granted"
