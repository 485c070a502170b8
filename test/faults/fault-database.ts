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

	/**
	 * The same with an asynchronous standby that lags: it has every commit from before `lagging`, and none of those while
	 * that runs.
	 */
	async failOverLagging(lagging: () => Promise<void>): Promise<void> {
		const standby = await startPostgres(this.#programs, { standbyOf: this.#server })
		await until('the standby to follow', async () => {
			const states = await this.query(`select 1 from pg_stat_replication where state = 'streaming'`)
			return states.length > 0
		})
		const [row] = await this.query<{ written: string }>('select pg_current_wal_lsn() as written')
		const ask = (statement: string) => queryDatabase(standby.url, statement)
		await until('the standby to have every commit', async () => {
			const received = await ask(`select 1 where pg_last_wal_receive_lsn() >= '${row?.written}'`)
			return received.length > 0
		})
		await ask(`alter system set primary_conninfo = ''`)
		await ask('select pg_reload_conf()')
		await until('the standby to lag', async () => (await ask('select 1 from pg_stat_wal_receiver')).length === 0)
		await lagging()
		await this.#server.stop()
		await standby.promote()
		this.#server = standby
	}

	stop(): Promise<void> {
		return this.#server.stop()
	}
}
