import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { PostgresPrograms } from './postgres-programs.ts'
import { giveTo, type ServerUser } from './server-user.ts'

/** The superuser, who owns everything in the database. It needs no password on the folder's socket. */
export const superuser = 'accord'

/** Where a database's directory has PostgreSQL's data folder and the superuser's password. */
export function placesIn(directory: string): { readonly data: string; readonly password: string } {
	return { data: join(directory, 'postgres'), password: join(directory, 'password') }
}

type Creating = { readonly programs: PostgresPrograms; readonly serverUser: ServerUser }

/**
 * Creates PostgreSQL's data folder if there is none, either completely or not at all. It is created next to its final
 * path, synced and then moved, so that a process that dies in between leaves nothing that looks like a database.
 */
export async function makeDataFolder(directory: string, creating: Creating): Promise<void> {
	const { data, password } = placesIn(directory)
	if (existsSync(data)) return
	removeUnfinished(data)
	writeFileSync(password, randomBytes(24).toString('hex'), { mode: 0o600 })
	// A new name each time, because a folder started by a killed process may still be written to for a moment.
	const unfinished = mkdtempSync(`${data}.new-`)
	for (const path of [password, unfinished]) giveTo(path, creating.serverUser)
	await createDatabase(unfinished, { password, ...creating })
	renameSync(unfinished, data)
	await syncFolder(directory)
}

export function readPassword(directory: string): string {
	return readFileSync(placesIn(directory).password, 'utf8')
}

function removeUnfinished(data: string): void {
	for (const name of readdirSync(dirname(data))) {
		if (name.startsWith(`${basename(data)}.new`)) rmSync(join(dirname(data), name), { recursive: true, force: true })
	}
}

/** `initdb` syncs the files that it writes. */
async function createDatabase(
	folder: string,
	{ programs, serverUser, password }: Creating & { readonly password: string },
): Promise<void> {
	const { prefix, user } = serverUser
	const who = [`--username=${superuser}`, '--auth-local=trust', '--auth-host=scram-sha-256', `--pwfile=${password}`]
	const how = ['--encoding=UTF8', '--no-locale', '--no-instructions', `--pgdata=${folder}`]
	const [program = '', ...args] = [...prefix, programs.initdb, ...who, ...how]
	// Detached, so that Ctrl-C in a terminal reaches only this process.
	const initdb = spawn(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], detached: true, ...user })
	const [said, [code, signal]] = await Promise.all([text(initdb.stderr), once(initdb, 'exit')])
	if (code !== 0) throw new Error(`initdb ended with ${code ?? signal}: ${said.trim()}`)
}

/** A file is found after a power cut only if its folder was synced. */
async function syncFolder(folder: string): Promise<void> {
	const file = await open(folder)
	try {
		await file.sync()
	} finally {
		await file.close()
	}
}
