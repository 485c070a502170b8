import { CompiledQuery, type DatabaseConnection, type Dialect, type Driver, type QueryResult } from 'kysely'
import { withDriver } from './with-driver.ts'

// One text with both, so that no lock is taken outside its transaction: if it cannot begin, the server skips the rest.
const lockText = /^select pg_advisory_xact_lock\(/

/**
 * The dialect, except that a transaction begins with its first statement, in one message if that takes locks and has no
 * parameters: the server is waited for once instead of twice.
 */
export function beginWithLock(dialect: Dialect): Dialect {
	return withDriver(dialect, beginLater)
}

function beginLater(driver: Driver): Driver {
	const connections = new WeakMap<DatabaseConnection, LateConnection>()
	const acquire = driver.acquireConnection.bind(driver)
	driver.acquireConnection = async options => {
		const connection = await acquire(options)
		if (!connections.has(connection)) connections.set(connection, new LateConnection(connection))
		return connection
	}
	const [begin, commit, rollback] = [driver.beginTransaction, driver.commitTransaction, driver.rollbackTransaction]
	driver.beginTransaction = async (connection, settings) => {
		const late = connections.get(connection)
		if (late === undefined || Object.values(settings).some(Boolean)) await begin.call(driver, connection, settings)
		else late.isPending = true
	}
	driver.commitTransaction = async connection => {
		if (!connections.get(connection)?.forget()) await commit.call(driver, connection)
	}
	driver.rollbackTransaction = async connection => {
		if (!connections.get(connection)?.forget()) await rollback.call(driver, connection)
	}
	return driver
}

/** Has a connection send a pending `begin` with, or before, its next statement. */
class LateConnection {
	isPending = false

	constructor(connection: DatabaseConnection) {
		const execute: DatabaseConnection['executeQuery'] = connection.executeQuery.bind(connection)
		connection.executeQuery = async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
			if (!this.forget()) return await execute<Row>(query)
			if (query.parameters.length === 0 && lockText.test(query.sql)) {
				await execute(CompiledQuery.raw(`begin; ${query.sql}`))
				return { rows: [] }
			}
			await execute(CompiledQuery.raw('begin'))
			return await execute<Row>(query)
		}
	}

	/** Returns whether the transaction had not begun: such a one has nothing to end. */
	forget(): boolean {
		const wasPending = this.isPending
		this.isPending = false
		return wasPending
	}
}
