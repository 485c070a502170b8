import { stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import { ConnectionTurns } from './connection-turns.ts'
import { makeDataFolder } from './data-folder.ts'
import { lockDirectory } from './directory-lock.ts'
import { pgliteDialect } from './pglite-sessions.ts'
import { PgliteThread } from './pglite-thread.ts'

export type PgliteDatabase = {
	readonly db: Kysely<Tables>
	readonly requests: Kysely<Tables>
	/** Resolves when the database is lost for good: only a new process helps. */
	readonly lost: Promise<Error>
	/** How often a file has been synced so far. */
	syncs(): Promise<number>
	/** What is free on the disk of its directory. */
	freeBytes(): Promise<number>
	/** Differs for each copy of its directory. */
	copyId(): Promise<string>
	close(): Promise<void>
}

/** Opens the database in `directory`: takes its lock, then opens Postgres' data folder `pgdata` in a separate thread. */
export async function openPgliteDatabase(directory: string): Promise<PgliteDatabase> {
	const lock = await lockDirectory(directory)
	try {
		const folder = join(directory, 'pgdata')
		const thread = await startThread(folder)
		const turns = new ConnectionTurns()
		const open = (waitingMax: number) => new Kysely<Tables>({ dialect: pgliteDialect({ thread, turns, waitingMax }) })
		const [db, requests] = [open(waitingMax.own), open(waitingMax.requests)]
		const close = async (): Promise<void> => {
			await Promise.all([db.destroy(), requests.destroy()])
			await thread.close()
			lock.release()
		}
		const freeBytes = () => freeOn(directory)
		const copyId = () => copyIdOf(folder)
		return { db, requests, lost: thread.lost, syncs: () => thread.syncs(), freeBytes, copyId, close }
	} catch (error) {
		lock.release()
		throw error
	}
}

/** @throws Error that says how much room there is, since the engine says only that it stopped */
async function startThread(folder: string): Promise<PgliteThread> {
	try {
		await makeDataFolder(folder)
		return await PgliteThread.start({ folder })
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause)
		const free = `${Math.floor((await freeOn(dirname(folder))) / 1_000_000)} MB are free on its disk`
		const advice = 'If its disk is not full, its files may be damaged: restore a backup.'
		throw new Error(`the database in ${folder} cannot be started (${free}): ${reason}. ${advice}`, { cause })
	}
}

const waitingMax = { own: 10_000, requests: 4_000 }

async function freeOn(directory: string): Promise<number> {
	const { bavail, bsize } = await statfs(directory)
	return bavail * bsize
}

/** The engine writes this file in place for as long as the folder lives, and whatever restores the folder makes it again. */
async function copyIdOf(folder: string): Promise<string> {
	const { ino, birthtimeNs } = await stat(join(folder, 'global/pg_control'), { bigint: true })
	return `${ino}-${birthtimeNs}`
}
