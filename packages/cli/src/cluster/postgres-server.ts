import { startEmbedded } from '@accord/service'
import type { NetworkParts } from '../network/network-parts.ts'

// Sixteen connections per node.
const connectionsMax = 110

/** Starts a PostgreSQL server for all nodes. Returns its URL. */
export async function startPostgres(parts: NetworkParts, directory: string): Promise<string> {
	const server = await startEmbedded(directory, { settings: { max_connections: String(connectionsMax) } })
	const ended = server.lost.then(({ message }) => message)
	await parts.keep({ name: 'postgres', ready: Promise.resolve({ type: 'ready' }), ended, stop: () => server.stop() })
	return server.url
}
