import type { TestContext } from 'node:test'
import { Kysely } from 'kysely'
import { postgresDialect } from '../db/postgres-sessions.ts'
import { createTestDatabase } from './test-database.ts'

/** A database without tables, which is dropped after the test. */
export async function openEmptyDatabase<Tables>(t: TestContext): Promise<Kysely<Tables>> {
	const { config, drop } = await createTestDatabase({ isEmpty: true })
	const db = openUnmigrated<Tables>(config.url)
	t.after(async () => {
		await db.destroy()
		await drop()
	})
	return db
}

/** Opens a database without migrating it. */
export function openUnmigrated<Tables>(url: string, lockedWithinMs = 30_000): Kysely<Tables> {
	const limits = {
		statementWithinMs: 30 * 60_000,
		lockedWithinMs,
		idleWithinMs: 60_000,
		connectionsMax: 2,
		waitingMax: 10,
	}
	return new Kysely<Tables>({
		dialect: postgresDialect({ hosts: { current: url }, ...limits, allowed: async () => {}, admit: async () => {} }),
	})
}
