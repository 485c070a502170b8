import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const timeouts = { requestMs: 5_000, answerMs: 8_000 }

/**
 * The HTTP connections of a server, so that none of them can delay its shutdown: Node itself waits for idle connections
 * just as it does for those with a request in progress.
 */
export class OpenConnections {
	readonly #server: Server
	readonly #timeouts: typeof timeouts
	/** Connections without a request in progress. */
	readonly #idle = new Set<Socket>()
	#isEnding = false
	#timers: readonly NodeJS.Timeout[] = []

	/** Tracks every connection from now on. */
	constructor(server: Server, limits: Partial<typeof timeouts> = {}) {
		this.#server = server
		this.#timeouts = { ...timeouts, ...limits }
		server.on('connection', socket => this.#track(socket))
		server.on('request', this.#onRequest)
		server.on('upgrade', ({ socket }) => this.#idle.delete(socket))
	}

	/**
	 * Ends connections without any request immediately, those without a complete request after 5 s, and all others after 8
	 * s. Call `stop` once they have all ended.
	 */
	end(): void {
		this.#isEnding = true
		for (const socket of this.#idle) if (socket.bytesRead === 0) socket.destroy()
		const { requestMs, answerMs } = this.#timeouts
		this.#timers = [
			setTimeout(() => this.#endIdle(), requestMs),
			setTimeout(() => this.#server.closeAllConnections(), answerMs),
		]
	}

	/** Stops the timers of `end`. */
	stop(): void {
		for (const timer of this.#timers) clearTimeout(timer)
	}

	#track(socket: Socket): void {
		this.#idle.add(socket)
		socket.once('close', () => this.#idle.delete(socket))
	}

	readonly #onRequest = ({ socket }: IncomingMessage, response: ServerResponse): void => {
		// The request was answered and the answer sent before this point, as most are: nothing is in progress.
		if (response.writableEnded && response.writableLength === 0 && !this.#isEnding) return
		this.#idle.delete(socket)
		response.once('close', () => {
			if (this.#isEnding) socket.end()
			else if (!socket.destroyed) this.#idle.add(socket)
		})
	}

	#endIdle(): void {
		for (const socket of this.#idle) socket.destroy()
	}
}

const batchMin = 25
const batchesMax = 40
const betweenMs = 100

/**
 * Calls each function, a few at a time, within 4 s, so that clients do not all reconnect to other nodes at the same
 * time.
 */
export async function closeInBatches(
	closers: readonly (() => void)[],
	between: () => Promise<unknown> = () => pause(betweenMs),
): Promise<void> {
	const size = Math.max(batchMin, Math.ceil(closers.length / batchesMax))
	for (let at = 0; at < closers.length; at += size) {
		if (at > 0) await between()
		for (const close of closers.slice(at, at + size)) close()
	}
}
