import type { StatementRunner } from './statement-runner.ts'
import type { SyncCounter } from './synced-file-system.ts'

/**
 * Does what PostgreSQL's background processes do, which PGlite lacks: without checkpoints its log would grow without limit,
 * without vacuum its tables, and without analyze plans made for empty tables would stay when they are full (so tables are
 * analyzed each time the number of syncs has doubled). Runs between statements, timed by syncs instead of the clock.
 */
export class Housekeeping {
	readonly #runner: StatementRunner
	readonly #counter: SyncCounter
	#analyzeAt = firstAnalyzeSyncs
	#checkpointAt = checkpointSyncs
	#checkpoints = 0

	constructor(runner: StatementRunner, counter: SyncCounter) {
		this.#runner = runner
		this.#counter = counter
	}

	/** Does what is due. Must not be called inside a transaction. */
	async run(): Promise<void> {
		if (this.#counter.syncs >= this.#analyzeAt) {
			await this.#onAllTables('ANALYZE')
			this.#analyzeAt = 2 * this.#counter.syncs
		}
		if (this.#counter.syncs < this.#checkpointAt) return
		await this.#runner.run('CHECKPOINT', [])
		if (++this.#checkpoints % checkpointsPerVacuum === 0) await this.#onAllTables('VACUUM (ANALYZE)')
		this.#checkpointAt = this.#counter.syncs + checkpointSyncs
	}

	async #onAllTables(command: string): Promise<void> {
		const { rows } = await this.#runner.run(
			"SELECT string_agg(quote_ident(schemaname) || '.' || quote_ident(tablename), ', ') AS tables FROM pg_tables WHERE schemaname = 'public'",
			[],
		)
		const tables = rows[0]?.tables
		if (typeof tables === 'string') await this.#runner.run(`${command} ${tables}`, [])
	}
}

const firstAnalyzeSyncs = 64
const checkpointSyncs = 2000
const checkpointsPerVacuum = 10
