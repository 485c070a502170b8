import { type CloseReason, closeCodes, type Schedule, TradeError } from '@accord/protocol'
import { type Backoff, backoffMs, defaultBackoff, retryAfterMs } from './retry.ts'
import { realTime } from './timers.ts'

/** The common part of the browser's WebSocket and the one of the package `ws`; only `ws` has `on` and `terminate`. */
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

/**
 * How a {@link ReconnectingSocket} connects, and its hooks. For each attempt to connect they are called in this order:
 * `open` once, `onOpen` at most once, `onAlive` and `onText` for each message, `onClose` once, `onFatal` at most once; only
 * then does the next attempt begin. Only the result of `open` is awaited. A hook may call any method of the socket. If
 * another hook throws, that becomes an uncaught error of the process or page; the socket itself is not affected.
 */
export type ReconnectingSocketOptions = {
	/** Creates the socket for one attempt. If it throws or rejects, the attempt has failed. */
	readonly open: () => SocketLike | Promise<SocketLike>
	/** The attempt has succeeded: `send` works from now on. */
	readonly onOpen?: () => void
	/** Something has arrived: a message or, where they are visible, a ping. */
	readonly onAlive?: () => void
	/** A text message; binary messages are ignored. */
	readonly onText?: (text: string) => void
	/**
	 * The attempt has ended, whether it succeeded or not. Unless the socket was closed, another one follows after the
	 * backoff, or after the time for which the answer asked.
	 */
	readonly onClose?: (reason: string) => void
	/** The attempt failed with an error that `isFatal` accepts: the socket stays closed until `start`. */
	readonly onFatal?: (error: Error) => void
	/**
	 * Whether to stop trying, for instance after a refused key. A refusal that the service explained is a TradeError. Must
	 * not throw.
	 */
	readonly isFatal?: (error: Error) => boolean
	readonly backoff?: Backoff
	/**
	 * A connection that has received nothing, not even a ping, for this long is considered dead. Ignored where pings are
	 * invisible (browsers).
	 */
	readonly idleMs?: number
	/** The same limit for connections whose pings are invisible: the longest time between two messages. */
	readonly idleMessagesMs?: number
	/** With more unsent bytes than this, `send` refuses; 4 MiB by default. */
	readonly bufferedBytesMax?: number
	readonly random?: () => number
	readonly schedule?: Schedule
}

const OPEN = 1

/**
 * A WebSocket that reconnects on its own. It keeps no state between connections: `send` returns false while none is
 * open, and `onOpen` must repeat whatever the service has to know.
 */
export class ReconnectingSocket {
	readonly #options: ReconnectingSocketOptions
	readonly #schedule: Schedule
	#socket: SocketLike | undefined
	#failures = 0
	#isWanted = false
	#isTrying = false
	/** Counts attempts and their ends, so that late events of an earlier attempt can be recognized. */
	#attempt = 0
	#cancelTimer: () => void = () => undefined

	constructor(options: ReconnectingSocketOptions) {
		this.#options = options
		this.#schedule = options.schedule ?? realTime
	}

	/** Whether `send` has a connection now. */
	get isOpen(): boolean {
		return this.#socket?.readyState === OPEN
	}

	/** Starts connecting; no effect if already started. */
	start(): void {
		if (this.#isWanted) return
		this.#isWanted = true
		void this.#connect()
	}

	/** Sends `text`; false if it was not sent, because no connection is open or too many bytes are waiting. */
	send(text: string): boolean {
		const socket = this.#socket
		if (socket === undefined || socket.readyState !== OPEN) return false
		if (socket.bufferedAmount > (this.#options.bufferedBytesMax ?? 4 * 1024 * 1024)) return false
		socket.send(text)
		return true
	}

	/** Drops the current connection as if the network had failed; the next attempt follows after the backoff. */
	reconnect(reason: string): void {
		const socket = this.#socket
		if (socket === undefined) return
		this.#ended(this.#attempt, new Error(reason))
		discard(socket)
	}

	/** Closes the socket, which stays closed until `start`. */
	close(): void {
		this.#isWanted = false
		this.#cancelTimer()
		const socket = this.#socket
		this.#ended(this.#attempt, new Error('closed'))
		if (socket === undefined) return
		socket.onerror = () => undefined
		socket.close(1000)
	}

	async #connect(): Promise<void> {
		const attempt = ++this.#attempt
		this.#isTrying = true
		try {
			const socket = await this.#options.open()
			if (attempt !== this.#attempt) return discard(socket)
			this.#socket = socket
			this.#listen(socket, attempt)
		} catch (error) {
			this.#failed(attempt, error instanceof Error ? error : new Error(String(error)))
		}
	}

	#listen(socket: SocketLike, attempt: number): void {
		const alive = () => {
			if (attempt !== this.#attempt) return
			this.#failures = 0
			this.#watch(attempt)
			call(() => this.#options.onAlive?.())
		}
		socket.onopen = () => {
			if (attempt !== this.#attempt) return
			this.#watch(attempt)
			call(() => this.#options.onOpen?.())
		}
		socket.onmessage = ({ data }: { data: unknown }) => {
			if (attempt !== this.#attempt) return
			alive()
			if (typeof data === 'string') call(() => this.#options.onText?.(data))
		}
		socket.onerror = (event: { error?: unknown; message?: string }) => {
			const error = event.error instanceof Error ? event.error : new Error(event.message ?? 'the connection failed')
			this.#failed(attempt, error)
		}
		socket.onclose = (event: { code?: number; reason?: string }) => this.#failed(attempt, closeError(event))
		socket.on?.('ping', alive)
	}

	#watch(attempt: number): void {
		const idleMs = this.#socket?.on === undefined ? this.#options.idleMessagesMs : this.#options.idleMs
		if (idleMs === undefined || attempt !== this.#attempt) return
		this.#cancelTimer()
		this.#cancelTimer = this.#schedule(idleMs, () => this.reconnect(`received nothing for ${idleMs} ms`))
	}

	#failed(attempt: number, error: Error): void {
		if (attempt !== this.#attempt) return
		const isFatal = this.#options.isFatal?.(error) === true
		if (isFatal) this.#isWanted = false
		this.#ended(attempt, error)
		if (isFatal) call(() => this.#options.onFatal?.(error))
	}

	#ended(attempt: number, reason: Error): void {
		if (attempt !== this.#attempt || !this.#isTrying) return
		this.#attempt++
		this.#isTrying = false
		this.#socket = undefined
		this.#cancelTimer()
		call(() => this.#options.onClose?.(reason.message))
		if (!this.#isWanted || this.#isTrying) return
		const { backoff = defaultBackoff, random = Math.random } = this.#options
		const pauseMs = retryAfterMs(reason) ?? backoffMs(backoff, this.#failures++, random)
		this.#cancelTimer = this.#schedule(pauseMs, () => void this.#connect())
	}
}

/** Keeps a hook that throws from affecting the socket. */
function call(hook: () => void): void {
	try {
		hook()
	} catch (error) {
		queueMicrotask(() => {
			throw error
		})
	}
}

/** The reason for a close: the service's own close codes correspond to errors in the error table. */
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
