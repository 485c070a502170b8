import { randomUUID } from 'node:crypto'
import { flashMethods, type JsonRpcCall, JsonRpcPeer, toJsonRpcError } from '@accord/protocol'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import type { WithdrawalScope } from '../../prices/quoting-sessions.ts'
import { closeSocket, isOvertaken, SocketWriter } from '../sockets/socket-writer.ts'
import { DeadManTimer } from './dead-man-timer.ts'
import type { CallContext, CallingSession, StreamName } from './flash-call.ts'
import { type FlashRooms, flashMethodsOf, immediateMethods } from './flash-methods.ts'
import type { MakerTraffic } from './maker-traffic.ts'
import type { Verdict } from './message-rate-limiter.ts'
import { pairOfBookMessage, readPriceBookMessage } from './price-book-reader.ts'

/** The most calls that one batch may hold. */
export const batchMax = 64
const peerLimits = { maxBatch: batchMax, maxPendingRequests: 64, requestTimeoutMs: 10_000 }

type Connection = {
	readonly makerId: string
	readonly socket: WebSocket
	readonly limits: { readonly outgoingBytes: number }
	/** Of all the maker's sessions. */
	readonly traffic: MakerTraffic
	readonly log: Logger
}

/** One connection of a maker: its JSON-RPC peer, and the streams it has started. */
export class FlashSession implements CallingSession {
	readonly id = randomUUID()
	readonly makerId: string
	readonly sentOrders = new Set<string>()
	readonly #rooms: FlashRooms
	readonly #log: Logger
	readonly #socket: WebSocket
	readonly #writer: SocketWriter
	readonly #traffic: MakerTraffic
	readonly #deadMan: DeadManTimer
	readonly #peer: JsonRpcPeer<CallContext>
	readonly #context: CallContext = {
		receivedAtMs: 0,
		count: () => this.#countCall(),
		countLevels: levels => this.#traffic.countLevels(this.#context.receivedAtMs, levels),
	}
	readonly #streams = new Map<StreamName, () => void>()
	/** The call that last set each stream. */
	readonly #setBy = new Map<StreamName, number>()
	#calls = 0
	/** The verdict on the message being handled, which counts as the message's first call. */
	#verdict: Verdict | undefined
	#bookScope: WithdrawalScope = 'session'

	constructor(rooms: FlashRooms, { makerId, socket, limits, traffic, log }: Connection) {
		this.makerId = makerId
		this.#rooms = rooms
		this.#log = log
		this.#socket = socket
		this.#writer = new SocketWriter({ socket, limitBytes: limits.outgoingBytes })
		this.#traffic = traffic
		this.#deadMan = new DeadManTimer({ clock: rooms.clock, onTimeout: () => this.#withdrawBooks() })
		this.#peer = this.#openPeer()
		socket.on('message', data => this.#receive(String(data)))
		socket.on('error', error => log.debug({ error, makerId }, 'flash socket failed'))
		socket.once('close', () => this.#end())
	}

	notify(method: string, params: Record<string, unknown>): void {
		this.#peer.notify(method, params)
	}

	flushed(): Promise<void> {
		return this.#writer.flushed()
	}

	numberCall(): number {
		return ++this.#calls
	}

	setStream(name: StreamName, start: (() => () => void) | undefined, call = this.numberCall()): void {
		if (call < (this.#setBy.get(name) ?? 0)) return
		this.#setBy.set(name, call)
		this.#streams.get(name)?.()
		this.#streams.delete(name)
		if (start !== undefined && this.#socket.readyState === this.#socket.OPEN) this.#streams.set(name, start())
	}

	setDeadManTimer(timeoutMs: number | undefined, scope: WithdrawalScope): void {
		this.#bookScope = scope
		this.#deadMan.set(timeoutMs)
	}

	fail(error: unknown): void {
		if (this.#socket.readyState !== this.#socket.OPEN) return
		const { makerId } = this
		if (!isOvertaken(error)) this.#log.error({ err: error, makerId }, 'flash session failed')
		closeSocket(this.#socket, isOvertaken(error) ? 'slow_consumer' : 'internal')
	}

	#openPeer(): JsonRpcPeer<CallContext> {
		return new JsonRpcPeer<CallContext>({
			send: text => this.#writer.send(text),
			methods: flashMethodsOf(this.#rooms, this),
			readFast: text => this.#readBook(text),
			immediate: immediateMethods,
			context: this.#context,
			limits: peerLimits,
			onRefusedNotification: (method, error) => {
				this.notify(flashMethods.error, { method, ...toJsonRpcError(error, { instance: method }) })
			},
			onInternalError: (method, error) => this.#log.error({ err: error, method }, 'flash method failed'),
		})
	}

	#receive(text: string): void {
		if (this.#socket.readyState !== this.#socket.OPEN) return
		const nowMs = this.#rooms.clock.nowMs()
		this.#deadMan.reset(nowMs)
		this.#log.debug({ makerId: this.makerId, sessionId: this.id, length: text.length }, 'message received')
		const verdict = this.#traffic.takeMessage(nowMs, Buffer.byteLength(text))
		const pair = verdict === 'pass' ? pairOfBookMessage(text, this.#rooms.priceBookRules) : undefined
		const handle = () => this.#handle(text, { nowMs, verdict })
		if (pair !== undefined) this.#traffic.handleNewest(pair, handle)
		else {
			this.#traffic.handleWaiting()
			if (verdict === 'disconnect') closeSocket(this.#socket, 'rate_limited')
			else handle()
		}
	}

	#handle(text: string, { nowMs, verdict }: { nowMs: number; verdict: Verdict }): void {
		this.#context.receivedAtMs = nowMs
		this.#verdict = verdict
		void this.#peer.receive(text)
	}

	/** A book that will be refused is not read: its pair is enough to withdraw the former one. */
	#readBook(text: string): JsonRpcCall | undefined {
		const { priceBookRules } = this.#rooms
		if (this.#verdict !== 'refuse') return readPriceBookMessage(text, priceBookRules)
		const pair = pairOfBookMessage(text, priceBookRules)
		return pair && { method: flashMethods.priceBookChanged, params: { pair } }
	}

	#countCall(): Verdict {
		const verdict = this.#verdict ?? this.#traffic.takeCall(this.#context.receivedAtMs)
		this.#verdict = undefined
		return verdict
	}

	#withdrawBooks(): void {
		const { clock, prices, streams } = this.#rooms
		const { id: sessionId, makerId } = this
		const pairs = prices.makerQuotes.withdraw({ makerId, sessionId, scope: this.#bookScope })
		if (pairs.length === 0) return
		streams.withdrawals.push(makerId, { pairs, reason: 'session_silent', occurredAtMs: clock.nowMs() })
	}

	#end(): void {
		for (const stop of this.#streams.values()) stop()
		this.#streams.clear()
		this.#deadMan.set(undefined)
		this.#traffic.handleWaiting()
		this.#peer.close()
		this.#rooms.prices.makerQuotes.endSession(this.makerId, this.id)
	}
}
