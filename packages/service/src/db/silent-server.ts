import type { Client, ClientBase, Connection, QueryConfig, QueryResult } from 'pg'

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
