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
import { until } from '../network/until.ts'

// shows operation: A database is restored to a point in time by the documented commands
test('the documented commands bring back the database of a point in time', {
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
	runCommands(documentedCommands('base-backup', folders), { cwd: backups, env })

	const query = <Row>(statement: string) => queryDatabase<Row>(server.url, statement)
	await query('create table trade (name text)')
	await query(`insert into trade values ('before')`)
	const [row] = await query<{ then: string; file: string }>(
		`select clock_timestamp()::text as then, pg_walfile_name(pg_current_wal_lsn()) as file`,
	)
	await query(`insert into trade values ('after')`)
	await query('select pg_switch_wal()')
	await until('the change to be archived', () => existsSync(join(archive, row?.file ?? '')))
	const stop = [join(programs, 'pg_ctl'), '-D', env.PGDATA, '-s', '-w', '-m', 'fast', 'stop']
	const { prefix } = serverUser(server.folder)
	const asServer = ([program = '', ...args]: readonly string[]) =>
		execFileSync(program, args, { cwd: server.folder, env: { ...process.env, ...env }, stdio: 'ignore' })
	asServer([...prefix, ...stop])

	const restore = documentedCommands('restore-to-a-time', { ...folders, '2026-11-22 09:30:00+00': row?.then ?? '' })
	asServer([...prefix, 'sh', '-euc', restore])
	const found = await query<{ name: string }>('select name from trade')
	assert.deepEqual(found, [{ name: 'before' }])
	assert.ok(readdirSync(server.folder).includes('data.before'))
	await until('it to accept writes', async () => (await query('select 1 where not pg_is_in_recovery()')).length === 1)
	await query(`insert into trade values ('since')`)
	// A timeline of its own, by which the service knows it as a copy.
	const [now] = await query<{ file: string }>('select pg_walfile_name(pg_current_wal_lsn()) as file')
	assert.notEqual(now?.file.slice(0, 8), row?.file.slice(0, 8))
})
