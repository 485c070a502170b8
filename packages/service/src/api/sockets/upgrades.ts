import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { TradeError } from '@accord/protocol'
import type { WebSocket } from 'ws'
import type { RateState } from '../../queues/rate-limiter.ts'
import { endConnection, rawProblem } from '../http/problem-response.ts'
import { type RateLimits, rateHeaders, rateRefusal } from '../http/rate-limits.ts'
import { requestPath } from '../http/request-path.ts'
import type { PathSockets } from './path-sockets.ts'
import { closeSocket, terminateSoon } from './socket-writer.ts'

/** Where an upgrade comes from. */
export type UpgradeSender = {
	/** The address by which limits count it. */
	readonly client: string
	/** Its own address, to which keys may be bound. */
	readonly address: string
}

/** A WebSocket's path. */
export type SocketPath = {
	readonly sockets: PathSockets
	/**
	 * Admits a request, or throws the TradeError with which to refuse it; the returned function gets the
	 * open socket.
	 */
	readonly admit: (request: IncomingMessage, from: UpgradeSender) => Promise<(socket: WebSocket) => void>
}

/** Less than the 15 s for which the SDK waits for an answer. */
const admitTimeoutMs = 10_000

const isAboutKey: ReadonlySet<string> = new Set(['unauthorized', 'address_not_allowed'])

type OnError = (error: unknown) => void
type UpgradesDeps = {
	readonly paths: ReadonlyMap<string, SocketPath>
	readonly rateLimits: RateLimits
	readonly onError: OnError
	/** Called with the path of an upgrade that is refused because it has no valid key. */
	readonly onUnauthorized?: (path: string) => void
}

/** Opens WebSockets on the service's own port. A refused upgrade is answered with an ordinary problem document. */
export function acceptUpgrades(server: Server, { paths, rateLimits, onError, onUnauthorized }: UpgradesDeps): void {
	server.on('upgrade', (request, stream, head) => {
		// The peer may disconnect while its key is looked up; without a listener that would end the process.
		const ignore = () => undefined
		stream.on('error', ignore)
		const path = requestPath(request.url ?? '')
		const sender = { ip: request.socket.remoteAddress ?? '', headers: request.headers }
		const rate = rateLimits.count({ ...sender, path })
		const refusal = rateRefusal(rate) ?? rateLimits.hold(sender, stream)
		const from = { client: rateLimits.addressOf(sender), address: rateLimits.senderOf(sender) }
		openSocket({ request, stream, head, path, from, refusal, paths, onError })
			.catch(error => {
				if (error instanceof TradeError && isAboutKey.has(error.code)) onUnauthorized?.(path)
				refuseUpgrade({ stream, path, rate, error, onError })
			})
			.finally(() => stream.off('error', ignore))
	})
}

type Upgrade = {
	readonly request: IncomingMessage
	readonly stream: Duplex
	readonly head: Buffer
	readonly path: string
	readonly from: UpgradeSender
	/** Refused by the limits for all paths. */
	readonly refusal: TradeError | undefined
	readonly paths: ReadonlyMap<string, SocketPath>
	readonly onError: OnError
}

async function openSocket(upgrade: Upgrade): Promise<void> {
	const { request, stream, head, path, from, refusal, paths, onError } = upgrade
	if (refusal !== undefined) throw refusal
	const socketPath = paths.get(path)
	if (socketPath === undefined)
		throw new TradeError('not_found', `there is no WebSocket at ${path.slice(0, 256)}: GET /docs lists all paths`)
	const opened = await inTime(socketPath.admit(request, from))
	if (stream.destroyed) return
	const { server } = socketPath.sockets
	// Otherwise `ws` would answer without a problem document; it emits this event synchronously.
	let fault: Error | undefined
	const note = (error: Error) => {
		fault = error
	}
	server.on('wsClientError', note)
	server.handleUpgrade(request, stream, head, socket => {
		// A peer that violates the protocol is sent a close frame, which it need not answer.
		socket.on('error', () => terminateSoon(socket))
		// The connection is a WebSocket now, so a problem document would not be a valid frame.
		try {
			opened(socket)
		} catch (error) {
			onError(error)
			closeSocket(socket, 'internal')
		}
	})
	server.off('wsClientError', note)
	if (fault !== undefined) throw new TradeError('invalid_request', `no WebSocket handshake: ${fault.message}`)
}

/** Tells a client that the service is waiting for it, instead of letting the client wait as long. */
async function inTime<T>(admitted: Promise<T>): Promise<T> {
	const { promise: late, reject } = Promise.withResolvers<never>()
	const timer = setTimeout(() => reject(new TradeError('busy', 'the service did not answer in time')), admitTimeoutMs)
	try {
		return await Promise.race([admitted, late])
	} finally {
		clearTimeout(timer)
	}
}

type Refusal = Pick<Upgrade, 'stream' | 'path' | 'onError'> & { readonly rate: RateState; readonly error: unknown }

function refuseUpgrade({ stream, path, rate, error, onError }: Refusal): void {
	if (!(error instanceof TradeError) || error.code === 'internal') onError(error)
	// RFC 6455, section 4.4: a client with another version is told which one is supported.
	const headers = { ...rateHeaders(rate), 'sec-websocket-version': '13' }
	endConnection(stream, rawProblem(error, { instance: path, requestId: randomUUID(), headers }))
}
