import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { type Clock, problemWire } from '@accord/protocol'
import { WebSocket } from 'ws'
import { RateLimits } from '../http/rate-limits.ts'
import { Heartbeat } from './heartbeat.ts'
import { acceptUpgrades, type SocketPath } from './upgrades.ts'

const plenty = { requestsPerMinute: 100_000, requestsPerMinutePerKey: 100_000, connectionsPerAddress: 100_000 }
export const realClock: Clock = {
	nowMs: Date.now,
	wakeAt: (atMs, run) => {
		const timer = setTimeout(run, atMs - Date.now()).unref()
		return () => clearTimeout(timer)
	},
}

/** A heartbeat that never beats during a test. */
export function slowHeartbeat(t: TestContext): Heartbeat {
	const heartbeat = new Heartbeat({ beatMs: 1_000_000 })
	t.after(() => heartbeat.stop())
	return heartbeat
}

/** Serves one socket path on its own server; returns functions that connect to it. */
export async function serveSockets(t: TestContext, path: SocketPath, limits = plenty) {
	const server = createServer()
	const errors: unknown[] = []
	const rateLimits = new RateLimits({ clock: realClock, limits })
	acceptUpgrades(server, { paths: new Map([['/path', path]]), rateLimits, onError: error => errors.push(error) })
	await once(server.listen(0, '127.0.0.1'), 'listening')
	const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/path`
	const sockets: WebSocket[] = []
	t.after(() => {
		for (const socket of sockets) socket.terminate()
		server.close()
		server.closeAllConnections()
	})
	const connect = (query = '', headers: Record<string, string> = {}) => {
		const socket = new WebSocket(url + query, { headers }).on('error', () => undefined)
		sockets.push(socket)
		return socket
	}
	return {
		errors,
		open: async (query?: string, headers?: Record<string, string>) => {
			const socket = connect(query, headers)
			const messages: unknown[] = []
			socket.on('message', data => messages.push(JSON.parse(String(data))))
			const closed = once(socket, 'close').then(([code, reason]) => [code, String(reason)])
			await once(socket, 'open')
			return { socket, messages, closed }
		},
		/** Status and code of the problem document with which an upgrade is refused. */
		refused: async (query?: string, headers?: Record<string, string>) => {
			const socket = connect(query, headers)
			const [, response] = await once(socket, 'unexpected-response')
			const text = Buffer.concat(await response.toArray()).toString()
			return [response.statusCode, problemWire.parse(JSON.parse(text)).code]
		},
	}
}
