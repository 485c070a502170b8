import { chmodSync, existsSync, realpathSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { lockDirectory } from '@accord/ledger'
import { makeDataFolder, placesIn, readPassword, superuser } from './data-folder.ts'
import { embeddedPrograms, type PostgresPrograms } from './postgres-programs.ts'
import { runServer, type ServerProcess, type ServerSettings } from './server-process.ts'
import { giveTo, letEnter, type ServerUser, serverUser } from './server-user.ts'

/**
 * A PostgreSQL server that belongs to this process, on a directory that no other process uses. It ends when this
 * process is gone.
 */
export type EmbeddedServer = {
	/** The URL of its only database. */
	readonly url: string
	/** Resolves with its output if it ends without being stopped. */
	readonly lost: Promise<Error>
	/** The free bytes on its disk. */
	freeBytes(): Promise<number>
	/** Differs for each copy of the directory. */
	copyId(): Promise<string>
	/** Disconnects everyone, and waits up to 5 s for the server to end; after that it ends without being waited for. */
	stop(): Promise<void>
}

type EmbeddedOptions = {
	readonly settings?: ServerSettings
	/** The directory is removed when the server has ended. */
	readonly isTemporary?: boolean
}

/**
 * Starts a server on `directory`, and creates its database there if there is none.
 * @throws Error naming the process that uses the directory, or saying why the server does not start
 */
export async function startEmbedded(directory: string, options: EmbeddedOptions = {}): Promise<EmbeddedServer> {
	const lock = await lockDirectory(directory)
	try {
		const { url, server } = await open(realpathSync(directory), options)
		const stop = async () => {
			await server.stop()
			lock.release()
		}
		return { url, lost: server.lost, freeBytes: () => freeOn(directory), copyId: () => copyIdOf(directory), stop }
	} catch (error) {
		lock.release()
		throw error
	}
}

/** Creates the database of a server in `directory` if there is none. */
export async function createEmbedded(directory: string): Promise<void> {
	const lock = await lockDirectory(directory)
	try {
		await prepare(directory)
	} finally {
		lock.release()
	}
}

type Opened = { readonly url: string; readonly server: ServerProcess }

async function open(directory: string, { settings, isTemporary }: EmbeddedOptions): Promise<Opened> {
	const prepared = await prepare(directory)
	const address = await addressFor(directory)
	const running = { ...prepared, settings: { ...address.settings, ...settings } }
	try {
		const server = await runServer(isTemporary ? { ...running, removedAtEnd: directory } : running)
		return { url: address.url, server }
	} catch (cause) {
		throw await startError(directory, cause)
	}
}

type Prepared = { readonly data: string; readonly programs: PostgresPrograms; readonly serverUser: ServerUser }

async function prepare(directory: string): Promise<Prepared> {
	refuseFormer(directory)
	const { data } = placesIn(directory)
	const prepared = { data, programs: await embeddedPrograms(), serverUser: serverUser(data) }
	try {
		letEnter(directory, { ...prepared.serverUser, program: prepared.programs.postgres })
		await makeDataFolder(directory, prepared)
	} catch (cause) {
		throw await startError(directory, cause)
	}
	giveTo(data, prepared.serverUser)
	// A copy may have lost the file mode that the server requires.
	chmodSync(data, 0o700)
	return prepared
}

/** Before version 0.2, the embedded database was a different program. */
function refuseFormer(directory: string): void {
	if (!existsSync(join(directory, 'pgdata'))) return
	throw new Error(
		`${directory} has a database of a former version, which this one cannot read: choose another database.directory, or start the local network with --reset`,
	)
}

async function startError(directory: string, cause: unknown): Promise<Error> {
	const reason = cause instanceof Error ? cause.message : String(cause)
	const free = `${Math.floor((await freeOn(directory)) / 1_000_000)} MB are free on its disk`
	const advice = 'If its disk is not full, its files may be damaged: restore a backup.'
	return new Error(`the database in ${directory} cannot be started (${free}): ${reason}. ${advice}`, { cause })
}

type Address = { readonly url: string; readonly settings: ServerSettings }

/**
 * A socket in the data folder, which only this user can enter; a port if the system has no sockets or the path is too
 * long.
 */
async function addressFor(directory: string): Promise<Address> {
	const { data } = placesIn(directory)
	const hasSockets = process.platform !== 'win32' && Buffer.byteLength(`${data}/.s.PGSQL.5432`) <= socketPathBytesMax
	if (hasSockets) {
		const settings = { listen_addresses: '', unix_socket_directories: data, unix_socket_permissions: '0700' }
		return { url: `postgres:///postgres?host=${encodeURIComponent(data)}&user=${superuser}`, settings }
	}
	const port = await freePort()
	const url = `postgres://${superuser}:${readPassword(directory)}@127.0.0.1:${port}/postgres`
	return { url, settings: { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port) } }
}

// All systems allow at least this many characters.
const socketPathBytesMax = 103

function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const server = createServer()
		server.once('error', reject)
		server.listen(0, '127.0.0.1', () => {
			const address = server.address()
			server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
		})
	})
}

async function freeOn(directory: string): Promise<number> {
	const { bavail, bsize } = await statfs(directory)
	return bavail * bsize
}

/**
 * The server writes this file in place for as long as the folder exists, while anything that restores the folder
 * creates a new file.
 */
async function copyIdOf(directory: string): Promise<string> {
	const { ino, birthtimeNs } = await stat(join(placesIn(directory).data, 'global/pg_control'), { bigint: true })
	return `${ino}-${birthtimeNs}`
}
