import type { Kysely } from 'kysely'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { Tables } from '../db/tables.ts'

/** A test's database, which is not shared and needs only one lane. */
export function oneLane(database: Kysely<Tables>): DatabaseLanes {
	return { own: database, looks: database, requests: database }
}
