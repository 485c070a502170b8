import type { Returned } from '../session.ts'
import type { SyncCounter } from './synced-file-system.ts'

/** Runs a statement; one that fails returns no rows. */
type RunOwn = (sql: string) => Promise<Returned['rows']>

/**
 * Does what PostgreSQL's background processes do, which PGlite lacks: without checkpoints its log would grow without limit,
 * without vacuum its tables, and without analyze plans made for empty tables would stay when they are full (so tables are
 * analyzed each time the number of syncs has doubled, until vacuum gets round). Runs between statements, timed by syncs
 * instead of the clock. All statements wait for it, so it never does more than one table at a time of those that are full.
 */
export class Housekeeping {
	readonly #run: RunOwn
	readonly #counter: SyncCounter
	#analyzeAt = analyzeSyncs.first
	#checkpointAt = checkpointSyncs
	#vacuumAt = analyzeSyncs.last
	/** Those that this round has still to vacuum. */
	#tables: string[] = []

	constructor(run: RunOwn, counter: SyncCounter) {
		this.#run = run
		this.#counter = counter
	}

	/** Does what is due. Must not be called inside a transaction. */
	async run(): Promise<void> {
		const { syncs } = this.#counter
		if (syncs >= this.#analyzeAt) {
			for (const table of await this.#allTables()) await this.#run(`ANALYZE ${table}`)
			this.#analyzeAt = syncs < analyzeSyncs.last ? 2 * syncs : Number.POSITIVE_INFINITY
		}
		if (syncs >= this.#checkpointAt) {
			await this.#run('CHECKPOINT')
			this.#checkpointAt = this.#counter.syncs + checkpointSyncs
		} else if (syncs >= this.#vacuumAt) {
			await this.#vacuumNext()
			this.#vacuumAt = this.#counter.syncs + vacuumSyncs
		}
	}

	async #vacuumNext(): Promise<void> {
		if (this.#tables.length === 0) this.#tables = await this.#allTables()
		const table = this.#tables.shift()
		if (table !== undefined) await this.#run(`VACUUM (ANALYZE) ${table}`)
	}

	async #allTables(): Promise<string[]> {
		const names = "quote_ident(schemaname) || '.' || quote_ident(tablename)"
		const rows = await this.#run(`SELECT ${names} AS name FROM pg_tables WHERE schemaname = 'public'`)
		return rows.map(({ name }) => String(name))
	}
}

const analyzeSyncs = { first: 64, last: 8192 }
const checkpointSyncs = 2000
const vacuumSyncs = 400
