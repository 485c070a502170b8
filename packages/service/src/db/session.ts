import type { Client, ClientBase, Connection, QueryConfig, QueryResult } from 'pg'

/** A statement in PostgreSQL's form, with its parameters as text. */
export type Statement = { readonly sql: string; readonly parameters: readonly (string | null)[] }

/** A statement's result; `affected` is present only for one that writes. */
export type Returned = {
	readonly command: string
	readonly affected?: number | undefined
	readonly rows: readonly Record<string, unknown>[]
}

/** A connection to PostgreSQL, used by one caller at a time. */
export type Session = {
	/**
	 * Runs statements one after another, all sent in one message. Each sees the effects of those before it, and what
	 * others had committed before it began; outside a transaction, each is independent of the others. Once all have run,
	 * the first failure is thrown.
	 */
	run(statements: readonly Statement[]): Promise<readonly Returned[]>
	/** `isBroken`: the connection must not be given to another caller. */
	release(isBroken: boolean): void
}

/** The source of connections. */
export type Sessions = {
	acquire(): Promise<Session>
	close(): Promise<void>
}

/** A parameter as text: arrays become array literals, for `= any($1)`, and plain objects become JSON. */
export function parameterText(value: unknown): string | null {
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

const writing: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** How many rows a statement wrote. */
export function affectedBy(command: string, rows: number): number | undefined {
	return writing.has(command) ? rows : undefined
}

type Query = (query: string | QueryConfig, values?: unknown[]) => Promise<QueryResult>

/**
 * Cuts the connection when the server has not answered for this long: a dead connection looks like a slow server. The
 * driver's own time-out would return the connection to the pool while the statement is still running on it.
 */
export async function cutWhenSilent<Result>(
	client: ClientBase,
	{ answerWithinMs }: { answerWithinMs: number },
	send: () => Promise<Result>,
): Promise<Result> {
	let isCut = false
	const timer = setTimeout(() => {
		isCut = true
		connectionOf(client).stream.destroy()
	}, answerWithinMs)
	try {
		return await send()
	} catch (error) {
		throw isCut ? new Error(`the server did not answer within ${answerWithinMs / 1000} s`, { cause: error }) : error
	} finally {
		clearTimeout(timer)
	}
}

/** Undocumented parts of the driver: the messages to the server, and their socket. */
export function connectionOf(client: ClientBase): Connection {
	return (client as ClientBase & { connection: Connection }).connection
}

/** Makes each of the connection's statements cut it after this time. */
export function cutWhenAnySilent(client: Client, limit: { answerWithinMs: number }): void {
	const send = client.query.bind(client) as Query
	const limited: Query = (query, values) => cutWhenSilent(client, limit, () => send(query, values))
	client.query = limited as typeof client.query
}
