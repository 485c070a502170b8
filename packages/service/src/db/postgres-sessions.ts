import { TradeError } from '@accord/protocol'
import { type Dialect, PostgresAdapter } from 'kysely'
import {
	Client,
	type ClientBase,
	type ClientConfig,
	DatabaseError,
	Pool,
	type PoolClient,
	type QueryResult,
	types,
} from 'pg'
import { isConflict, isServerTrouble, sqlStateOf, staleStatement } from './database-error.ts'
import type { DatabaseHosts } from './database-hosts.ts'
import {
	affectedBy,
	connectionOf,
	cutWhenSilent,
	type Returned,
	type Session,
	type Sessions,
	type Statement,
} from './session.ts'
import { sessionDialect } from './session-driver.ts'
import { isInsideTransaction } from './transaction.ts'

/** The limits of a session. */
export type SessionLimits = {
	/** How long a statement may take. */
	readonly statementWithinMs: number
	/** How long it may wait for a lock. */
	readonly lockedWithinMs: number
	/**
	 * How long a transaction may wait for its next statement. Ours wait only for the database: one that is idle has lost
	 * its node, and others wait for its locks.
	 */
	readonly idleWithinMs: number
}

type PostgresOptions = SessionLimits & {
	readonly hosts: Pick<DatabaseHosts, 'current'>
	/** How many statements run at the same time, and how many may wait; any more are refused with `busy`. */
	readonly connectionsMax: number
	readonly waitingMax: number
	/** Additional settings for each session. */
	readonly settings?: Readonly<Record<string, string>>
	/** Resolves when statements may be sent. */
	readonly allowed: () => Promise<void>
	/** Examines each new connection before it is used; rejects if it must not be. */
	readonly admit: (client: ClientBase) => Promise<void>
}

/**
 * Kysely over a PostgreSQL server. A statement that the server cannot serve or does not answer in time, or whose
 * connection breaks, is refused with `database_unavailable`; so is a statement outside a transaction that waits too
 * long for a lock.
 */
export function postgresDialect(options: PostgresOptions): Dialect {
	return sessionDialect({ sessions: new PostgresSessions(options), adapter: new PostgresAdapter() })
}

class PostgresSessions implements Sessions {
	readonly #options: PostgresOptions
	readonly #pool: Pool
	readonly #names = new StatementNames()
	readonly #sessions = new WeakMap<PoolClient, PostgresSession>()
	#waiting = 0

	constructor(options: PostgresOptions) {
		this.#options = options
		this.#pool = openPool(options)
	}

	async acquire(): Promise<Session> {
		if (this.#waiting >= this.#options.waitingMax) throw new TradeError('busy', 'too many statements are waiting')
		this.#waiting += 1
		try {
			await this.#options.allowed()
			return this.#sessionOf(await this.#pool.connect())
		} finally {
			this.#waiting -= 1
		}
	}

	async close(): Promise<void> {
		await this.#pool.end()
	}

	#sessionOf(client: PoolClient): PostgresSession {
		const known = this.#sessions.get(client)
		if (known !== undefined) return known
		const answerWithinMs = this.#options.statementWithinMs + onTheWayMs
		const session = new PostgresSession(client, { names: this.#names, answerWithinMs })
		this.#sessions.set(client, session)
		return session
	}
}

function openPool(options: PostgresOptions): Pool {
	const { hosts, admit } = options
	class CurrentClient extends Client {
		constructor(config?: ClientConfig) {
			super({ ...config, connectionString: hosts.current })
		}
	}
	const pool = new Pool({
		Client: CurrentClient,
		onConnect: admit,
		pipeline: true,
		max: options.connectionsMax,
		connectionTimeoutMillis: connectedWithinMs,
		keepAlive: true,
		keepAliveInitialDelayMillis: keptAliveEveryMs,
		options: sessionOptions(sessionSettings(options)),
		types: { getTypeParser },
	})
	// A connection that breaks between two statements is replaced; without these listeners it would end the process.
	pool.on('error', () => {})
	pool.on('connect', client => {
		client.on('error', () => {})
	})
	return pool
}

/** The settings with which each session starts, in PostgreSQL's names and units. */
export function sessionSettings({
	statementWithinMs,
	lockedWithinMs,
	idleWithinMs,
	settings,
}: SessionLimits & Pick<PostgresOptions, 'settings'>): Readonly<Record<string, string>> {
	return {
		...settings,
		statement_timeout: String(statementWithinMs),
		lock_timeout: String(lockedWithinMs),
		idle_in_transaction_session_timeout: String(idleWithinMs),
		// Compiling a plan can take longer than any of our statements. Acknowledged data is on the server's disk, reads under
		// a lock are newer than the lock, and a literal ends where we end it, whatever the server, the database or the role
		// sets for other sessions.
		jit: 'off',
		synchronous_commit: 'on',
		default_transaction_isolation: 'read committed',
		standard_conforming_strings: 'on',
	}
}

/** Settings as the parameter `options` of a session's start. */
export function sessionOptions(settings: Readonly<Record<string, string>>): string {
	return Object.entries(settings)
		.map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
		.join(' ')
}

const connectedWithinMs = 5_000
const keptAliveEveryMs = 10_000
// The server's own limit takes effect first and keeps its connection, unless several statements of a message take
// longer together.
const onTheWayMs = 2_000

/** A statement with the name under which a connection prepares it; without a name, it is not prepared. */
type NamedStatement = Statement & { readonly name: string | undefined }

type SessionOptions = { readonly names: StatementNames; readonly answerWithinMs: number }

/** One connection of the pool. It prepares frequent statements once. */
class PostgresSession implements Session {
	readonly #client: PoolClient
	readonly #options: SessionOptions

	constructor(client: PoolClient, options: SessionOptions) {
		this.#client = client
		this.#options = options
	}

	async run(statements: readonly Statement[]): Promise<readonly Returned[]> {
		const named = statements.map(statement => ({ ...statement, name: this.#nameOf(statement) }))
		try {
			return await cutWhenSilent(this.#client, this.#options, () => this.#run(named))
		} catch (error) {
			if (sqlStateOf(error) === staleStatement)
				for (const { name, sql } of named) if (name) this.#options.names.renew(sql)
			return refuse(error)
		}
	}

	release(isBroken: boolean): void {
		this.#client.release(isBroken)
	}

	/** Without parameters there is nothing to plan, so such a text is sent unprepared. */
	#nameOf({ sql, parameters }: Statement): string | undefined {
		return parameters.length === 0 ? undefined : this.#options.names.nameOf(sql)
	}

	/**
	 * All are written to the socket immediately. Nothing is returned until all are answered, because the connection may
	 * then be released.
	 */
	async #run(statements: readonly NamedStatement[]): Promise<readonly Returned[]> {
		const { stream } = connectionOf(this.#client)
		stream.cork()
		const answers = statements.map(({ name, sql, parameters }) =>
			this.#client.query({ ...(name && { name }), text: sql, values: [...parameters] }),
		)
		stream.uncork()
		await Promise.allSettled(answers)
		return (await Promise.all(answers)).map(returnedOf)
	}
}

function returnedOf({ command, rowCount, rows }: QueryResult): Returned {
	return { command, affected: affectedBy(command, rowCount ?? 0), rows }
}

function refuse(cause: unknown): never {
	const isTrouble = !(cause instanceof DatabaseError) || isServerTrouble(cause)
	const isLastTry = isConflict(cause) && !isInsideTransaction()
	if (!isTrouble && !isLastTry) throw cause
	throw new TradeError('database_unavailable', undefined, { cause })
}

function getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
	if (oid === types.builtins.INT8) return BigInt
	return types.getTypeParser(oid, format as 'text')
}

// By then the tables have rows: a plan made for empty tables would read all of their rows once they have grown.
const preparedFrom = 128
const namesMax = 128
const textsMax = 1000

/**
 * The names of frequent texts, the same for all connections of a pool: each connection prepares such a text once, so
 * that the server parses and plans it once. Once all names are used up, further texts are not prepared.
 */
export class StatementNames {
	readonly #names = new Map<string, string>()
	#runs = new Map<string, number>()
	#given = 0

	/** The name of a text that is about to run again; undefined if it is not to be prepared. */
	nameOf(text: string): string | undefined {
		const name = this.#names.get(text)
		if (name !== undefined || this.#names.size >= namesMax) return name
		const runs = (this.#runs.get(text) ?? 0) + 1
		if (runs >= preparedFrom) return this.#give(text)
		if (this.#runs.size >= textsMax) this.#runs = new Map()
		this.#runs.set(text, runs)
		return undefined
	}

	/** Has a text prepared again under a different name, because its result type has changed. */
	renew(text: string): void {
		if (this.#names.delete(text)) this.#give(text)
	}

	#give(text: string): string {
		this.#given += 1
		const name = `s${this.#given}`
		this.#names.set(text, name)
		this.#runs.delete(text)
		return name
	}
}
