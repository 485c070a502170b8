import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { TradeError } from '@accord/protocol'
import type { WebSocket, WebSocketServer } from 'ws'
import { closeSocket } from './close-socket.ts'
import { requestPath } from './keyed-paths.ts'
import type { RateState } from './rate-limiter.ts'
import { type RateLimits, rateHeaders, requireWithinRate } from './rate-limits.ts'
import { rawProblem } from './raw-problem.ts'

/** A path that is a WebSocket. */
export type SocketPath = {
	readonly server: WebSocketServer
	/** Admits the request, or throws the TradeError to refuse it with; the returned function gets the open socket. */
	readonly admit: (request: IncomingMessage) => Promise<(socket: WebSocket) => void>
}

/** Opens WebSockets on the service's own port. A refused upgrade is answered with an ordinary problem document. */
export function acceptUpgrades(server: Server, { paths, rateLimits, onError }: UpgradesDeps): void {
	server.on('upgrade', (request, stream, head) => {
		// The peer may go away while its key is looked up; without a listener that would end the process.
		const ignore = () => undefined
		stream.on('error', ignore)
		const path = requestPath(request.url ?? '')
		const rate = rateLimits.count({ ip: request.socket.remoteAddress ?? '', path, headers: request.headers })
		openSocket({ request, stream, head, path, rate, paths, onError })
			.catch(error => refuseUpgrade({ stream, path, rate, error, onError }))
			.finally(() => stream.off('error', ignore))
	})
}

type OnError = (error: unknown) => void
type UpgradesDeps = {
	readonly paths: ReadonlyMap<string, SocketPath>
	readonly rateLimits: RateLimits
	readonly onError: OnError
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
	requireWithinRate(rate)
	const socketPath = paths.get(path)
	if (socketPath === undefined) throw new TradeError('not_found', `there is no WebSocket at ${path.slice(0, 256)}`)
	const opened = await socketPath.admit(request)
	if (stream.destroyed) return
	socketPath.server.handleUpgrade(request, stream, head, socket => {
		// It is a WebSocket now: a problem document would be no frame.
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
