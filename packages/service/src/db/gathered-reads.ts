import { TradeError } from '@accord/protocol'
import {
	type CompiledQuery,
	type DatabaseConnection,
	type Dialect,
	type Driver,
	Kysely,
	PostgresIntrospector,
	PostgresQueryCompiler,
	type QueryResult,
} from 'kysely'
import type { Returned } from './session.ts'
import type { Database, Tables } from './tables.ts'
import { runCompiled } from './together.ts'
import { isInsideTransaction } from './transaction.ts'

type Waiting = {
	readonly query: CompiledQuery
	readonly resolve: (result: QueryResult<never>) => void
	readonly reject: (error: unknown) => void
}

const perMessageMax = 64

/**
 * The database for the service's own reads, which happen on wakes and at regular intervals: all reads in one turn of
 * the event loop are sent in one message and cost the database one transaction. Each statement reads what is committed
 * when its turn comes, and a failing one does not affect the others.
 */
export function gatherReads(db: Database): Kysely<Tables> {
	const dialect: Dialect = {
		createAdapter: () => db.getExecutor().adapter,
		createDriver: () => new GatheringDriver(db),
		createIntrospector: own => new PostgresIntrospector(own),
		createQueryCompiler: () => new PostgresQueryCompiler(),
	}
	return new Kysely<Tables>({ dialect })
}

class GatheringDriver implements Driver {
	readonly #connection: DatabaseConnection

	constructor(db: Database) {
		this.#connection = new GatheringConnection(db)
	}

	async init(): Promise<void> {}

	async acquireConnection(): Promise<DatabaseConnection> {
		if (isInsideTransaction()) throw new Error('what a transaction reads must be read through its handle')
		return this.#connection
	}

	async beginTransaction(): Promise<void> {
		throw new Error('a transaction must begin on the database itself, not where reads are gathered')
	}

	async commitTransaction(): Promise<void> {}

	async rollbackTransaction(): Promise<void> {}

	async releaseConnection(): Promise<void> {}

	// The database is closed by the code that opened it.
	async destroy(): Promise<void> {}
}

class GatheringConnection implements DatabaseConnection {
	readonly #db: Database
	#waiting: Waiting[] = []

	constructor(db: Database) {
		this.#db = db
	}

	executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
		return new Promise((resolve, reject) => {
			if (this.#waiting.length === 0) setImmediate(() => this.#runAll())
			this.#waiting.push({ query, resolve, reject })
		})
	}

	// biome-ignore lint/correctness/useYield: pages are read by number, nothing streams
	async *streamQuery(): AsyncGenerator<never> {
		throw new Error('results are not streamed')
	}

	#runAll(): void {
		const all = this.#waiting
		this.#waiting = []
		for (let from = 0; from < all.length; from += perMessageMax) void this.#run(all.slice(from, from + perMessageMax))
	}

	/**
	 * If several fail, each is run once more on its own: a locked or damaged table does not block reads of other tables.
	 */
	async #run(waiting: readonly Waiting[]): Promise<void> {
		try {
			const queries = waiting.map(({ query }) => query)
			const returned = await runCompiled(this.#db, queries)
			for (const [place, { resolve }] of waiting.entries()) resolve(resultOf(returned[place]))
		} catch (error) {
			const isBusy = error instanceof TradeError && error.code === 'busy'
			if (waiting.length > 1 && !isBusy) for (const one of waiting) void this.#run([one])
			else for (const { reject } of waiting) reject(error)
		}
	}
}

function resultOf(returned: Returned | undefined): QueryResult<never> {
	return { rows: (returned?.rows ?? []) as never[] }
}
