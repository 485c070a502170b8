import { closeCodes, TradeError } from '@accord/protocol'
import { WebSocketServer } from 'ws'
import { counter } from '../../metrics/metrics.ts'
import { closeSocket } from './socket-writer.ts'

/** Every way in which a WebSocket is closed, by the service or by its client. */
export const socketsClosed = counter(
	'accord_sockets_closed_total',
	'WebSockets closed, by code',
	['interface', 'code'],
	['flash', 'solver'].flatMap(name => [1000, 1005, 1006, ...Object.values(closeCodes)].map(code => `${name} ${code}`)),
)

/** The open sockets of a path, which are closed together. */
export class PathSockets {
	readonly server: WebSocketServer
	#isClosing = false

	/** A larger message than this closes its socket. */
	constructor({ messageBytes }: { readonly messageBytes: number }) {
		this.server = new WebSocketServer({ noServer: true, maxPayload: messageBytes, perMessageDeflate: false })
	}

	get size(): number {
		return this.server.clients.size
	}

	/** @throws TradeError `shutting_down` once new sockets are refused */
	requireOpen(): void {
		if (this.#isClosing) throw new TradeError('shutting_down')
	}

	/** Closes every socket, because its numbers belong to an incarnation that has ended. */
	restart(): void {
		for (const socket of this.server.clients) closeSocket(socket, 'log_restarted')
	}

	/** Refuses new sockets from now on; each of the returned functions closes one. */
	drain(): (() => void)[] {
		this.#isClosing = true
		return Array.from(this.server.clients, socket => () => closeSocket(socket, 'shutting_down'))
	}

	/** Closes every remaining socket and refuses new ones. */
	close(): void {
		for (const close of this.drain()) close()
		this.server.close()
	}
}
