import { queryDatabase } from '../../packages/service/src/testing/query-database.ts'
import { debianPostgres, type PostgresServer, startPostgres } from '../fixtures/postgres.ts'
import { until } from '../network/until.ts'

/** The PostgreSQL server of the nodes, which can crash or be replaced by its standby. */
export class FaultDatabase {
	readonly #programs: string
	#server: PostgresServer

	private constructor(programs: string, server: PostgresServer) {
		this.#programs = programs
		this.#server = server
	}

	static async start(): Promise<FaultDatabase> {
		const programs = debianPostgres()
		if (programs === undefined) throw new Error('PostgreSQL is not installed')
		return new FaultDatabase(programs, await startPostgres(programs))
	}

	/** The socket of the current primary. */
	get path(): string {
		return `${this.#server.folder}/.s.PGSQL.5432`
	}

	/** Queries the server directly, not through a line. */
	query<Row>(statement: string): Promise<Row[]> {
		return queryDatabase<Row>(this.#server.url, statement)
	}

	crash(): Promise<void> {
		return this.#server.crash()
	}

	/** Loses the server for good; a standby that had every commit takes its place. */
	async failOver(meanwhile: () => Promise<void>): Promise<void> {
		const standby = await startPostgres(this.#programs, { standbyOf: this.#server })
		await this.query(`alter system set synchronous_standby_names = '*'`)
		await this.query('select pg_reload_conf()')
		await until('the standby to have every commit', async () => {
			const states = await this.query(`select 1 from pg_stat_replication where sync_state = 'sync'`)
			return states.length > 0
		})
		await meanwhile()
		await this.#server.stop()
		await standby.promote()
		this.#server = standby
	}

	stop(): Promise<void> {
		return this.#server.stop()
	}
}
