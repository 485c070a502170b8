import type { IncomingMessage } from 'node:http'
import { type Clock, TradeError } from '@accord/protocol'
import type { Logger } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Heartbeat } from '../sockets/heartbeat.ts'
import type { NumberedStream } from '../sockets/numbered-stream.ts'
import { closeSocket, SocketWriter } from '../sockets/socket-writer.ts'
import type { SocketPath } from '../sockets/upgrades.ts'
import type { BundleMessage } from './bundle-message.ts'
import { EventSession, type SolverLog } from './event-session.ts'
import { readSolverQuery, type SolverQuery } from './solver-query.ts'

/** What solvers send is ignored; a message larger than this closes the connection, so that nothing is held for it. */
export const solverIncomingBytesMax = 4096
/** Solvers that may be connected at once, to one node. */
export const solverConnectionsMax = 1024

export type SolverSocketsDeps = {
	readonly clock: Clock
	/** The specification's stream. */
	readonly bundles: NumberedStream<BundleMessage>
	readonly events: SolverLog
	readonly heartbeat: Heartbeat
	readonly limits: { readonly outgoingBytes: number }
	/** Instead of {@link solverConnectionsMax}. */
	readonly connectionsMax?: number
	/** Told of each connection that has ended. */
	readonly closed?: (code: number) => void
	readonly log: Logger
}

/** The Solver API: everybody who connects gets the bundles still open, then each new one. */
export class SolverSockets implements SocketPath {
	readonly server = new WebSocketServer({
		noServer: true,
		maxPayload: solverIncomingBytesMax,
		perMessageDeflate: false,
	})
	readonly #deps: SolverSocketsDeps
	#isClosing = false

	constructor(deps: SolverSocketsDeps) {
		this.#deps = deps
	}

	async admit(request: IncomingMessage): Promise<(socket: WebSocket) => void> {
		const query = readSolverQuery(request)
		if (this.#isClosing) throw new TradeError('shutting_down')
		const { connectionsMax = solverConnectionsMax } = this.#deps
		if (this.server.clients.size >= connectionsMax) throw new TradeError('busy', 'too many solvers are connected')
		await this.#requireReached(query)
		return socket => this.#open(socket, query)
	}

	/** Closes every connection; none is opened any more. */
	close(): void {
		this.#isClosing = true
		for (const socket of this.server.clients) closeSocket(socket, 'shutting_down')
		this.server.close()
	}

	async #requireReached({ since = 0 }: SolverQuery): Promise<void> {
		if (since === 0) return
		const last = await this.#deps.events.lastNumber()
		if (since > last) throw new TradeError('sequence_ahead', `the stream has come to ${last}, found since=${since}`)
	}

	#open(socket: WebSocket, query: SolverQuery): void {
		const { heartbeat, limits, log, closed } = this.#deps
		log.info('solver connected')
		socket.once('close', code => {
			closed?.(code)
			log.info({ code }, 'solver disconnected')
		})
		const outgoing = new SocketWriter({ socket, limitBytes: limits.outgoingBytes })
		heartbeat.watch(socket)
		socket.on('error', error => log.debug({ err: error }, 'solver socket failed'))
		const failed = (error: unknown) => {
			log.error({ err: error }, 'a solver cannot be sent its bundles')
			closeSocket(socket, 'internal')
		}
		const sent = { outgoing, failed }
		socket.once('close', query.events ? this.#sendEvents(sent, query) : this.#sendBundles(sent, query))
	}

	#sendBundles({ outgoing, failed }: Sent, { since = 0 }: SolverQuery): () => void {
		const subscriber = {
			push: ({ message }: BundleMessage) => outgoing.send(message),
			flushed: () => outgoing.flushed(),
			isFilling: () => outgoing.isFilling,
			failed,
		}
		return this.#deps.bundles.subscribe(subscriber, since)
	}

	#sendEvents(sent: Sent, { since }: SolverQuery): () => void {
		const { clock, events } = this.#deps
		const session = new EventSession({ ...sent, clock, log: events })
		session.start(since)
		return () => session.end()
	}
}

type Sent = { readonly outgoing: SocketWriter; readonly failed: (error: unknown) => void }
