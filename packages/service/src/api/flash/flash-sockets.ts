import type { IncomingMessage } from 'node:http'
import { TradeError } from '@accord/protocol'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import type { Authenticated } from '../../accounts/api-keys.ts'
import { type Authenticate, authenticateRequest } from '../http/api-key.ts'
import { Places } from '../http/places.ts'
import type { Heartbeat } from '../sockets/heartbeat.ts'
import { PathSockets } from '../sockets/path-sockets.ts'
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
	readonly sockets: PathSockets
	readonly #deps: FlashSocketsDeps
	/** By maker. */
	readonly #sessions = new Places({ perHolder: sessionsPerMakerMax })

	constructor(deps: FlashSocketsDeps) {
		this.#deps = deps
		this.sockets = new PathSockets(deps.limits)
	}

	async admit(request: IncomingMessage): Promise<(socket: WebSocket) => void> {
		const maker = await authenticateRequest(this.#deps.authenticate, request.headers)
		this.sockets.requireOpen()
		if (!this.#sessions.take(maker.makerId, request.socket)) {
			throw new TradeError('busy', `a maker may have ${sessionsPerMakerMax} sessions open`)
		}
		return socket => this.#open(socket, maker)
	}

	/** The number of sessions that the maker has open. */
	sessionsOf(makerId: string): number {
		return this.#sessions.heldBy(makerId)
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
