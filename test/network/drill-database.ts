import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documentedCommands, runCommands } from '../fixtures/documented-commands.ts'
import { debianPostgres, type PostgresServer, startPostgres } from '../fixtures/postgres.ts'

/** A database that is backed up and restored by the commands of docs/operate/recover.md. */
export type DrillDatabase = {
	/** The setting of a service that uses it. */
	setting(): Record<string, string>
	/** Whether a backup can be made while the service runs. */
	readonly isBackedUpRunning: boolean
	backUp(): void
	/** The service must not run. On a server, the target must never have been used. */
	restore(): Promise<void>
	dispose(): Promise<void>
}

export async function openEmbedded(): Promise<DrillDatabase> {
	const cwd = mkdtempSync(join(tmpdir(), 'accord-drill-'))
	const folders = { '/var/lib/accord': join(cwd, 'lib'), '/var/backups': join(cwd, 'backups') }
	for (const folder of Object.values(folders)) mkdirSync(folder)
	const run = (name: string) => runCommands(documentedCommands(name, folders), { cwd })
	return {
		setting: () => ({ directory: join(cwd, 'lib', 'database') }),
		isBackedUpRunning: false,
		backUp: () => run('backup-embedded'),
		restore: async () => run('restore-embedded'),
		dispose: async () => rmSync(cwd, { recursive: true, force: true }),
	}
}

const superuser = 'postgres'

/** On Debian's server. */
export async function openServer(): Promise<DrillDatabase> {
	const programs = debianPostgres() ?? ''
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
