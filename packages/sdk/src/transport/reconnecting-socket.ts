import { type CloseReason, closeCodes, type Schedule, TradeError } from '@accord/protocol'
import { type Backoff, backoffMs, defaultBackoff } from './retry.ts'
import { realTime } from './timers.ts'

/** What the browser's WebSocket and the one of the package `ws` have in common; `on` and `terminate` are there with `ws` only. */
export type SocketLike = {
	readonly readyState: number
	readonly bufferedAmount: number
	send(text: string): void
	close(code?: number, reason?: string): void
	terminate?(): void
	on?(event: 'ping', listener: () => void): unknown
	onopen: unknown
	onmessage: unknown
	onclose: unknown
	onerror: unknown
}

/** How a {@link ReconnectingSocket} connects, and who is told what happens. */
export type ReconnectingSocketOptions = {
	/** Makes a new socket; called for every try. */
	open: () => SocketLike | Promise<SocketLike>
	onOpen?: () => void
	onText?: (text: string) => void
	onClose?: (reason: string) => void
	/** Called once when a try failed in a way that no further try can mend (see `isFatal`); it is closed then, until `start`. */
	onFatal?: (error: Error) => void
	/** Tells whether a refusal, or the reason of a close, is final: a refused key, for instance. It is a TradeError where the service said why. */
	isFatal?: (error: Error) => boolean
	backoff?: Backoff
	/** A socket on which nothing, not even a ping, came for so long is dead. Watched only where pings can be seen (not in browsers). */
	idleMs?: number
	/** The same for sockets that do not show pings, where messages come often enough. */
	idleMessagesMs?: number
	/** More unsent bytes than this: `send` refuses. */
	bufferedBytesMax?: number
	random?: () => number
	schedule?: Schedule
}

const OPEN = 1

/**
 * A WebSocket that comes back by itself. Between two connections nothing is kept: `send` answers false while there is no open
 * socket, and whoever uses it says again on `onOpen` what must be said.
 */
export class ReconnectingSocket {
	readonly #options: ReconnectingSocketOptions
	readonly #schedule: Schedule
	#socket: SocketLike | undefined
	#attempt = 0
	#wanted = false
	#generation = 0
	#cancelTimer: () => void = () => undefined

	constructor(options: ReconnectingSocketOptions) {
		this.#options = options
		this.#schedule = options.schedule ?? realTime
	}

	/** Whether `send` has a connection now. */
	get isOpen(): boolean {
		return this.#socket?.readyState === OPEN
	}

	/** Begins to connect; once is enough, until it is closed. */
	start(): void {
		if (this.#wanted) return
		this.#wanted = true
		void this.#connect()
	}

	/** Sends `text`; false means it was not sent, because there is no open connection or too much waits to be sent already. */
	send(text: string): boolean {
		const socket = this.#socket
		if (socket === undefined || socket.readyState !== OPEN) return false
		if (socket.bufferedAmount > (this.#options.bufferedBytesMax ?? 4 * 1024 * 1024)) return false
		socket.send(text)
		return true
	}

	/** Drops the present connection, as if the network had failed; the next one follows after the usual pause. */
	reconnect(reason: string): void {
		const socket = this.#socket
		if (socket === undefined) return
		this.#ended(this.#generation, reason)
		discard(socket)
	}

	/** Closes; it stays closed until `start`. */
	close(): void {
		this.#wanted = false
		this.#cancelTimer()
		const socket = this.#socket
		if (socket === undefined) return
		this.#ended(this.#generation, 'closed')
		socket.onerror = () => undefined
		socket.close(1000)
	}

	async #connect(): Promise<void> {
		const generation = ++this.#generation
		try {
			const socket = await this.#options.open()
			if (!this.#wanted) return discard(socket)
			this.#socket = socket
			this.#listen(socket, generation)
		} catch (error) {
			this.#failed(generation, error instanceof Error ? error : new Error(String(error)))
		}
	}

	#listen(socket: SocketLike, generation: number): void {
		const alive = () => {
			this.#attempt = 0
			this.#watch(generation)
		}
		socket.onopen = () => {
			if (generation !== this.#generation) return
			this.#watch(generation)
			this.#options.onOpen?.()
		}
		socket.onmessage = (event: { data: unknown }) => {
			if (generation !== this.#generation) return
			alive()
			if (typeof event.data === 'string') this.#options.onText?.(event.data)
		}
		socket.onerror = (event: { error?: unknown; message?: string }) => {
			const error = event.error instanceof Error ? event.error : new Error(event.message ?? 'the connection failed')
			this.#failed(generation, error)
		}
		socket.onclose = (event: { code?: number; reason?: string }) => this.#failed(generation, closeError(event))
		socket.on?.('ping', alive)
	}

	#watch(generation: number): void {
		const idleMs = this.#socket?.on === undefined ? this.#options.idleMessagesMs : this.#options.idleMs
		if (idleMs === undefined || generation !== this.#generation) return
		this.#cancelTimer()
		this.#cancelTimer = this.#schedule(idleMs, () => this.reconnect(`nothing came for ${idleMs} ms`))
	}

	#failed(generation: number, error: Error): void {
		if (generation !== this.#generation) return
		if (this.#options.isFatal?.(error) === true) {
			this.#wanted = false
			this.#options.onFatal?.(error)
		}
		this.#ended(generation, error.message)
	}

	#ended(generation: number, reason: string): void {
		if (generation !== this.#generation) return
		this.#generation++
		this.#socket = undefined
		this.#cancelTimer()
		this.#options.onClose?.(reason)
		if (!this.#wanted) return
		const pauseMs = backoffMs(
			this.#options.backoff ?? defaultBackoff,
			this.#attempt++,
			this.#options.random ?? Math.random,
		)
		this.#cancelTimer = this.#schedule(pauseMs, () => void this.#connect())
	}
}

/** What a close says: the service's own codes are errors of the one table. */
function closeError({ code, reason }: { code?: number; reason?: string }): Error {
	const known = reasons.get(code)
	return known === undefined ? new Error(reason || `closed with code ${code ?? 'unknown'}`) : new TradeError(known)
}

const reasons = new Map<number | undefined, CloseReason>(
	Object.entries(closeCodes).map(([reason, code]) => [code, reason as CloseReason]),
)

function discard(socket: SocketLike): void {
	socket.onerror = () => undefined
	if (socket.terminate !== undefined) socket.terminate()
	else socket.close()
}
