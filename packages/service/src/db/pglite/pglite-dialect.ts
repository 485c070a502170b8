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
import type { ConnectionTurns, Lane } from './connection-turns.ts'
import type { PgliteThread } from './pglite-thread.ts'

type PgliteOptions = {
	readonly thread: PgliteThread
	readonly turns: ConnectionTurns
	/** How many callers may wait for their turn; more are refused with `busy`. */
	readonly waitingMax: number
}

/** Kysely over the database's thread, as one lane. PGlite has one connection: statements and transactions take turns. */
export function pgliteDialect(options: PgliteOptions): Dialect {
	return {
		createAdapter: () => new PgliteAdapter(),
		createDriver: () => new PgliteDriver(options),
		createIntrospector: db => new PostgresIntrospector(db),
		createQueryCompiler: () => new PostgresQueryCompiler(),
	}
}

/** Postgres, but transactions take turns. */
export class PgliteAdapter extends PostgresAdapter {}

class PgliteDriver implements Driver {
	readonly #thread: PgliteThread
	readonly #turns: ConnectionTurns
	readonly #lane: Lane
	readonly #connection: PgliteConnection

	constructor({ thread, turns, waitingMax }: PgliteOptions) {
		this.#thread = thread
		this.#turns = turns
		this.#lane = turns.lane({ waitingMax })
		this.#connection = new PgliteConnection(thread)
	}

	async init(): Promise<void> {}

	async acquireConnection(): Promise<DatabaseConnection> {
		await this.#lane.acquire()
		return this.#connection
	}

	async releaseConnection(): Promise<void> {
		this.#turns.release()
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

	// The thread belongs to whoever opened it.
	async destroy(): Promise<void> {}
}

class PgliteConnection implements DatabaseConnection {
	readonly #thread: PgliteThread
	#begin: string | undefined

	constructor(thread: PgliteThread) {
		this.#thread = thread
	}

	/** Begins the transaction with its first statement, which saves a message to the thread. */
	beginWithNext(begin: string): void {
		this.#begin = begin
	}

	/** Drops a pending begin. Returns whether there was one: such a transaction has nothing to end. */
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

	// biome-ignore lint/correctness/useYield: pages are read by number, nothing streams
	async *streamQuery(): AsyncGenerator<never> {
		throw new Error('PGlite does not stream results')
	}
}

/** A parameter as text, the same as the pg driver sends: arrays become array literals, for `= any($1)`, plain objects JSON. */
function parameterText(value: unknown): string | null {
	if (value === null || value === undefined) return null
	if (typeof value === 'string') return value
	if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
	if (Array.isArray(value)) return `{${value.map(arrayElement).join(',')}}`
	if (isPlainObject(value)) return JSON.stringify(value)
	throw new TypeError(`a ${typeof value} cannot be a parameter of a statement`)
}

function isPlainObject(value: unknown): value is object {
	if (typeof value !== 'object' || value === null) return false
	const prototype: unknown = Object.getPrototypeOf(value)
	return prototype === Object.prototype || prototype === null
}

function arrayElement(value: unknown): string {
	const text = parameterText(value)
	return text === null ? 'NULL' : `"${text.replace(/[\\"]/g, '\\$&')}"`
}
