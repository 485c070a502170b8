import type { SocketLike } from './reconnecting-socket.ts'

type SocketClass = new (url: string) => SocketLike

/** A WebSocket without headers: in Node the one of the package `ws`, which lets the server's pings be seen, elsewhere the platform's own. */
export async function openSocket(url: string): Promise<SocketLike> {
	const isNode = typeof process !== 'undefined' && process.versions?.node !== undefined
	const Socket = isNode ? (await import('ws')).WebSocket : (globalThis as { WebSocket?: SocketClass }).WebSocket
	if (Socket === undefined) throw new Error('this platform has no WebSocket')
	return new Socket(url) as SocketLike
}
