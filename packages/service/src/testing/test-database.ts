import { randomBytes } from 'node:crypto'
import type { DatabaseConfig } from '../config/config.ts'
import { type OpenDatabase, openDatabase } from '../db/open-database.ts'
import { queryDatabase } from './query-database.ts'

/** The URL of the PostgreSQL server to test on; without it tests run on PGlite. */
const serverUrl = process.env.ACCORD_TEST_DATABASE

/** An empty database that nothing else uses. */
export type TestDatabase = {
	readonly config: DatabaseConfig
	/** @throws if there are still connections to it */
	drop(): Promise<void>
}

export async function createTestDatabase(): Promise<TestDatabase> {
	if (!serverUrl) return { config: { kind: 'pglite' }, drop: async () => {} }
	const name = `test_${randomBytes(6).toString('hex')}`
	await queryDatabase(serverUrl, `create database ${name}`)
	const url = new URL(serverUrl)
	url.pathname = name
	return {
		config: { kind: 'postgres', url: url.href },
		drop: async () => void (await queryDatabase(serverUrl, `drop database ${name}`)),
	}
}

/** A migrated database for one test, which is dropped when it is closed. */
export async function openTestDatabase(): Promise<OpenDatabase> {
	const { config, drop } = await createTestDatabase()
	const opened = await openDatabase(config)
	const close = async (): Promise<void> => {
		await opened.close()
		await drop()
	}
	return { ...opened, close }
}
