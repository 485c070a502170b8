import { TradeError } from '@accord/protocol'
import { type CompiledQuery, type DatabaseConnection, type Dialect, PostgresDialect } from 'kysely'
import { DatabaseError, Pool, type PoolClient, types } from 'pg'
import { isConflict, isServerTrouble } from './database-error.ts'
import { isInsideTransaction } from './open-transaction.ts'
import { prepareNamed, StatementNames } from './prepared-statements.ts'
import { cutWhenSilent } from './silent-server.ts'

/** How long a statement may take, and wait for a lock. */
export type StatementLimits = { readonly statementWithinMs: number; readonly lockedWithinMs: number }

type PostgresOptions = StatementLimits & {
	readonly url: string
	/** How many statements run at once, and how many wait; more are refused with `busy`. */
	readonly connectionsMax: number
	readonly waitingMax: number
	/** What else to set for each session. */
	readonly settings?: Readonly<Record<string, string>>
	/** Resolves when statements may be sent. */
	readonly allowed: () => Promise<void>
}

/**
 * Kysely over a PostgreSQL server. A statement that the server cannot serve or does not answer in time, or whose connection
 * breaks, is refused with `database_unavailable`; so is one outside a transaction that waits too long for a lock.
 */
export function postgresDialect(options: PostgresOptions): Dialect {
	const pool = new Pool({
		connectionString: options.url,
		max: options.connectionsMax,
		connectionTimeoutMillis: connectedWithinMs,
		keepAlive: true,
		keepAliveInitialDelayMillis: keptAliveEveryMs,
		statement_timeout: options.statementWithinMs,
		lock_timeout: options.lockedWithinMs,
		idle_in_transaction_session_timeout: idleMaxMs,
		// Compiling a plan can take longer than any of our statements, as on PGlite it is off. What is acknowledged is on the server's
		// disk, and a literal ends where we end it, whatever the server, the database or the role says of other sessions.
		options: sessionOptions({
			...options.settings,
			jit: 'off',
			synchronous_commit: 'on',
			standard_conforming_strings: 'on',
		}),
		types: { getTypeParser },
	})
	const names = new StatementNames()
	// A connection that breaks between two statements is replaced; without these listeners it would end the process.
	pool.on('error', () => {})
	pool.on('connect', client => {
		client.on('error', () => {})
		cutWhenSilent(client, { answerWithinMs: options.statementWithinMs + onTheWayMs })
		prepareNamed(client, names)
	})
	return new PostgresDialect({
		pool: { connect: connector(pool, options), end: () => pool.end(), options: pool.options },
		onCreateConnection: async connection => refuseWhenLost(connection),
	})
}

function sessionOptions(settings: Readonly<Record<string, string>>): string {
	return Object.entries(settings)
		.map(([name, value]) => `-c ${name}=${value}`)
		.join(' ')
}

const connectedWithinMs = 5_000
const keptAliveEveryMs = 10_000
// The server's own limit comes first: its connection is kept.
const onTheWayMs = 2_000
// Our transactions wait for nothing but the database: an idle one has lost its node, and its locks must be released.
const idleMaxMs = 10_000

function connector(pool: Pool, { waitingMax, allowed }: PostgresOptions): () => Promise<PoolClient> {
	let waiting = 0
	return async () => {
		if (waiting >= waitingMax) throw new TradeError('busy', 'too many statements are waiting')
		waiting += 1
		try {
			await allowed()
			return await pool.connect()
		} finally {
			waiting -= 1
		}
	}
}

function refuseWhenLost(connection: DatabaseConnection): void {
	const execute: DatabaseConnection['executeQuery'] = connection.executeQuery.bind(connection)
	connection.executeQuery = <Row>(query: CompiledQuery) => execute<Row>(query).catch(refuse)
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
