import type { IncomingMessage } from 'node:http'
import { TradeError } from '@accord/protocol'
import type { Logger } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Authenticated } from '../../accounts/api-keys.ts'
import { type Authenticate, authenticateRequest } from '../http/api-key.ts'
import { Places } from '../http/places.ts'
import type { Heartbeat } from '../sockets/heartbeat.ts'
import { closeSocket } from '../sockets/socket-writer.ts'
import type { SocketPath } from '../sockets/upgrades.ts'
import type { FlashDeps } from './flash-methods.ts'
import { FlashSession } from './flash-session.ts'
import type { KeyWatch } from './key-watch.ts'

/** Sessions that a maker may have open at one node. */
export const sessionsPerMakerMax = 64

export type FlashSocketsDeps = FlashDeps & {
	readonly authenticate: Authenticate
	readonly keys: Pick<KeyWatch, 'watch'>
	readonly heartbeat: Heartbeat
	readonly limits: { readonly messageBytes: number; readonly outgoingBytes: number; readonly messagesPerSecond: number }
	/** Called with the close code of each session that has ended. */
	readonly onClosed?: (code: number) => void
	readonly log: Logger
}

/** The Flash Liquidity API's sockets: admits requests with a valid key, and opens a session for each connection. */
export class FlashSockets implements SocketPath {
	readonly server: WebSocketServer
	readonly #deps: FlashSocketsDeps
	/** By maker. */
	readonly #sessions = new Places({ perHolder: sessionsPerMakerMax })
	#isClosing = false

	constructor(deps: FlashSocketsDeps) {
		this.#deps = deps
		this.server = new WebSocketServer({
			noServer: true,
			maxPayload: deps.limits.messageBytes,
			perMessageDeflate: false,
		})
	}

	async admit(request: IncomingMessage): Promise<(socket: WebSocket) => void> {
		const maker = await authenticateRequest(this.#deps.authenticate, request.headers)
		if (this.#isClosing) throw new TradeError('shutting_down')
		if (!this.#sessions.take(maker.makerId, request.socket)) {
			throw new TradeError('busy', `a maker may have ${sessionsPerMakerMax} sessions open`)
		}
		return socket => this.#open(socket, maker)
	}

	/** The number of sessions that the maker has open. */
	sessionsOf(makerId: string): number {
		return this.#sessions.heldBy(makerId)
	}

	/** Closes every session, because its numbers belong to an incarnation that is over. */
	restart(): void {
		for (const socket of this.server.clients) closeSocket(socket, 'log_restarted')
	}

	/** Refuses new ones from now on; each of the functions closes a session. */
	drain(): (() => void)[] {
		this.#isClosing = true
		return Array.from(this.server.clients, socket => () => closeSocket(socket, 'shutting_down'))
	}

	/** Closes every session that is left and refuses new ones. */
	close(): void {
		for (const close of this.drain()) close()
		this.server.close()
	}

	#open(socket: WebSocket, { makerId, keyId }: Authenticated): void {
		const { heartbeat, keys, limits, log, onClosed } = this.#deps
		log.info({ makerId, keyId }, 'maker session opened')
		socket.once('close', code => {
			onClosed?.(code)
			log.info({ makerId, keyId, code }, 'maker session closed')
		})
		socket.once(
			'close',
			keys.watch(keyId, () => closeSocket(socket, 'unauthorized')),
		)
		heartbeat.watch(socket)
		new FlashSession(this.#deps, { makerId, socket, limits, log })
	}
}
