import type { RawBuilder, Transaction } from 'kysely'
import type { Returned } from './session.ts'
import { SessionConnection } from './session-driver.ts'
import type { Database, Tables } from './tables.ts'

/** A statement to run together with others, and how to interpret its rows. */
export type Ask<Result> = {
	readonly query: RawBuilder<unknown>
	readonly read: (rows: readonly unknown[]) => Result
}

type Asked = readonly (Ask<unknown> | undefined)[]

/** The result of each; undefined where nothing was requested. */
type Answers<Asks extends Asked> = {
	-readonly [Place in keyof Asks]: Asks[Place] extends Ask<infer Result>
		? Result
		: Asks[Place] extends Ask<infer Result> | undefined
			? Result | undefined
			: never
}

/** Interprets a statement's rows. */
export function ask<Row, Result>(query: RawBuilder<Row>, read: (rows: readonly Row[]) => Result): Ask<Result> {
	return { query, read: rows => read(rows as readonly Row[]) }
}

/** Runs one statement. */
export async function askOne<Result>(db: Database, { query, read }: Ask<Result>): Promise<Result> {
	return read((await query.execute(db)).rows)
}

/**
 * Runs statements one after another, in one message to the database, and waits only once. Each reads what is committed
 * when its turn comes, as if sent alone.
 */
export function together<const Asks extends Asked>(db: Database, asks: Asks): Promise<Answers<Asks>> {
	return run(db, asks, (connection, queries) => connection.run(queries))
}

/**
 * Runs the last statements of a transaction in one message with its commit, so nothing may follow in the transaction.
 */
export function commitWith<const Asks extends Asked>(trx: Transaction<Tables>, asks: Asks): Promise<Answers<Asks>> {
	return run(trx, asks, (connection, queries) => connection.runAndCommit(queries))
}

/** Passes a reader its result; called once the data it reads is committed. */
export type HandOver<Result = void> = () => Result

/**
 * A reader that waits for others' writes. A writer may run the reader's next query in the same message as its write and
 * hand over the result, which saves the reader a message. Undefined if no reader is waiting.
 */
export type NextReader<About, Result = void> = {
	next(about: About): Ask<HandOver<Result>> | undefined
}

/** Runs a statement before the transaction's next one, in the same message. */
export async function runWithNext(trx: Transaction<Tables>, query: RawBuilder<unknown>): Promise<void> {
	await trx.getExecutor().provideConnection(async connection => sessionOf(connection).runFirst(query.compile(trx)))
}

/** Runs compiled statements in one message, as {@link together} does. */
export function runCompiled(db: Database, queries: readonly Compiled[]): Promise<readonly Returned[]> {
	return db.getExecutor().provideConnection(connection => sessionOf(connection).run(queries))
}

type Compiled = ReturnType<RawBuilder<unknown>['compile']>
type RunThem = (connection: SessionConnection, queries: readonly Compiled[]) => Promise<readonly Returned[]>

async function run<Asks extends Asked>(db: Database, asks: Asks, runThem: RunThem): Promise<Answers<Asks>> {
	const queries = asks.flatMap(ask => ask?.query.compile(db) ?? [])
	const returned = await db.getExecutor().provideConnection(connection => runThem(sessionOf(connection), queries))
	const results = returned.values()
	return asks.map(ask => ask?.read(results.next().value?.rows ?? [])) as Answers<Asks>
}

function sessionOf(connection: unknown): SessionConnection {
	if (connection instanceof SessionConnection) return connection
	throw new Error('the connection is not one of a session')
}
