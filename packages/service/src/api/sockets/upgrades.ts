import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { TradeError } from '@accord/protocol'
import type { WebSocket, WebSocketServer } from 'ws'
import { rawProblem } from '../http/problem-response.ts'
import type { RateState } from '../http/rate-limiter.ts'
import { type RateLimits, rateHeaders, rateRefusal } from '../http/rate-limits.ts'
import { requestPath } from '../http/request-path.ts'
import { closeSocket } from './socket-writer.ts'

/** A path that is a WebSocket. */
export type SocketPath = {
	readonly server: WebSocketServer
	/** Admits the request, or throws the TradeError to refuse it with; the returned function gets the open socket. */
	readonly admit: (request: IncomingMessage) => Promise<(socket: WebSocket) => void>
}

type OnError = (error: unknown) => void
type UpgradesDeps = {
	readonly paths: ReadonlyMap<string, SocketPath>
	readonly rateLimits: RateLimits
	readonly onError: OnError
}

/** Opens WebSockets on the service's own port. A refused upgrade is answered with an ordinary problem document. */
export function acceptUpgrades(server: Server, { paths, rateLimits, onError }: UpgradesDeps): void {
	server.on('upgrade', (request, stream, head) => {
		// The peer may disconnect while its key is looked up; without a listener that would end the process.
		const ignore = () => undefined
		stream.on('error', ignore)
		const path = requestPath(request.url ?? '')
		const rate = rateLimits.count({ ip: request.socket.remoteAddress ?? '', path, headers: request.headers })
		openSocket({ request, stream, head, path, rate, paths, onError })
			.catch(error => refuseUpgrade({ stream, path, rate, error, onError }))
			.finally(() => stream.off('error', ignore))
	})
}

type Upgrade = {
	readonly request: IncomingMessage
	readonly stream: Duplex
	readonly head: Buffer
	readonly path: string
	readonly rate: RateState
	readonly paths: ReadonlyMap<string, SocketPath>
	readonly onError: OnError
}

async function openSocket({ request, stream, head, path, rate, paths, onError }: Upgrade): Promise<void> {
	const refusal = rateRefusal(rate)
	if (refusal !== undefined) throw refusal
	const socketPath = paths.get(path)
	if (socketPath === undefined) throw new TradeError('not_found', `there is no WebSocket at ${path.slice(0, 256)}`)
	const opened = await socketPath.admit(request)
	if (stream.destroyed) return
	socketPath.server.handleUpgrade(request, stream, head, socket => {
		// It is a WebSocket now: a problem document would not be a frame.
		try {
			opened(socket)
		} catch (error) {
			onError(error)
			closeSocket(socket, 'internal')
		}
	})
}

type Refusal = Pick<Upgrade, 'stream' | 'path' | 'rate' | 'onError'> & { readonly error: unknown }

function refuseUpgrade({ stream, path, rate, error, onError }: Refusal): void {
	if (!(error instanceof TradeError) || error.code === 'internal') onError(error)
	stream.end(rawProblem(error, { instance: path, requestId: randomUUID(), headers: rateHeaders(rate) }))
}
