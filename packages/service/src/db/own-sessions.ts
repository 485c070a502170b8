import { Client } from 'pg'
import { connect, databaseOf } from './advisory-lock.ts'
import { sessionOptions } from './postgres-sessions.ts'
import { cutWhenAnySilent } from './session.ts'

// The guarantee: locks and settings of a session hold until it ends. Behind a pooler that gives each transaction another
// session, or that drops settings, two services could use one database, and acknowledged data could be lost.

const connectedWithinMs = 5_000
const answerWithinMs = 4_000
const advice = 'connect to PostgreSQL itself, or through session pooling that keeps the options of a session’s start'

type Settings = Readonly<Record<string, string>>

/**
 * Requires that a database gives each connection a session of its own, with these settings.
 * @throws Error naming the database if it does not, or cannot be reached
 */
export async function requireOwnSessions(url: string, settings: Settings): Promise<void> {
	const [one, other] = [clientOf(url, settings), clientOf(url, settings)]
	try {
		await Promise.all([connect(one), connect(other)])
		const pid = await backendOf(one)
		// While this transaction is open, it keeps the session that a pooler gave the first one.
		const isBegun = await other.query('begin').then(
			() => true,
			() => false,
		)
		if (!isBegun || (await backendOf(other)) === pid || (await backendOf(one)) !== pid)
			throw new Error(`${databaseOf(one)} is behind a pooler that gives each transaction another session: ${advice}`)
		const lost = await lostOf(one, settings)
		if (lost.length > 0)
			throw new Error(`${databaseOf(one)} does not keep the settings of its sessions (${lost.join(', ')}): ${advice}`)
	} finally {
		for (const client of [one, other]) void client.end().catch(() => {})
	}
}

function clientOf(url: string, settings: Settings): Client {
	const client = new Client({
		connectionString: url,
		connectionTimeoutMillis: connectedWithinMs,
		options: sessionOptions(settings),
	})
	client.on('error', () => {})
	cutWhenAnySilent(client, { answerWithinMs })
	return client
}

async function backendOf(client: Client): Promise<number> {
	const { rows } = await client.query('select pg_backend_pid() as pid')
	return rows[0].pid
}

/** The settings that the session does not have, though it was started with them. */
async function lostOf(client: Client, settings: Settings): Promise<string[]> {
	const asked = 'select name, setting from pg_settings where name = any($1) order by name'
	const { rows } = await client.query<{ name: string; setting: string }>(asked, [Object.keys(settings)])
	return rows.filter(({ name, setting }) => setting !== settings[name]).map(({ name }) => name)
}
