import { TradeError } from '@accord/protocol'
import { type CompiledQuery, type DatabaseConnection, type Dialect, PostgresDialect } from 'kysely'
import { DatabaseError, Pool, types } from 'pg'
import { isConflict } from './database-error.ts'
import { isInsideTransaction } from './open-transaction.ts'

/**
 * Kysely over a PostgreSQL server. A statement that the server cannot serve, or whose connection breaks, is refused with
 * `database_unavailable`; so is one outside a transaction that waits too long for a lock.
 */
export function postgresDialect({ url }: { url: string }): Dialect {
	const pool = new Pool({
		connectionString: url,
		max: connectionsMax,
		connectionTimeoutMillis: connectedWithinMs,
		keepAlive: true,
		keepAliveInitialDelayMillis: keptAliveEveryMs,
		lock_timeout: lockedWithinMs,
		idle_in_transaction_session_timeout: idleMaxMs,
		types: { getTypeParser },
	})
	// A connection that breaks between two statements is replaced; without these listeners it would end the process.
	pool.on('error', () => {})
	pool.on('connect', client => client.on('error', () => {}))
	return new PostgresDialect({
		pool: { connect: () => connect(pool), end: () => pool.end(), options: pool.options },
		onCreateConnection: async connection => refuseWhenLost(connection),
	})
}

const connectionsMax = 16
const waitingMax = 10_000
const connectedWithinMs = 5_000
const lockedWithinMs = 2_000
const keptAliveEveryMs = 10_000
// Our transactions wait for nothing but the database: an idle one has lost its node, and its locks must be released.
const idleMaxMs = 10_000

function connect(pool: Pool) {
	if (pool.waitingCount >= waitingMax) throw new TradeError('busy', 'too many statements are waiting')
	return pool.connect()
}

function refuseWhenLost(connection: DatabaseConnection): void {
	const execute: DatabaseConnection['executeQuery'] = connection.executeQuery.bind(connection)
	connection.executeQuery = <Row>(query: CompiledQuery) => execute<Row>(query).catch(refuse)
}

function refuse(cause: unknown): never {
	const isTrouble = !(cause instanceof DatabaseError) || serverTrouble.test(cause.code ?? '')
	const isLastTry = isConflict(cause) && !isInsideTransaction()
	if (!isTrouble && !isLastTry) throw cause
	throw new TradeError('database_unavailable', undefined, { cause })
}

// The classes of SQLSTATE for problems of the server, whatever the statement: connection, resources, intervention, system.
const serverTrouble = /^(08|53|57|58)/

function getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
	if (oid === types.builtins.INT8) return BigInt
	return types.getTypeParser(oid, format as 'text')
}
