import { randomUUID } from 'node:crypto'
import { flashMethods, JsonRpcPeer, toJsonRpcError } from '@accord/protocol'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import { closeSocket } from '../close-codes.ts'
import { Outgoing } from '../outgoing.ts'
import { type FlashDeps, flashMethodsOf } from './flash-methods.ts'

const peerLimits = { maxBatch: 64, maxPendingRequests: 64, requestTimeoutMs: 10_000 }

/** When the message being handled was received: taken before any work, since a fill has a deadline. */
export type Receipt = { receivedAtMs: number }

/** One connection of a maker: its conversation, and the streams it has started. */
export class FlashSession {
	readonly id = randomUUID()
	readonly makerId: string
	readonly #deps: FlashDeps
	readonly #log: Logger
	readonly #socket: WebSocket
	readonly #outgoing: Outgoing
	readonly #peer: JsonRpcPeer<Receipt>
	readonly #receipt: Receipt = { receivedAtMs: 0 }
	readonly #streams = new Map<'new_orders' | 'fill_execution', () => void>()

	constructor(deps: FlashDeps, connection: { makerId: string; socket: WebSocket; outgoingBytes: number; log: Logger }) {
		this.makerId = connection.makerId
		this.#deps = deps
		this.#log = connection.log
		this.#socket = connection.socket
		this.#outgoing = new Outgoing({ socket: connection.socket, limitBytes: connection.outgoingBytes })
		this.#peer = this.#converse()
		this.#socket.on('message', data => this.#receive(String(data)))
		this.#socket.on('error', error => this.#log.debug({ error, makerId: this.makerId }, 'flash socket failed'))
		this.#socket.once('close', () => this.#ended())
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
		this.#receipt.receivedAtMs = this.#deps.clock.nowMs()
		void this.#peer.receive(text)
	}

	#ended(): void {
		for (const stop of this.#streams.values()) stop()
		this.#streams.clear()
		this.#peer.close()
		this.#deps.books.endSession(this.makerId, this.id)
	}
}
