import type { Database } from '../db/tables.ts'
import { selectHighestLevel, selectLevel, upsertLevel } from './accounts-table.ts'

/** An account's fee level: the index of its entry in the fee table; 0 for an account that nobody set a level for. */
export async function levelOf(db: Database, address: string): Promise<number> {
	return (await selectLevel(db, address)) ?? 0
}

export function setLevel(db: Database, account: { address: string; level: number }): Promise<void> {
	return upsertLevel(db, account)
}

/** Refuses to go on with a fee table that is too short for the levels that accounts have. */
export async function requireLevels(db: Database, levels: readonly unknown[]): Promise<void> {
	const highest = await selectHighestLevel(db)
	if (highest < levels.length) return
	throw new Error(`levels: an account is at level ${highest}, but the highest one with a fee is ${levels.length - 1}`)
}
