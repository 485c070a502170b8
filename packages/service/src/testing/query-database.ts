import { Client } from 'pg'

/** The rows of one statement on a PostgreSQL server, over a separate connection. */
export async function queryDatabase<Row>(url: string, statement: string): Promise<Row[]> {
	const client = new Client({ connectionString: url })
	await client.connect()
	try {
		return (await client.query(statement)).rows as Row[]
	} finally {
		await client.end()
	}
}
