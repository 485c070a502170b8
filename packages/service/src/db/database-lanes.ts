import type { Kysely } from 'kysely'
import { gatherReads } from './gathered-reads.ts'
import type { OpenDatabase } from './open-database.ts'
import type { Tables } from './tables.ts'

/** The database by lane: work in one lane never waits behind work in another. */
export type DatabaseLanes = {
	/** For the service's own writes, and the reads on which it bases decisions. */
	readonly own: Kysely<Tables>
	/** For checks whether there is work: all requests in one turn of the event loop are sent in one message. */
	readonly looks: Kysely<Tables>
	/** For requests that clients wait for. */
	readonly requests: Kysely<Tables>
}

export function lanesOf({ db, requests }: Pick<OpenDatabase, 'db' | 'requests'>): DatabaseLanes {
	return { own: db, looks: gatherReads(db), requests }
}
