import { once } from 'node:events'
import { request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import type { TestNetwork } from './test-network.ts'

/** Addresses that a client on this machine can have: every per-address limit counts them as different clients. */
export const addresses = { hostile: '127.0.0.66', honest: '127.0.0.77' } as const

type RawOptions = {
	readonly from: string
	/** What it sends once connected. */
	readonly sending?: string | Buffer
}

/** A connection to the public port that does nothing on its own: it never ends its side. */
export async function connectRaw(
	{ service, atStop }: Pick<TestNetwork, 'service' | 'atStop'>,
	{ from, sending }: RawOptions,
): Promise<Socket> {
	const isSecure = service.url.startsWith('https:')
	const where = { port: service.port, host: '127.0.0.1', localAddress: from, allowHalfOpen: true }
	const socket = isSecure ? connectSecurely(where) : connect(where)
	atStop(() => socket.destroy())
	socket.on('error', () => undefined)
	await once(socket, isSecure ? 'secureConnect' : 'connect')
	if (sending !== undefined) socket.write(sending)
	return socket
}

/** The status of the first answer; undefined if the connection ends without one. */
export async function statusOfFirst(socket: Socket): Promise<number | undefined> {
	if (socket.destroyed) return undefined
	const found = await Promise.race([once(socket, 'data'), once(socket, 'end'), once(socket, 'close')])
	const [, status] = /^HTTP\/1\.1 (\d+)/.exec(String(found[0] ?? '')) ?? []
	return status === undefined ? undefined : Number(status)
}

/** The status of an ordinary request from an address, on its own connection. */
export function statusFrom(url: string, localAddress: string): Promise<number> {
	return new Promise((resolve, reject) => {
		const asked = (url.startsWith('https:') ? secureRequest : request)(
			url,
			{ localAddress, agent: false },
			response => {
				response.resume().once('end', () => resolve(response.statusCode ?? 0))
			},
		)
		asked.once('error', reject)
		asked.end()
	})
}

/** The request that opens a WebSocket. */
export function upgradeOf(path: string, headers: Readonly<Record<string, string>> = {}): string {
	const all = {
		host: 'localhost',
		connection: 'Upgrade',
		upgrade: 'websocket',
		'sec-websocket-version': '13',
		'sec-websocket-key': Buffer.alloc(16, 1).toString('base64'),
		...headers,
	}
	const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
	return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}
