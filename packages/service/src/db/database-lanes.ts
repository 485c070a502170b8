import type { Kysely } from 'kysely'
import { gatherReads } from './gathered-reads.ts'
import type { OpenDatabase } from './open-database.ts'
import type { Tables } from './tables.ts'

/** The database, by who waits for it: what waits in one lane waits behind nothing of another. */
export type DatabaseLanes = {
	/** For what the service writes by itself, and reads to decide. */
	readonly own: Kysely<Tables>
	/** For checks whether there is work: what is asked for in one turn of the event loop is one message. */
	readonly looks: Kysely<Tables>
	/** For what clients wait for. */
	readonly requests: Kysely<Tables>
}

export function lanesOf({ db, requests }: Pick<OpenDatabase, 'db' | 'requests'>): DatabaseLanes {
	return { own: db, looks: gatherReads(db), requests }
}
