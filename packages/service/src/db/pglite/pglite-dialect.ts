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
		createAdapter: () => new PgliteAdapter(),
		createDriver: () => new PgliteDriver(thread),
		createIntrospector: db => new PostgresIntrospector(db),
		createQueryCompiler: () => new PostgresQueryCompiler(),
	}
}

/** Postgres, but transactions take turns. */
export class PgliteAdapter extends PostgresAdapter {}

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

	async beginTransaction(connection: PgliteConnection, settings: TransactionSettings): Promise<void> {
		const isolation = settings.isolationLevel === undefined ? '' : ` isolation level ${settings.isolationLevel}`
		const access = settings.accessMode === undefined ? '' : ` ${settings.accessMode}`
		connection.beginWithNext(`start transaction${isolation}${access}`)
	}

	async commitTransaction(connection: PgliteConnection): Promise<void> {
		if (connection.forgetBegin()) return
		// Postgres answers the commit of an aborted transaction with ROLLBACK, not with an error.
		const { command } = await this.#thread.run('commit', [])
		if (command === 'ROLLBACK') throw new AbortedTransactionError()
	}

	async rollbackTransaction(connection: PgliteConnection): Promise<void> {
		if (connection.forgetBegin()) return
		await connection.executeQuery(CompiledQuery.raw('rollback'))
	}

	async destroy(): Promise<void> {
		await this.#thread.close()
	}
}

class PgliteConnection implements DatabaseConnection {
	readonly #thread: PgliteThread
	#begin: string | undefined

	constructor(thread: PgliteThread) {
		this.#thread = thread
	}

	/** The transaction begins when its first statement is run: one message to the thread less. */
	beginWithNext(begin: string): void {
		this.#begin = begin
	}

	/** Whether a transaction ends that never began. */
	forgetBegin(): boolean {
		const isPending = this.#begin !== undefined
		this.#begin = undefined
		return isPending
	}

	async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
		const texts = parameters.map(parameterText)
		const begin = this.#begin
		this.#begin = undefined
		const { rows, affected } = await this.#thread.run(sql, texts, begin)
		return { rows: rows as Row[], ...(affected !== undefined && { numAffectedRows: BigInt(affected) }) }
	}

	// biome-ignore lint/correctness/useYield: pages are read by numbers, nothing streams
	async *streamQuery(): AsyncGenerator<never> {
		throw new Error('PGlite does not stream results')
	}
}
