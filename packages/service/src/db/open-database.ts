import { Kysely } from 'kysely'
import type { DatabaseConfig } from '../config/config.ts'
import { migrate } from './migrate.ts'
import { guardOpenTransaction } from './open-transaction.ts'
import { openPgliteDatabase } from './pglite/pglite-database.ts'
import { openTemporaryDatabase } from './pglite/temporary-database.ts'
import { postgresDialect } from './postgres-dialect.ts'
import type { Tables } from './tables.ts'

export type OpenDatabase = {
	readonly db: Kysely<Tables>
	/** Resolves when the database is lost for good: only a new process helps. */
	readonly lost: Promise<Error>
	/** Does not wait: statements that are still running fail. */
	close(): Promise<void>
}

/**
 * Opens the database and migrates its tables. Whatever it acknowledges is on disk.
 * A folder belongs to one process at a time: another process gets an error after 5 s.
 */
export async function openDatabase(config: DatabaseConfig): Promise<OpenDatabase> {
	const opened = config.kind === 'pglite' ? await openPglite(config) : openPostgres(config)
	try {
		await migrate(opened.db)
	} catch (error) {
		await opened.close()
		throw error
	}
	return opened
}

function openPglite({ directory }: { directory?: string }): Promise<OpenDatabase> {
	return directory === undefined ? openTemporaryDatabase() : openPgliteDatabase(directory)
}

function openPostgres(config: { url: string }): OpenDatabase {
	const db = new Kysely<Tables>({ dialect: guardOpenTransaction(postgresDialect(config)) })
	// A server that went away may come back: the pool reconnects.
	return { db, lost: new Promise(() => {}), close: () => db.destroy() }
}
