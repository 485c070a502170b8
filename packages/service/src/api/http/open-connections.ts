import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const patience = { wholeRequestWithinMs: 5_000, answeredWithinMs: 15_000 }

/**
 * The HTTP connections of a server, so that none of them can hold up its end: Node itself waits for those on which nothing
 * was asked as for those whose request is under way.
 */
export class OpenConnections {
	readonly #server: Server
	readonly #patience: typeof patience
	/** Without a request under way. */
	readonly #waiting = new Set<Socket>()
	#isEnding = false
	#timers: readonly NodeJS.Timeout[] = []

	/** Knows of every connection from now on. */
	constructor(server: Server, limits: Partial<typeof patience> = {}) {
		this.#server = server
		this.#patience = { ...patience, ...limits }
		server.on('connection', socket => this.#wait(socket))
		server.on('request', this.#onRequest)
		server.on('upgrade', ({ socket }) => this.#waiting.delete(socket))
	}

	/**
	 * Ends those on which nothing was asked at once, those that have not asked their whole request 5 s later, and the
	 * others, should they still be there, after 15 s. To be followed by `stop`.
	 */
	end(): void {
		this.#isEnding = true
		for (const socket of this.#waiting) if (socket.bytesRead === 0) socket.destroy()
		const { wholeRequestWithinMs, answeredWithinMs } = this.#patience
		this.#timers = [
			setTimeout(() => this.#endWaiting(), wholeRequestWithinMs),
			setTimeout(() => this.#server.closeAllConnections(), answeredWithinMs),
		]
	}

	/** Once they have all ended. */
	stop(): void {
		for (const timer of this.#timers) clearTimeout(timer)
	}

	#wait(socket: Socket): void {
		this.#waiting.add(socket)
		socket.once('close', () => this.#waiting.delete(socket))
	}

	readonly #onRequest = ({ socket }: IncomingMessage, response: ServerResponse): void => {
		this.#waiting.delete(socket)
		response.once('close', () => {
			if (this.#isEnding) socket.end()
			else if (!socket.destroyed) this.#waiting.add(socket)
		})
	}

	#endWaiting(): void {
		for (const socket of this.#waiting) socket.destroy()
	}
}
