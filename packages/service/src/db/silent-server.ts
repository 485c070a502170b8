import type { Client, QueryResult } from 'pg'

type Query = (text: string, values?: unknown[]) => Promise<QueryResult>

/**
 * Cuts the connection when the server has not answered a statement for so long: a dead line looks like a slow server. The
 * driver's own time-out would return the connection to the pool, with the statement still in front of the next one.
 */
export function cutWhenSilent(client: Client, { answerWithinMs }: { answerWithinMs: number }): void {
	const query = client.query.bind(client) as Query
	const limited: Query = async (text, values) => {
		let isCut = false
		const timer = setTimeout(() => {
			isCut = true
			// Destroys the socket, since a statement is running.
			void client.end().catch(() => {})
		}, answerWithinMs)
		try {
			return await query(text, values)
		} catch (error) {
			throw isCut ? new Error(`the server did not answer within ${answerWithinMs / 1000} s`, { cause: error }) : error
		} finally {
			clearTimeout(timer)
		}
	}
	client.query = limited as typeof client.query
}
