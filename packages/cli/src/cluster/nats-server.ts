import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { NetworkParts } from '../network/network-parts.ts'
import { startProgram } from '../network/program.ts'

type NatsOptions = {
	readonly program: string
	readonly port: number
	readonly folder: string
	readonly removedAtEnd: string
}

/** The URL at which the nodes reach the server. */
export type NatsAccess = { readonly url: string; readonly user: string; readonly password: string }

/**
 * Starts a NATS server with a new password on each start: anyone who can publish on it can offer books in a maker's
 * name.
 */
export async function startNats(parts: NetworkParts, options: NatsOptions): Promise<NatsAccess> {
	const { program, port, folder, removedAtEnd } = options
	const access = { url: `nats://127.0.0.1:${port}`, user: 'accord', password: randomBytes(24).toString('hex') }
	mkdirSync(folder, { recursive: true, mode: 0o700 })
	const file = join(folder, 'nats.conf')
	const { user, password } = access
	writeFileSync(file, `listen: 127.0.0.1:${port}\nauthorization: { user: ${user}, password: "${password}" }\n`, {
		mode: 0o600,
	})
	const server = startProgram({
		name: 'nats',
		path: program,
		args: ['-c', file],
		cwd: folder,
		signal: 'TERM',
		folder: removedAtEnd,
		isReady: () => listens(port),
		onLine: line => parts.log('nats', line),
	})
	await parts.keep(server)
	return access
}

/** Whether something listens on that port. */
export async function listens(port: number): Promise<boolean> {
	const socket = connect(port, '127.0.0.1')
	const opened = await new Promise<boolean>(resolve => {
		socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
	})
	socket.destroy()
	return opened
}
