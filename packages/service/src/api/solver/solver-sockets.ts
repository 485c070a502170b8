import type { IncomingMessage } from 'node:http'
import { type Clock, parseWire, solverQueryWire, TradeError } from '@accord/protocol'
import type { Logger } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Heartbeat } from '../sockets/heartbeat.ts'
import type { NumberedStream } from '../sockets/numbered-stream.ts'
import { closeSocket, SocketWriter } from '../sockets/socket-writer.ts'
import type { SocketPath } from '../sockets/upgrades.ts'
import { EventSession, type SolverLog } from './event-session.ts'
import type { BundleMessage } from './solver-messages.ts'

/** What solvers send is ignored; a larger message than this closes the connection, so that none is buffered. */
export const solverIncomingBytesMax = 4096
/** Solvers that may be connected to one node. */
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
	/** Called with the close code of each connection that has ended. */
	readonly onClosed?: (code: number) => void
	readonly log: Logger
}

/** The Solver API: every solver that connects gets the bundles that are still open, then each new one. */
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
		const query = readQuery(request)
		if (this.#isClosing) throw new TradeError('shutting_down')
		const { connectionsMax = solverConnectionsMax } = this.#deps
		if (this.server.clients.size >= connectionsMax) throw new TradeError('busy', 'too many solvers are connected')
		await this.#requireReached(query)
		return socket => this.#open(socket, query)
	}

	/** Closes every connection and refuses new ones. */
	close(): void {
		this.#isClosing = true
		for (const socket of this.server.clients) closeSocket(socket, 'shutting_down')
		this.server.close()
	}

	async #requireReached({ since = 0 }: SolverQuery): Promise<void> {
		if (since === 0) return
		const last = await this.#deps.events.lastNumber()
		if (since > last) throw new TradeError('sequence_ahead', `the stream ends at ${last}, found since=${since}`)
	}

	#open(socket: WebSocket, query: SolverQuery): void {
		const { heartbeat, limits, log, onClosed } = this.#deps
		log.info('solver connected')
		socket.once('close', code => {
			onClosed?.(code)
			log.info({ code }, 'solver disconnected')
		})
		const writer = new SocketWriter({ socket, limitBytes: limits.outgoingBytes })
		heartbeat.watch(socket)
		socket.on('error', error => log.debug({ err: error }, 'solver socket failed'))
		const failed = (error: unknown) => {
			log.error({ err: error }, 'bundles could not be sent to a solver')
			closeSocket(socket, 'internal')
		}
		const recipient = { writer, failed }
		socket.once('close', query.events ? this.#sendEvents(recipient, query) : this.#sendBundles(recipient, query))
	}

	#sendBundles({ writer, failed }: Recipient, { since = 0 }: SolverQuery): () => void {
		const subscriber = {
			push: ({ message }: BundleMessage) => writer.send(message),
			flushed: () => writer.flushed(),
			isFilling: () => writer.isFilling,
			failed,
		}
		return this.#deps.bundles.subscribe(subscriber, since)
	}

	#sendEvents(recipient: Recipient, { since }: SolverQuery): () => void {
		const { clock, events } = this.#deps
		const session = new EventSession({ ...recipient, clock, log: events })
		session.start(since)
		return () => session.end()
	}
}

type Recipient = { readonly writer: SocketWriter; readonly failed: (error: unknown) => void }

/** What a solver requests when it connects. */
type SolverQuery = {
	/** Only what comes after this entry of the log. */
	readonly since?: number
	/** Whether withdrawals and cursors are sent too. */
	readonly events: boolean
}

/** @throws TradeError `validation_failed` */
function readQuery({ url = '' }: IncomingMessage): SolverQuery {
	const [, query = ''] = url.split('?', 2)
	const { since, events } = parseWire(solverQueryWire, Object.fromEntries(new URLSearchParams(query)))
	return { ...(since === undefined ? {} : { since: readCursor(since) }), events: events === '1' }
}

function readCursor(text: string): number {
	if (/^\d{1,15}$/.test(text)) return Number(text)
	const item = { pointer: '/since', expected: 'a cursor of this stream', found: text }
	throw TradeError.fromViolations([{ code: 'validation_failed', item }])
}
