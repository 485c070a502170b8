import { postgresPrograms, startPostgres } from '../../test/fixtures/postgres.ts'
import { processesIn, processorMs } from '../process-tree.ts'
import type { SplitNetworkOptions } from './split-network.ts'

/** A database that the service works on. */
export type Place = {
	readonly name: string
	/** Whether it is a part of the service's process. */
	readonly isEmbedded: boolean
	/** What a network is started with to be on it. */
	readonly options: Pick<SplitNetworkOptions, 'databaseUrl'>
	/** Processor time of its own processes so far, in milliseconds. */
	readonly databaseMs: () => number
	/** The ids of its own processes. */
	readonly databaseProcesses: () => readonly number[]
}

/** Measures on the embedded database, and on a PostgreSQL server of its own where that is installed. */
export async function onEachDatabase(measure: (place: Place) => Promise<void>): Promise<void> {
	const none = { databaseMs: () => 0, databaseProcesses: () => [] }
	await measure({ name: 'PGlite', isEmbedded: true, options: {}, ...none })
	const programs = postgresPrograms()
	if (programs === undefined) return console.log('PostgreSQL is not installed: skipped')
	const server = await startPostgres(programs)
	try {
		await measure({
			name: 'PostgreSQL',
			isEmbedded: false,
			options: { databaseUrl: server.url },
			databaseMs: () => processorMs(server.folder),
			databaseProcesses: () => processesIn(server.folder),
		})
	} finally {
		await server.stop()
	}
}
