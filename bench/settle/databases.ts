import { postgresPrograms, startPostgres } from '../../test/fixtures/postgres.ts'
import { processorMs } from './process-tree.ts'

/** A database that the service works on. */
export type Place = {
	readonly name: string
	/** Absent: embedded in the service. */
	readonly url?: string
	/** Processor time of its own processes so far, in milliseconds. */
	readonly databaseMs: () => number
}

/** Measures on the embedded database, and on a PostgreSQL server of its own where that is installed. */
export async function onEachDatabase(measure: (place: Place) => Promise<void>): Promise<void> {
	await measure({ name: 'PGlite', databaseMs: () => 0 })
	const programs = postgresPrograms()
	if (programs === undefined) return console.log('PostgreSQL is not installed: skipped')
	const server = await startPostgres(programs)
	try {
		await measure({ name: 'PostgreSQL', url: server.url, databaseMs: () => processorMs(server.folder) })
	} finally {
		await server.stop()
	}
}
