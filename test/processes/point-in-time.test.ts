import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { giveTo, serverUser } from '../../packages/service/src/db/embedded/server-user.ts'
import { queryDatabase } from '../../packages/service/src/testing/query-database.ts'
import { documentedCommands, runCommands } from '../fixtures/documented-commands.ts'
import { debianPostgres, startPostgres, withoutDebianPostgres } from '../fixtures/postgres.ts'
import { untilState } from '../network/order-state.ts'
import { publishTrade } from '../network/published-trade.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { until } from '../network/until.ts'

// shows operation: A database is restored to a point in time by the documented commands
test('the documented commands bring back the database of a point in time, and the service goes on from there', {
	skip: withoutDebianPostgres(),
}, async () => {
	await using opened = new AsyncDisposableStack()
	const programs = debianPostgres() ?? ''
	const backups = mkdtempSync(join(tmpdir(), 'accord-backups-'))
	opened.defer(() => rmSync(backups, { recursive: true }))
	const archive = join(backups, 'accord-wal')
	mkdirSync(archive)
	const server = await startPostgres(programs)
	opened.defer(() => server.stop())
	for (const folder of [backups, archive]) giveTo(folder, serverUser(server.folder))
	const env = {
		PATH: `${programs}:${process.env.PATH}`,
		...{ PGHOST: server.folder, PGUSER: 'accord', PGDATA: join(server.folder, 'data') },
	}
	const folders = { '/var/backups': backups }
	runCommands(documentedCommands('archive-postgres', folders), { cwd: backups, env })
	await server.crash()
	const settings = { database: { url: server.url } }
	const network = await startTestNetwork({ users: 1, makers: 1, solvers: 1, settings })
	opened.defer(() => network.stop())
	const solver = connectSolver(network, network.solvers[0])
	const maker = await connectMaker(network, network.makers[0], { books: [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'] }] })
	runCommands(documentedCommands('base-backup', folders), { cwd: backups, env })

	const query = <Row>(statement: string) => queryDatabase<Row>(server.url, statement)
	const trade = async () => {
		const sale = { sell: '100 XRD', buy: '5 xUSDC' }
		const { order, bundle } = await publishTrade(network, solver, { user: network.users[0], order: sale })
		await settle(network, solver, bundle)
		await untilState(network, order, 'settled')
		return order
	}
	const kept = await trade()
	await maker.told(['started', 'Settled'])
	const [time] = await query<{ now: string }>('select clock_timestamp()::text as now')
	const lost = await trade()
	const [row] = await query<{ file: string }>('select pg_walfile_name(pg_current_wal_lsn()) as file')
	await query('select pg_switch_wal()')
	await until('the change to be archived', () => existsSync(join(archive, row?.file ?? '')))
	maker.disconnect()
	await network.service.stop()
	const stop = [join(programs, 'pg_ctl'), '-D', env.PGDATA, '-s', '-w', '-m', 'fast', 'stop']
	const { prefix } = serverUser(server.folder)
	const asServer = ([program = '', ...args]: readonly string[]) =>
		execFileSync(program, args, { cwd: server.folder, env: { ...process.env, ...env }, stdio: 'ignore' })
	asServer([...prefix, ...stop])

	const restore = documentedCommands('restore-to-a-time', { ...folders, '2026-11-22 09:30:00+00': time?.now ?? '' })
	asServer([...prefix, 'sh', '-euc', restore])
	assert.ok(readdirSync(server.folder).includes('data.before'))
	const again = await network.anotherNode()
	assert.equal((await again.dex.order(kept.subintentId)).state, 'settled')
	await assert.rejects(again.dex.order(lost.subintentId), { code: 'unknown_order' })
	const restarted = await connectMaker(again, again.makers[0])
	await restarted.told(['started', 'Settled'])
	assert.notEqual(restarted.executions[0]?.incarnation, maker.executions[0]?.incarnation)
})
