import { TradeError } from '@accord/protocol'
import type { Logger } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import type { SocketPath } from '../accept-upgrades.ts'
import { closeSocket } from '../close-codes.ts'
import type { Heartbeat } from '../heartbeat.ts'
import type { NumberedStream } from '../numbered-stream.ts'
import { Outgoing } from '../outgoing.ts'
import type { BundleMessage } from './bundle-message.ts'

/** What solvers send is ignored; a message larger than this closes the connection, so that nothing is held for it. */
const incomingBytesMax = 4096
const connectionsMax = 1024

export type SolverSocketsDeps = {
	readonly bundles: NumberedStream<BundleMessage>
	readonly heartbeat: Heartbeat
	readonly limits: { readonly outgoingBytes: number }
	readonly log: Logger
}

/** The Solver API: everybody who connects gets the bundles still open, then each new one. */
export class SolverSockets implements SocketPath {
	readonly server = new WebSocketServer({ noServer: true, maxPayload: incomingBytesMax, perMessageDeflate: false })
	readonly #deps: SolverSocketsDeps

	constructor(deps: SolverSocketsDeps) {
		this.#deps = deps
	}

	async admit(): Promise<(socket: WebSocket) => void> {
		if (this.server.clients.size >= connectionsMax) throw new TradeError('busy', 'too many solvers are connected')
		return socket => this.#open(socket)
	}

	/** Closes every connection. */
	close(): void {
		for (const socket of this.server.clients) closeSocket(socket, 'shutting_down')
		this.server.close()
	}

	#open(socket: WebSocket): void {
		const { bundles, heartbeat, limits, log } = this.#deps
		const outgoing = new Outgoing({ socket, limitBytes: limits.outgoingBytes })
		heartbeat.watch(socket)
		const subscriber = {
			push: ({ message }: BundleMessage) => outgoing.send(message),
			flushed: () => outgoing.flushed(),
			failed: () => closeSocket(socket, 'internal'),
		}
		socket.once('close', bundles.subscribe(subscriber, 0))
		socket.on('error', error => log.debug({ err: error }, 'solver socket failed'))
	}
}
