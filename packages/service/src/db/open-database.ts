import { Kysely } from 'kysely'
import { migrate } from './migrate.ts'
import { guardOpenTransaction } from './open-transaction.ts'
import { openPgliteDatabase } from './pglite/pglite-database.ts'
import { postgresDialect } from './postgres-dialect.ts'
import type { Tables } from './tables.ts'

/** Where the service keeps its rows: a folder of its own (the default), or a PostgreSQL server. */
export type DatabaseConfig =
	| { readonly kind: 'pglite'; readonly directory: string }
	| { readonly kind: 'postgres'; readonly url: string; readonly schema?: string }

export type OpenDatabase = {
	readonly db: Kysely<Tables>
	/** Waits for nothing: whatever still runs fails. */
	close(): Promise<void>
}

/**
 * Opens the database and brings its tables up to date. Whatever it acknowledges is on disk.
 * A folder belongs to one process at a time: another one gets an error after 5 s.
 */
export async function openDatabase(config: DatabaseConfig): Promise<OpenDatabase> {
	const opened = config.kind === 'pglite' ? await openPgliteDatabase(config.directory) : openPostgres(config)
	try {
		await migrate(opened.db)
	} catch (error) {
		await opened.close()
		throw error
	}
	return opened
}

function openPostgres(config: { url: string; schema?: string }): OpenDatabase {
	const db = new Kysely<Tables>({ dialect: guardOpenTransaction(postgresDialect(config)) })
	return { db, close: () => db.destroy() }
}
