import { Client } from 'pg'

/** A separate session on a PostgreSQL server, which the service sees as someone else's. */
export type PostgresSession = {
	run(statement: string): Promise<Record<string, unknown>[]>
	close(): Promise<void>
}

export async function openPostgresSession(url: string): Promise<PostgresSession> {
	const client = new Client({ connectionString: url })
	await client.connect()
	return { run: async statement => (await client.query(statement)).rows, close: () => client.end() }
}
