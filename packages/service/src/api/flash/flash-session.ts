import { randomUUID } from 'node:crypto'
import { flashMethods, JsonRpcPeer, toJsonRpcError } from '@accord/protocol'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import type { BookScope } from '../../prices/quoting-sessions.ts'
import { closeSocket, SocketWriter } from '../sockets/socket-writer.ts'
import { DeadManTimer } from './dead-man-timer.ts'
import { type FlashDeps, flashMethodsOf } from './flash-methods.ts'
import { MessageGate, type Verdict } from './message-gate.ts'

/** Calls that one batch may hold. */
export const batchMax = 64
const peerLimits = { maxBatch: batchMax, maxPendingRequests: 64, requestTimeoutMs: 10_000 }

/** What a call needs to know of the message that it came in. */
export type Receipt = {
	/** Taken before any work, since a fill has a deadline. */
	receivedAtMs: number
	/** Counts one call against the session's limit. */
	count(): Verdict
}

type Connection = {
	readonly makerId: string
	readonly socket: WebSocket
	readonly limits: { readonly outgoingBytes: number; readonly messagesPerSecond: number }
	readonly log: Logger
}

/** One connection of a maker: its conversation, and the streams it has started. */
export class FlashSession {
	readonly id = randomUUID()
	readonly makerId: string
	readonly #deps: FlashDeps
	readonly #log: Logger
	readonly #socket: WebSocket
	readonly #outgoing: SocketWriter
	readonly #gate: MessageGate
	readonly #deadMan: DeadManTimer
	readonly #peer: JsonRpcPeer<Receipt>
	readonly #receipt: Receipt = { receivedAtMs: 0, count: () => this.#countCall() }
	readonly #streams = new Map<'new_orders' | 'fill_execution', () => void>()
	/** Of the message being handled: it counts as its first call. */
	#verdict: Verdict | undefined
	#bookScope: BookScope = 'session'

	constructor(deps: FlashDeps, { makerId, socket, limits, log }: Connection) {
		this.makerId = makerId
		this.#deps = deps
		this.#log = log
		this.#socket = socket
		this.#outgoing = new SocketWriter({ socket, limitBytes: limits.outgoingBytes })
		this.#gate = new MessageGate({ perSecond: limits.messagesPerSecond })
		this.#deadMan = new DeadManTimer({ clock: deps.clock, ran: () => this.#silent() })
		this.#peer = this.#converse()
		socket.on('message', data => this.#receive(String(data)))
		socket.on('error', error => log.debug({ error, makerId }, 'flash socket failed'))
		socket.once('close', () => this.#ended())
	}

	/** Sends a notification. */
	notify(method: string, params: Record<string, unknown>): void {
		this.#peer.notify(method, params)
	}

	/** Resolves when what was sent has left. */
	flushed(): Promise<void> {
		return this.#outgoing.flushed()
	}

	/** Puts a stream in the place of the one of this name that the session had, or of none. */
	setStream(name: 'new_orders' | 'fill_execution', start: (() => () => void) | undefined): void {
		this.#streams.get(name)?.()
		this.#streams.delete(name)
		if (start !== undefined && this.#socket.readyState === this.#socket.OPEN) this.#streams.set(name, start())
	}

	/** Withdraws books when the session sends nothing for so long; undefined ends that. */
	setDeadManTimer(patienceMs: number | undefined, scope: BookScope): void {
		this.#bookScope = scope
		this.#deadMan.set(patienceMs)
	}

	/** Ends the session because the service itself failed. */
	fail(error: unknown): void {
		this.#log.error({ err: error, makerId: this.makerId }, 'flash session failed')
		closeSocket(this.#socket, 'internal')
	}

	#converse(): JsonRpcPeer<Receipt> {
		return new JsonRpcPeer<Receipt>({
			send: text => this.#outgoing.send(text),
			methods: flashMethodsOf(this.#deps, this),
			context: this.#receipt,
			limits: peerLimits,
			onRefusedNotification: (method, error) => {
				this.notify(flashMethods.error, { method, ...toJsonRpcError(error, { instance: method }) })
			},
			onInternalError: (method, error) => this.#log.error({ err: error, method }, 'flash method failed'),
		})
	}

	#receive(text: string): void {
		if (this.#socket.readyState !== this.#socket.OPEN) return
		const nowMs = this.#deps.clock.nowMs()
		this.#receipt.receivedAtMs = nowMs
		this.#deadMan.heard(nowMs)
		this.#log.debug({ makerId: this.makerId, sessionId: this.id, length: text.length }, 'message received')
		this.#verdict = this.#gate.take(nowMs)
		if (this.#verdict === 'cut') closeSocket(this.#socket, 'rate_limited')
		else void this.#peer.receive(text)
	}

	#countCall(): Verdict {
		const verdict = this.#verdict ?? this.#gate.take(this.#receipt.receivedAtMs)
		this.#verdict = undefined
		return verdict
	}

	#silent(): void {
		this.#deps.books.withdraw({ makerId: this.makerId, sessionId: this.id, scope: this.#bookScope })
	}

	#ended(): void {
		for (const stop of this.#streams.values()) stop()
		this.#streams.clear()
		this.#deadMan.set(undefined)
		this.#peer.close()
		this.#deps.books.endSession(this.makerId, this.id)
	}
}
