import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type OpenDatabase, openDatabase } from './open-database.ts'
import { openTemporaryDatabase } from './pglite/temporary-database.ts'

export { openTemporaryDatabase as openTestDatabase }

/** Every kind of database there is, for suites that run over all: PostgreSQL only where `ACCORD_TEST_POSTGRES` is its URL. */
export const testDatabases: readonly (readonly [kind: string, open: () => Promise<OpenDatabase>])[] = [
	['PGlite', openTemporaryDatabase],
	...(process.env.ACCORD_TEST_POSTGRES ? [['PostgreSQL', openPostgresSchema] as const] : []),
]

async function openPostgresSchema(): Promise<OpenDatabase> {
	const url = process.env.ACCORD_TEST_POSTGRES ?? ''
	const schema = `accord_test_${randomBytes(6).toString('hex')}`
	const opened = await openDatabase({ kind: 'postgres', url, schema })
	const close = async (): Promise<void> => {
		await sql`drop schema ${sql.id(schema)} cascade`.execute(opened.db)
		await opened.close()
	}
	return { ...opened, close }
}
