import type { Kysely } from 'kysely'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { Tables } from '../db/tables.ts'

/** A test's database, which no one shares: it needs one lane only. */
export function oneLane(database: Kysely<Tables>): DatabaseLanes {
	return { own: database, looks: database, requests: database }
}
