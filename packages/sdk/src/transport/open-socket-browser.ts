import type { SocketLike } from './reconnecting-socket.ts'

type SocketClass = new (url: string) => SocketLike

/**
 * The platform's WebSocket. Browsers do not report why a connection was refused, send no headers, and answer pings
 * without showing them.
 */
export function openSocket(url: string, _headers: Record<string, string> = {}): SocketLike {
	const Socket = (globalThis as { WebSocket?: SocketClass }).WebSocket
	if (Socket === undefined) throw new Error('this platform has no WebSocket')
	return new Socket(url)
}
