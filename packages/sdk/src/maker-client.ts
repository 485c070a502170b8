import {
	type FillResultWire,
	fillExecutionWire,
	fillResultWire,
	flashMethods,
	formatPriceBook,
	fromProblem,
	type JsonRpcParams,
	JsonRpcPeer,
	newOrderWire,
	type Pair,
	type PriceBook,
	pairKey,
	parseWire,
	platformErrorWire,
	pongWire,
	type StartNewOrdersWire,
	TradeError,
} from '@accord/protocol'
import { WebSocket } from 'ws'
import type { Backoff } from './backoff.ts'
import { type FillExecution, FillExecutionStream } from './fill-execution-stream.ts'
import { type NewOrder, parseNewOrder } from './new-order.ts'
import { ReconnectingSocket, type SocketLike } from './reconnecting-socket.ts'
import { realTime } from './schedule.ts'

export type { FillExecution } from './fill-execution-stream.ts'
export type { NewOrder } from './new-order.ts'

/** What a maker answers to a new order: the signed fill in hex, a plain no, or nothing (it was answered otherwise, or never will be). */
export type NewOrderAnswer = string | 'reject' | undefined

/** Decides an order; called once for each, however often it comes. */
export type NewOrderHandler = (order: NewOrder) => NewOrderAnswer | Promise<NewOrderAnswer>

/** Where the Flash Liquidity API is, and who is told what happens. */
export type MakerClientOptions = {
	/** The Flash Liquidity API, for instance `ws://127.0.0.1:8480/flash`. */
	flashUrl: string
	apiKey: string
	/** Told of every change of the connection. */
	onState?: (state: 'connected' | 'disconnected', detail?: string) => void
	/** Told what came of a fill that a handler's answer gave. */
	onFilled?: (order: NewOrder, result: { subintentId: string } | { error: unknown }) => void
	/** Told what went wrong where no caller waits: a refused notification, a handler that threw. */
	onError?: (error: unknown, about: string) => void
	backoff?: Backoff
	requestTimeoutMs?: number
}

const limits = { maxBatch: 100, maxPendingRequests: 1_000 }
const answersMax = 10_000

/**
 * A market maker's side of the Flash Liquidity API, for Node (a browser cannot send the key). It connects again by itself, says
 * its price books again, and goes on in the fill log where it was.
 */
export class MakerClient {
	readonly #options: MakerClientOptions
	readonly #socket: ReconnectingSocket
	readonly #books = new Map<string, PriceBook>()
	readonly #fillStreams = new Set<FillExecutionStream>()
	readonly #answers = new Map<string, Promise<NewOrderAnswer>>()
	#peer: JsonRpcPeer | undefined
	#newOrders: { handler: NewOrderHandler; params: StartNewOrdersWire } | undefined
	#connected = Promise.withResolvers<void>()

	constructor(options: MakerClientOptions) {
		this.#options = options
		this.#connected.promise.catch(() => undefined)
		this.#socket = new ReconnectingSocket({
			open: () => openWithKey(options.flashUrl, options.apiKey),
			idleMs: 15_000,
			isFatal: error => /Unexpected server response: 40[13]/.test(error.message),
			onFatal: () => this.#fail(new TradeError('unauthorized', 'the service refused the API key')),
			onOpen: () => this.#opened(),
			onText: text => void this.#peer?.receive(text),
			onClose: reason => this.#closed(reason),
			...(options.backoff === undefined ? {} : { backoff: options.backoff }),
		})
	}

	/** Connects; resolves with the first connection. @throws TradeError `unauthorized` when the key is refused */
	connect(): Promise<void> {
		this.#socket.start()
		return this.#connected.promise
	}

	/** Whether orders can arrive now. */
	get isConnected(): boolean {
		return this.#socket.isOpen
	}

	/** Offers a book, in place of the pair's earlier one; kept, and said again after every reconnection. */
	setPriceBook(book: PriceBook): void {
		this.#books.set(pairKey(book.pair), book)
		this.#sendBook(book)
	}

	/** Stops trading a pair. */
	clearPriceBook(pair: Pair): void {
		this.setPriceBook({ pair, bids: [], asks: [] })
	}

	/**
	 * Asks for new orders from now on and answers each with what `handler` gives. An order that comes again after a reconnection
	 * gets the same answer without a second call.
	 */
	onNewOrder(handler: NewOrderHandler, options: { pairs?: readonly Pair[] } = {}): void {
		const params = options.pairs === undefined ? {} : { token_pairs: options.pairs.map(pair => ({ ...pair })) }
		this.#newOrders = { handler, params }
		if (this.#peer !== undefined) this.#startNewOrders(this.#peer)
	}

	/** Fills an order; the answer is the fill's subintent id. The same fill again is safe. @throws TradeError with the reason */
	async fill(orderId: string, signedPartialTransaction: string): Promise<string> {
		const params = { order_id: orderId, signed_partial_transaction: signedPartialTransaction }
		const result: FillResultWire = parseWire(fillResultWire, await this.#request(flashMethods.fill, params))
		return result.success_response.subintent_id
	}

	/** Says no to an order at once. A service that has no such method takes silence for a no, so that is no error here. */
	async reject(orderId: string, reason?: string): Promise<void> {
		const params = { order_id: orderId, ...(reason === undefined ? {} : { reason }) }
		try {
			await this.#request(flashMethods.rejectOrder, params)
		} catch (error) {
			if (!(error instanceof TradeError) || error.code !== 'method_not_found') throw error
		}
	}

	/**
	 * The fill log from number `from` on (1 is the first; absent: only what is new), each entry once and in order, over any number
	 * of reconnections. Until a reading without `from` has seen its first entry, a reconnection may skip some.
	 * @throws TradeError `sequence_ahead` when `from` is beyond the next number
	 */
	async *fillExecutions(
		options: { from?: number; signal?: AbortSignal } = {},
	): AsyncGenerator<FillExecution, void, undefined> {
		const stream: FillExecutionStream = new FillExecutionStream({
			...(options.from === undefined ? {} : { from: options.from }),
			restart: () => this.#startFills(stream),
		})
		const stop = () => stream.end()
		this.#fillStreams.add(stream)
		options.signal?.addEventListener('abort', stop)
		this.#startFills(stream)
		try {
			yield* stream.entries()
		} finally {
			options.signal?.removeEventListener('abort', stop)
			this.#fillStreams.delete(stream)
		}
	}

	/** Asks whether the connection is alive; the answer is the service's clock in milliseconds. */
	async ping(): Promise<number> {
		return parseWire(pongWire, await this.#request(flashMethods.ping)).timestamp_ms
	}

	/** Ends the connection for good. */
	close(): void {
		this.#socket.close()
		for (const stream of this.#fillStreams) stream.end()
	}

	#opened(): void {
		const peer = this.#newPeer()
		this.#peer = peer
		this.#connected.resolve()
		this.#options.onState?.('connected')
		for (const book of this.#books.values()) this.#sendBook(book)
		if (this.#newOrders !== undefined) this.#startNewOrders(peer)
		for (const stream of this.#fillStreams) this.#startFills(stream)
	}

	#closed(reason: string): void {
		const peer = this.#peer
		this.#peer = undefined
		peer?.close()
		if (peer !== undefined) this.#options.onState?.('disconnected', reason)
	}

	#fail(error: TradeError): void {
		this.#connected.reject(error)
		this.#options.onError?.(error, 'connect')
		for (const stream of this.#fillStreams) stream.end(error)
	}

	#newPeer(): JsonRpcPeer {
		return new JsonRpcPeer({
			send: text => {
				this.#socket.send(text)
			},
			context: undefined,
			limits: { ...limits, requestTimeoutMs: this.#options.requestTimeoutMs ?? 15_000 },
			schedule: realTime,
			onRefusedNotification: (method, error) => this.#options.onError?.(error, method),
			onInternalError: (method, error) => this.#options.onError?.(error, method),
			methods: {
				[flashMethods.newOrder]: params => void this.#answer(parseNewOrder(parseWire(newOrderWire, params))),
				[flashMethods.nextFillExecution]: params => this.#fillExecution(params),
				[flashMethods.error]: params => this.#platformError(params),
			},
		})
	}

	#request(method: string, params?: JsonRpcParams): Promise<unknown> {
		return this.#peer === undefined
			? Promise.reject(new TradeError('connection_closed'))
			: this.#peer.request(method, params)
	}

	#sendBook(book: PriceBook): void {
		this.#peer?.notify(flashMethods.priceBookChanged, formatPriceBook(book))
	}

	#startNewOrders(peer: JsonRpcPeer): void {
		peer
			.request(flashMethods.startNewOrders, this.#newOrders?.params ?? {})
			.catch(error => this.#requestFailed(error, flashMethods.startNewOrders))
	}

	#startFills(stream: FillExecutionStream): void {
		const from = stream.next
		const params = { enabled: true, ...(from === undefined ? {} : { historical_starting_point: from }) }
		this.#peer?.request(flashMethods.startFillExecution, params).catch(error => {
			if (error instanceof TradeError && error.code === 'sequence_ahead') stream.end(error)
			else this.#requestFailed(error, flashMethods.startFillExecution)
		})
	}

	/** Without its streams a connection is of no use: another one is tried, unless this one is gone already. */
	#requestFailed(error: unknown, method: string): void {
		if (error instanceof TradeError && error.code === 'connection_closed') return
		this.#options.onError?.(error, method)
		this.#socket.reconnect(`${method} failed`)
	}

	#fillExecution(params: JsonRpcParams | undefined): void {
		const entry = parseWire(fillExecutionWire, params)
		for (const stream of this.#fillStreams) stream.take(entry)
	}

	#platformError(params: JsonRpcParams | undefined): void {
		const { method, message, data } = parseWire(platformErrorWire, params)
		this.#options.onError?.(data === undefined ? new TradeError('internal', message) : fromProblem(data), method)
	}

	async #answer(order: NewOrder): Promise<void> {
		const handler = this.#newOrders?.handler
		if (handler === undefined) return
		const known = this.#answers.get(order.id)
		const answer = known ?? Promise.resolve(order).then(handler)
		if (known === undefined) this.#remember(order.id, answer)
		try {
			const given = await answer
			if (given === 'reject') await this.reject(order.id)
			else if (given !== undefined) await this.#fillAndTell(order, given)
		} catch (error) {
			this.#options.onError?.(error, `order ${order.id}`)
		}
	}

	async #fillAndTell(order: NewOrder, signedPartialTransaction: string): Promise<void> {
		const result = await this.fill(order.id, signedPartialTransaction).then(
			subintentId => ({ subintentId }),
			error => ({ error }),
		)
		this.#options.onFilled?.(order, result)
	}

	#remember(orderId: string, answer: Promise<NewOrderAnswer>): void {
		this.#answers.set(orderId, answer)
		const [oldest] = this.#answers.keys()
		if (oldest !== undefined && this.#answers.size > answersMax) this.#answers.delete(oldest)
	}
}

function openWithKey(url: string, apiKey: string): SocketLike {
	const socket = new WebSocket(url, { headers: { 'SERVICE-API-KEY': apiKey }, maxPayload: 4 * 1024 * 1024 })
	return socket as unknown as SocketLike
}
