import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documentedCommands, runCommands } from '../fixtures/documented-commands.ts'
import { type PostgresServer, postgresPrograms, startPostgres } from '../fixtures/postgres.ts'

/** A database that is backed up and restored by the commands of docs/operate.md. */
export type DrillDatabase = {
	/** The setting of a service that uses it. */
	setting(): Record<string, string>
	/** Whether a backup can be made while the service runs. */
	readonly isBackedUpRunning: boolean
	backUp(): void
	/** The service must not run. On PostgreSQL, onto a server that has never been used. */
	restore(): Promise<void>
	dispose(): Promise<void>
}

/** On the kind of database that the tests run on. */
export function openDrillDatabase(): Promise<DrillDatabase> {
	const programs = postgresPrograms()
	const isPostgres = process.env.ACCORD_TEST_DATABASE !== undefined && programs !== undefined
	return isPostgres ? onPostgres(programs) : onPglite()
}

async function onPglite(): Promise<DrillDatabase> {
	const cwd = mkdtempSync(join(tmpdir(), 'accord-drill-'))
	const folders = { '/var/lib/accord': join(cwd, 'lib'), '/var/backups': join(cwd, 'backups') }
	for (const folder of Object.values(folders)) mkdirSync(folder)
	const run = (name: string) => runCommands(documentedCommands(name, folders), { cwd })
	return {
		setting: () => ({ kind: 'pglite', directory: join(cwd, 'lib', 'database') }),
		isBackedUpRunning: false,
		backUp: () => run('backup-pglite'),
		restore: async () => run('restore-pglite'),
		dispose: async () => rmSync(cwd, { recursive: true, force: true }),
	}
}

const superuser = 'postgres'

async function onPostgres(programs: string): Promise<DrillDatabase> {
	const cwd = mkdtempSync(join(tmpdir(), 'accord-drill-'))
	const servers: PostgresServer[] = []
	const start = async () => servers.push(await startPostgres(programs, { superuser }))
	const server = () => servers.at(-1) as PostgresServer
	const run = (commands: string) => {
		const env = { PGHOST: server().folder, PGUSER: superuser, PATH: `${programs}:${process.env.PATH}` }
		runCommands(commands, { cwd, env })
	}
	await start()
	run('createuser accord && createdb --owner=accord accord')
	return {
		setting: () => ({
			kind: 'postgres',
			url: `postgres:///accord?host=${encodeURIComponent(server().folder)}&user=accord`,
		}),
		isBackedUpRunning: true,
		backUp: () => run(documentedCommands('backup-postgres')),
		restore: async () => {
			await start()
			run(documentedCommands('restore-postgres'))
		},
		dispose: async () => {
			for (const each of servers) await each.stop()
			rmSync(cwd, { recursive: true, force: true })
		},
	}
}
