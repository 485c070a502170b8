import { randomBytes } from 'node:crypto'
import { queryDatabase } from './query-database.ts'
import { migratedTemplate, testServerUrl, urlOf } from './test-server.ts'

/** A database that nothing else uses. */
export type TestDatabase = {
	readonly config: { readonly url: string }
	/** @throws if there are still connections to it */
	drop(): Promise<void>
}

/** A new database, with all tables or with none. */
export async function createTestDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
	const server = await testServerUrl()
	const name = `test_${randomBytes(6).toString('hex')}`
	await queryDatabase(server, `create database ${name} template ${isEmpty ? 'template0' : migratedTemplate}`)
	return {
		config: { url: urlOf(server, name) },
		drop: async () => void (await queryDatabase(server, `drop database ${name}`)),
	}
}
