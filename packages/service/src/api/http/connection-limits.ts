import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { TradeError } from '@accord/protocol'
import { counter, type Metrics } from '../../metrics/metrics.ts'
import { clientAddress, type TrustProxy, withoutMapping } from './client-address.ts'
import { Places } from './places.ts'
import { rawProblem } from './problem-response.ts'

/** Refusals by the limit reached: all connections, those of an address, or the requests of one connection. */
const connectionsRefused = counter(
	'accord_connections_refused_total',
	'Public connections refused',
	['limit'],
	['all', 'address', 'pipelined'],
)

/** How many connections a server accepts in total, and how many from one address. */
export type ConnectionLimits = { readonly connections: number; readonly connectionsPerAddress: number }

type Limited = {
	readonly limits: ConnectionLimits
	readonly isTrustedProxy: TrustProxy
	readonly metrics: Pick<Metrics, 'count'>
}

const retryAfterS = 10
/** Pipelined requests that may wait on one connection. Ordinary clients wait for each answer before they send the next. */
const pipelinedMax = 16

/** Half of the files that the process may have open; the rest is for the database, the Gateway and the operator. */
const shareOfFiles = 0.5

/**
 * Refuses connections beyond the limits, so that neither one address nor all of them together can use up the file
 * descriptors that the rest of the process needs; the returned function says how many are open. A trusted proxy has no
 * limit of its own: its requests count against its clients.
 */
export function limitConnections(server: Server, { limits, isTrustedProxy, metrics }: Limited): () => number {
	let open = 0
	const places = new Places({ perHolder: limits.connectionsPerAddress })
	server.maxConnections = Math.min(limits.connections, Math.floor(openFilesMax() * shareOfFiles))
	server.on('drop', () => metrics.count(connectionsRefused, 'all'))
	server.on('connection', socket => {
		open += 1
		socket.once('close', () => {
			open -= 1
		})
		const { remoteAddress: ip } = socket
		if (ip === undefined) return void socket.destroy()
		if (isTrustedProxy(withoutMapping(ip))) return
		if (places.take(clientAddress({ ip, headers: {} }), socket)) return
		metrics.count(connectionsRefused, 'address')
		refuse(socket, tooManyOpen(limits))
	})
	limitPipelining(server, () => metrics.count(connectionsRefused, 'pipelined'))
	return () => open
}

/** Answers queued behind one that does not end, such as an event stream, would be kept for as long as it lasts. */
function limitPipelining(server: Server, onRefused: () => void): void {
	const waiting = new WeakMap<Socket, number>()
	server.on('request', ({ socket }, response) => {
		// Only the answer that is being sent holds the connection's socket.
		if (response.socket !== null) return
		const count = (waiting.get(socket) ?? 0) + 1
		if (count > pipelinedMax) {
			if (!socket.destroyed) onRefused()
			return void socket.destroy()
		}
		waiting.set(socket, count)
		// An answer that never finishes ends the connection.
		response.once('finish', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
	})
}

/** The error for a connection or request beyond what one address may have open. */
export function tooManyOpen({
	connectionsPerAddress: max,
}: Pick<ConnectionLimits, 'connectionsPerAddress'>): TradeError {
	return new TradeError('rate_limited', `an address may have ${max} connections open`, {
		extra: { retry_after_s: retryAfterS },
	})
}

/** The system's limit for this process; infinite if it reports none. */
function openFilesMax(): number {
	try {
		const [, max] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
		return max === undefined ? Number.POSITIVE_INFINITY : Number(max)
	} catch {
		return Number.POSITIVE_INFINITY
	}
}

/** Immediately, so that a flood of refused connections holds no descriptors. */
function refuse(socket: Socket, error: TradeError): void {
	socket.end(rawProblem(error, { requestId: randomUUID() }))
	socket.destroySoon()
}
