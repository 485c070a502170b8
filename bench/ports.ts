import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

/** A port that nothing listens on, for a program that must be told one. */
export async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1')
	await once(server, 'listening')
	const { port } = server.address() as AddressInfo
	server.close()
	await once(server, 'close')
	return port
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
