import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import type { ClientBase } from 'pg'
import type { DatabaseConfig } from '../config/config.ts'
import { type DatabaseUse, ServiceLock } from './advisory-lock.ts'
import { DatabaseHosts } from './database-hosts.ts'
import { startEmbedded } from './embedded/embedded-server.ts'
import { migrate } from './migrate.ts'
import { requireOwnSessions } from './own-sessions.ts'
import { postgresDialect, type SessionLimits, sessionSettings } from './postgres-sessions.ts'
import type { Tables } from './tables.ts'

export type OpenDatabase = {
	/** For the service's own work, and for makers' fills. */
	readonly db: Kysely<Tables>
	/**
	 * For strangers' requests: they wait only for each other, and are refused with `busy` if more than 4,000 are waiting.
	 */
	readonly requests: Kysely<Tables>
	/** Resolves when the database is lost for good: only a new process can help. */
	readonly lost: Promise<Error>
	/**
	 * Resolves when another copy of the database answers, such as a promoted standby. Nothing is sent to that one: every
	 * statement is refused from then on, since what was read from the former copy no longer holds.
	 */
	readonly moved: Promise<void>
	/** The free bytes on its disk; undefined for a PostgreSQL server elsewhere. */
	freeBytes(): Promise<number | undefined>
	/** Differs for each copy of the database, so that a restored one can be told from the original. */
	copyId(): Promise<string>
	/** Does not wait: statements that are still running fail. */
	close(): Promise<void>
}

/**
 * Opens the database and migrates its tables. Everything it acknowledges is on disk. A database belongs to one service
 * at a time, or is shared by nodes that know each other; any other process gets an error after 5 s.
 */
export async function openDatabase(config: DatabaseConfig, use: DatabaseUse = 'alone'): Promise<OpenDatabase> {
	return 'url' in config ? await openServer(config.url, use) : await openEmbedded(config, use)
}

/** Without a directory, a temporary one is used and removed at the end. */
async function openEmbedded({ directory }: { directory?: string }, use: DatabaseUse): Promise<OpenDatabase> {
	const isTemporary = directory === undefined
	const server = await startEmbedded(directory ?? mkdtempSync(join(tmpdir(), 'accord-database-')), { isTemporary })
	try {
		const opened = await openServer(server.url, use)
		const copyId = async () => [await opened.copyId(), await server.copyId()].join('-')
		const close = async () => {
			await opened.close()
			await server.stop()
		}
		return {
			...opened,
			lost: Promise.race([opened.lost, server.lost]),
			freeBytes: () => server.freeBytes(),
			copyId,
			close,
		}
	} catch (error) {
		await server.stop()
		throw error
	}
}

const migrating: SessionLimits = { statementWithinMs: 30 * 60_000, lockedWithinMs: 30_000, idleWithinMs: 60_000 }
const serving: SessionLimits = { statementWithinMs: 10_000, lockedWithinMs: 2_000, idleWithinMs: 3_000 }
// 16 connections, including the lock's session.
const ownLane = { connectionsMax: 7, waitingMax: 10_000 }
const requestsLane = { connectionsMax: 8, waitingMax: 4_000 }

async function openServer(url: string, use: DatabaseUse): Promise<OpenDatabase> {
	const hosts = new DatabaseHosts(url)
	const lock = await ServiceLock.take({ hosts, use })
	const [allowed, admit] = [() => lock.held(), (client: ClientBase) => lock.admit(client)]
	const open = (limits: SessionLimits, lane: typeof ownLane, settings: Readonly<Record<string, string>> = {}) => {
		return new Kysely<Tables>({ dialect: postgresDialect({ hosts, ...limits, ...lane, settings, allowed, admit }) })
	}
	const patient = open(migrating, ownLane)
	let settings: Readonly<Record<string, string>>
	let copyId: string
	try {
		await requireOwnSessions(hosts.current, sessionSettings(serving))
		await migrate(patient)
		settings = await cheapCompression(patient)
		copyId = await lock.identify()
	} catch (error) {
		await lock.release()
		throw error
	} finally {
		await patient.destroy()
	}
	const [db, requests] = [open(serving, ownLane, settings), open(serving, requestsLane, settings)]
	const close = async () => {
		await Promise.all([db.destroy(), requests.destroy()])
		await lock.release()
	}
	// A server that became unreachable may return, so the pools reconnect.
	const { lost, moved } = lock
	return { db, requests, lost, moved, freeBytes: async () => undefined, copyId: async () => copyId, close }
}

/**
 * Bundles are compressed when stored, which takes only a third of the time with lz4, if the server was built with it.
 */
async function cheapCompression(db: Kysely<Tables>): Promise<Readonly<Record<string, string>>> {
	const { rows } = await sql<{ name: string }>`
		select name from pg_settings where name = 'default_toast_compression' and 'lz4' = any(enumvals)`.execute(db)
	return Object.fromEntries(rows.map(({ name }) => [name, 'lz4']))
}
