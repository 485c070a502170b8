import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedServer, startEmbedded } from '../db/embedded/embedded-server.ts'
import { openDatabase } from '../db/open-database.ts'
import { queryDatabase } from './query-database.ts'

/** The template of test databases, with all tables. */
export const migratedTemplate = 'accord_migrated'

/**
 * Starts a server for test databases, with their template; it and its folder are removed when it is stopped or this
 * process ends.
 */
export async function startTestServer(): Promise<EmbeddedServer> {
	const directory = mkdtempSync(join(fastFolder(), 'accord-tests-'))
	const server = await startEmbedded(directory, { settings: { max_connections: '400' }, isTemporary: true })
	await createTemplate(server.url)
	return server
}

/** Makes the template database from which test databases are copied. */
export async function createTemplate(serverUrl: string): Promise<void> {
	await queryDatabase(serverUrl, `create database ${migratedTemplate} template template0`)
	await (await openDatabase({ url: urlOf(serverUrl, migratedTemplate) })).close()
}

let own: Promise<EmbeddedServer> | undefined

/** The server that `npm test` has started for all files; if a file is run alone, one that belongs to this process. */
export async function testServerUrl(): Promise<string> {
	const { ACCORD_TEST_SERVER: shared } = process.env
	if (shared) return shared
	own ??= startTestServer()
	return (await own).url
}

/** The URL of another database of a server. */
export function urlOf(serverUrl: string, database: string): string {
	const url = new URL(serverUrl)
	url.pathname = database
	return url.href
}

const memory = '/dev/shm'
const roomMin = 4 * 2 ** 30

/** A folder where syncing costs nothing, if there is room. */
function fastFolder(): string {
	try {
		const { bavail, bsize } = statfsSync(memory)
		return bavail * bsize >= roomMin ? memory : tmpdir()
	} catch {
		return tmpdir()
	}
}
