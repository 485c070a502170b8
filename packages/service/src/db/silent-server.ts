import type { Client, QueryConfig, QueryResult } from 'pg'

type Query = (query: string | QueryConfig, values?: unknown[]) => Promise<QueryResult>

/**
 * Cuts the connection when the server has not answered a statement for so long: a dead line looks like a slow server. The
 * driver's own time-out would return the connection to the pool, with the statement still in front of the next one.
 */
export function cutWhenSilent(client: Client, { answerWithinMs }: { answerWithinMs: number }): void {
	const send = client.query.bind(client) as Query
	const limited: Query = async (query, values) => {
		let isCut = false
		const timer = setTimeout(() => {
			isCut = true
			// Destroys the socket, since a statement is running.
			void client.end().catch(() => {})
		}, answerWithinMs)
		try {
			return await send(query, values)
		} catch (error) {
			throw isCut ? new Error(`the server did not answer within ${answerWithinMs / 1000} s`, { cause: error }) : error
		} finally {
			clearTimeout(timer)
		}
	}
	client.query = limited as typeof client.query
}
