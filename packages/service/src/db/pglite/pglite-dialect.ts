import {
	AbortedTransactionError,
	CompiledQuery,
	type DatabaseConnection,
	type Dialect,
	type Driver,
	PostgresAdapter,
	PostgresIntrospector,
	PostgresQueryCompiler,
	type QueryResult,
	type TransactionSettings,
} from 'kysely'
import { parameterText } from '../parameter-text.ts'
import { ConnectionQueue } from './connection-queue.ts'
import type { PgliteThread } from './pglite-thread.ts'

/** Kysely over the database's thread. PGlite has one connection: statements and transactions take turns. */
export function pgliteDialect(thread: PgliteThread): Dialect {
	return {
		createAdapter: () => new PostgresAdapter(),
		createDriver: () => new PgliteDriver(thread),
		createIntrospector: db => new PostgresIntrospector(db),
		createQueryCompiler: () => new PostgresQueryCompiler(),
	}
}

class PgliteDriver implements Driver {
	readonly #queue: ConnectionQueue<PgliteConnection>
	readonly #thread: PgliteThread

	constructor(thread: PgliteThread) {
		this.#thread = thread
		this.#queue = new ConnectionQueue(new PgliteConnection(thread))
	}

	async init(): Promise<void> {}

	acquireConnection(): Promise<DatabaseConnection> {
		return this.#queue.acquire()
	}

	async releaseConnection(): Promise<void> {
		this.#queue.release()
	}

	async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
		const isolation = settings.isolationLevel === undefined ? '' : ` isolation level ${settings.isolationLevel}`
		const access = settings.accessMode === undefined ? '' : ` ${settings.accessMode}`
		await connection.executeQuery(CompiledQuery.raw(`start transaction${isolation}${access}`))
	}

	async commitTransaction(): Promise<void> {
		// Postgres answers the commit of an aborted transaction with ROLLBACK, not with an error.
		const { command } = await this.#thread.run('commit', [])
		if (command === 'ROLLBACK') throw new AbortedTransactionError()
	}

	async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
		await connection.executeQuery(CompiledQuery.raw('rollback'))
	}

	async destroy(): Promise<void> {
		await this.#thread.close()
	}
}

class PgliteConnection implements DatabaseConnection {
	readonly #thread: PgliteThread

	constructor(thread: PgliteThread) {
		this.#thread = thread
	}

	async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
		const { rows, affected } = await this.#thread.run(sql, parameters.map(parameterText))
		return { rows: rows as Row[], ...(affected !== undefined && { numAffectedRows: BigInt(affected) }) }
	}

	// biome-ignore lint/correctness/useYield: pages are read by numbers, nothing streams
	async *streamQuery(): AsyncGenerator<never> {
		throw new Error('PGlite does not stream results')
	}
}
