import { type Client, type Connection, Query, type QueryResult } from 'pg'
import { affectedBy, type Returned, type Statement } from './session.ts'

/** A statement with the name under which its connection prepares it; without one it is run as it is. */
export type NamedStatement = Statement & { readonly name: string | undefined }

/** Runs a statement alone. One with a name is prepared if it is not yet. */
export async function queryOne(client: Client, { name, sql, parameters }: NamedStatement): Promise<Returned> {
	const values = [...parameters]
	return returnedOf(await client.query(name === undefined ? { text: sql, values } : { name, text: sql, values }))
}

/**
 * Runs statements, of which those with a name are prepared, one after another: all are written to the socket at once, and the
 * server runs none after one that fails.
 */
export function queryBatch(client: Client, statements: readonly NamedStatement[]): Promise<readonly Returned[]> {
	return new Promise((resolve, reject) => {
		const batch = new Query('', (error: Error | undefined, results: unknown) => {
			if (error !== undefined && error !== null) reject(error)
			else resolve((results as readonly QueryResult[]).map(returnedOf))
		})
		batch.submit = connection => submit(connection, statements)
		client.query(batch)
	})
}

function submit(connection: Connection, statements: readonly NamedStatement[]): void {
	connection.stream.cork()
	for (const { name = '', sql, parameters } of statements) {
		if (name === '') connection.parse({ name, text: sql, types: [] }, true)
		connection.bind({ statement: name, values: [...parameters] }, true)
		connection.describe({ type: 'P' }, true)
		connection.execute(null, true)
	}
	connection.sync()
	connection.stream.uncork()
}

function returnedOf({ command, rowCount, rows }: QueryResult): Returned {
	return { command, affected: affectedBy(command, rowCount ?? 0), rows }
}
