import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { TradeError, toProblem } from '@accord/protocol'
import type { WebSocket, WebSocketServer } from 'ws'
import { problemHeaders } from './problem-headers.ts'

/** A path that is a WebSocket. */
export type SocketPath = {
	readonly server: WebSocketServer
	/** Admits the request, or throws the TradeError to refuse it with; the returned function gets the open socket. */
	readonly admit: (request: IncomingMessage) => Promise<(socket: WebSocket) => void>
}

/** Opens WebSockets on the service's own port. A refused upgrade is answered with an ordinary problem document. */
export function acceptUpgrades(server: Server, paths: ReadonlyMap<string, SocketPath>, onError: OnError): void {
	server.on('upgrade', (request, stream, head) => {
		// The peer may go away while its key is looked up; without a listener that would end the process.
		const ignore = () => undefined
		stream.on('error', ignore)
		openSocket({ request, stream, head, paths })
			.catch(error => refuseUpgrade({ request, stream, error, onError }))
			.finally(() => stream.off('error', ignore))
	})
}

type OnError = (error: unknown) => void
type Upgrade = { request: IncomingMessage; stream: Duplex; head: Buffer; paths: ReadonlyMap<string, SocketPath> }

async function openSocket({ request, stream, head, paths }: Upgrade): Promise<void> {
	const path = pathOf(request)
	const socketPath = paths.get(path)
	if (socketPath === undefined) throw new TradeError('not_found', `there is no WebSocket at ${path}`)
	const opened = await socketPath.admit(request)
	if (stream.destroyed) return
	socketPath.server.handleUpgrade(request, stream, head, opened)
}

/** The path of a request; clients may put a slash too many between base and path. */
function pathOf(request: IncomingMessage): string {
	const [path = ''] = (request.url ?? '').split('?')
	return path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
}

type Refusal = { request: IncomingMessage; stream: Duplex; error: unknown; onError: OnError }

function refuseUpgrade({ request, stream, error, onError }: Refusal): void {
	const refused = error instanceof TradeError ? error : new TradeError('internal')
	if (refused.code === 'internal') onError(error)
	const problem = toProblem(refused, { instance: pathOf(request), requestId: randomUUID() })
	const body = JSON.stringify(problem)
	const headers = {
		...problemHeaders(refused, problem.status),
		'content-length': String(Buffer.byteLength(body)),
		connection: 'close',
	}
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
	stream.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`)
}
