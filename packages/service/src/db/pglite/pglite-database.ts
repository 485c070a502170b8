import { join } from 'node:path'
import { Kysely } from 'kysely'
import { guardOpenTransaction } from '../open-transaction.ts'
import type { Tables } from '../tables.ts'
import { makeDataFolder } from './data-folder.ts'
import { lockDirectory } from './directory-lock.ts'
import { pgliteDialect } from './pglite-dialect.ts'
import { PgliteThread } from './pglite-thread.ts'

export type PgliteDatabase = {
	readonly db: Kysely<Tables>
	/** Resolves when the database is lost for good: only a new process helps. */
	readonly lost: Promise<Error>
	/** How often a file has been synced so far. */
	syncs(): Promise<number>
	close(): Promise<void>
}

/** Opens the database in `directory`: takes its lock, then opens Postgres' data folder `pgdata` in a separate thread. */
export async function openPgliteDatabase(directory: string): Promise<PgliteDatabase> {
	const lock = await lockDirectory(directory)
	try {
		const folder = join(directory, 'pgdata')
		await makeDataFolder(folder)
		const thread = await PgliteThread.start({ folder })
		const db = new Kysely<Tables>({ dialect: guardOpenTransaction(pgliteDialect(thread)) })
		const close = async (): Promise<void> => {
			await db.destroy()
			lock.release()
		}
		return { db, lost: thread.lost, syncs: () => thread.syncs(), close }
	} catch (error) {
		lock.release()
		throw error
	}
}
