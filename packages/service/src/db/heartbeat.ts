import type { Database } from './tables.ts'

/** Rejects unless the database can be written to: one that can only be read answers every question but accepts no order. */
export async function writeHeartbeat(db: Database, nowMs: number): Promise<void> {
	await db.updateTable('heartbeat').set({ beat_at_ms: nowMs }).execute()
}
