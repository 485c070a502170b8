import type { Database } from '../db/tables.ts'
import { selectHighestLevel, selectLevel, upsertLevel } from './accounts-table.ts'

/** An account's fee level: the index of its entry in the fee table; 0 if none was set. */
export async function levelOf(db: Database, address: string): Promise<number> {
	return (await selectLevel(db, address)) ?? 0
}

export function setLevel(db: Database, account: { address: string; level: number }): Promise<void> {
	return upsertLevel(db, account)
}

/** Throws if the fee table is too short for the accounts' levels. */
export async function requireLevels(db: Database, levels: readonly unknown[]): Promise<void> {
	const highest = await selectHighestLevel(db)
	if (highest < levels.length) return
	throw new Error(`levels: an account is at level ${highest}, but the highest level with a fee is ${levels.length - 1}`)
}
