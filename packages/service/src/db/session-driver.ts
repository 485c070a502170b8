import { channel } from 'node:diagnostics_channel'
import { TradeError } from '@accord/protocol'
import {
	AbortedTransactionError,
	type CompiledQuery,
	type DatabaseConnection,
	type Dialect,
	type DialectAdapter,
	type Driver,
	PostgresIntrospector,
	PostgresQueryCompiler,
	type QueryResult,
	type TransactionSettings,
} from 'kysely'
import { parameterText, type Returned, type Session, type Sessions, type Statement } from './session.ts'
import { isInsideTransaction } from './transaction.ts'

/**
 * Kysely over these connections. Taking one inside a transaction throws, because with a single connection it would
 * hang.
 */
export function sessionDialect({ sessions, adapter }: { sessions: Sessions; adapter: DialectAdapter }): Dialect {
	return {
		createAdapter: () => adapter,
		createDriver: () => new SessionDriver(sessions),
		createIntrospector: db => new PostgresIntrospector(db),
		createQueryCompiler: () => new PostgresQueryCompiler(),
	}
}

class SessionDriver implements Driver {
	readonly #sessions: Sessions

	constructor(sessions: Sessions) {
		this.#sessions = sessions
	}

	async init(): Promise<void> {}

	async acquireConnection(): Promise<DatabaseConnection> {
		if (isInsideTransaction()) throw new Error(outsideUse)
		return new SessionConnection(await this.#sessions.acquire().catch(refuse))
	}

	async beginTransaction(connection: SessionConnection, { isolationLevel, accessMode }: TransactionSettings) {
		const isolation = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`
		const access = accessMode === undefined ? '' : ` ${accessMode}`
		connection.begin(`start transaction${isolation}${access}`)
	}

	async commitTransaction(connection: SessionConnection): Promise<void> {
		await connection.commit()
	}

	async rollbackTransaction(connection: SessionConnection): Promise<void> {
		await connection.rollback()
	}

	async releaseConnection(connection: SessionConnection): Promise<void> {
		connection.release()
	}

	async destroy(): Promise<void> {
		await this.#sessions.close()
	}
}

function refuse(cause: unknown): never {
	throw cause instanceof TradeError ? cause : new TradeError('database_unavailable', undefined, { cause })
}

const outsideUse = 'the database was used inside an open transaction, but not through its handle'

/** Reports each message to a database once it is answered, for measurements: {@link AnsweredMessage}. */
export const databaseMessages = 'accord:database-message'

/** The texts of the statements in one message, and how long it took. */
export type AnsweredMessage = { readonly texts: readonly string[]; readonly tookMs: number }

const messages = channel(databaseMessages)

type TransactionState = 'none' | 'pending' | 'open' | 'ended'

/**
 * A connection from the time it is taken until it is released. A transaction begins in the same message as its first
 * statement, and may end with its last: the database is only waited for where something is read.
 */
export class SessionConnection implements DatabaseConnection {
	readonly #session: Session
	#state: TransactionState = 'none'
	/** Sent before the next statement. */
	#first: Statement[] = []
	#isBroken = false

	constructor(session: Session) {
		this.#session = session
	}

	begin(sql: string): void {
		this.#state = 'pending'
		this.#first = [plain(sql)]
	}

	/**
	 * Runs a statement whose result nobody reads, together with the next one. If no other statement follows, it does not
	 * run.
	 */
	runFirst(query: CompiledQuery): void {
		this.#first.push(statementOf(query))
	}

	async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
		const [returned] = await this.run([query])
		const { rows = [], affected } = returned ?? {}
		return { rows: rows as Row[], ...(affected !== undefined && { numAffectedRows: BigInt(affected) }) }
	}

	/** Runs statements one after another, in one message. */
	async run(queries: readonly CompiledQuery[]): Promise<readonly Returned[]> {
		return await this.#send(queries.map(statementOf))
	}

	/** Runs the last statements of a transaction and commits it in the same message. */
	async runAndCommit(queries: readonly CompiledQuery[]): Promise<readonly Returned[]> {
		try {
			const returned = await this.#send([...queries.map(statementOf), plain('commit')])
			requireCommitted(returned)
			return returned
		} finally {
			// If a statement fails, the commit rolls the transaction back.
			this.#state = 'ended'
		}
	}

	async commit(): Promise<void> {
		if (this.#endedEarly()) return
		requireCommitted(await this.#send([plain('commit')]))
	}

	async rollback(): Promise<void> {
		if (this.#endedEarly()) return
		try {
			await this.#send([plain('rollback')])
		} catch (error) {
			this.#isBroken = true
			throw error
		}
	}

	release(): void {
		this.#session.release(this.#isBroken)
	}

	// biome-ignore lint/correctness/useYield: pages are read by number, nothing streams
	async *streamQuery(): AsyncGenerator<never> {
		throw new Error('results are not streamed')
	}

	async #send(statements: readonly Statement[]): Promise<readonly Returned[]> {
		if (this.#state === 'ended') throw new Error('the transaction has been committed')
		const first = this.#first
		this.#first = []
		if (this.#state === 'pending') this.#state = 'open'
		return (await this.#timed([...first, ...statements])).slice(first.length)
	}

	async #timed(statements: readonly Statement[]): Promise<readonly Returned[]> {
		if (!messages.hasSubscribers) return await this.#session.run(statements)
		const startedMs = performance.now()
		try {
			return await this.#session.run(statements)
		} finally {
			const answered: AnsweredMessage = {
				texts: statements.map(({ sql }) => sql),
				tookMs: performance.now() - startedMs,
			}
			messages.publish(answered)
		}
	}

	/** Whether nothing has begun or everything has been committed, so that there is nothing to end. */
	#endedEarly(): boolean {
		const isEarly = this.#state === 'pending' || this.#state === 'ended'
		this.#first = []
		return isEarly
	}
}

/** PostgreSQL answers the commit of an aborted transaction with ROLLBACK, not with an error. */
function requireCommitted(returned: readonly Returned[]): void {
	if (returned.at(-1)?.command === 'ROLLBACK') throw new AbortedTransactionError()
}

function statementOf({ sql, parameters }: CompiledQuery): Statement {
	return { sql, parameters: parameters.map(parameterText) }
}

function plain(sql: string): Statement {
	return { sql, parameters: [] }
}
