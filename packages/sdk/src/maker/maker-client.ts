import {
	type BreakerChangedWire,
	breakerChangedWire,
	type CancelAllPriceBooksWire,
	errorTable,
	type FillResultWire,
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
	priceBooksCancelledWire,
	type StartNewOrdersWire,
	TradeError,
} from '@accord/protocol'
import { type Deferred, deferred } from '../transport/deferred.ts'
import { openSocket } from '../transport/open-socket-node.ts'
import { ReconnectingSocket } from '../transport/reconnecting-socket.ts'
import type { Backoff } from '../transport/retry.ts'
import { pause, realTime } from '../transport/timers.ts'
import type { FillExecution } from './fill-execution-stream.ts'
import { FillExecutionStreams } from './fill-execution-streams.ts'
import { MakerApi } from './maker-api.ts'
import { formatNewOrdersOptions, type NewOrder, type NewOrdersOptions, parseNewOrder } from './new-order.ts'
import { NewOrderAnswers, type NewOrderHandler } from './new-order-answers.ts'

export type { FillExecution } from './fill-execution-stream.ts'
export type { NewOrder, NewOrdersOptions } from './new-order.ts'
export type { NewOrderAnswer, NewOrderHandler } from './new-order-answers.ts'

/** Where the Flash Liquidity API is, and who is told what happens. */
export type MakerClientOptions = {
	/** The Flash Liquidity API, for instance `ws://127.0.0.1:8480/flash`. */
	flashUrl: string
	apiKey: string
	/** The Trade API, for `api`; absent: where `flashUrl` is, without its `/flash`. */
	baseUrl?: string
	/** Told of every change of the connection. */
	onState?: (state: 'connected' | 'disconnected', detail?: string) => void
	/** Told what came of a fill that a handler's answer gave. */
	onFilled?: (order: NewOrder, result: { subintentId: string } | { error: unknown }) => void
	/** Told when the circuit breaker pauses the books or lets them count again. After a reconnection, `api.stats()` says what holds. */
	onBreaker?: (change: BreakerChangedWire) => void
	/** Told what went wrong where no caller waits: a refused notification, a handler that threw. */
	onError?: (error: unknown, about: string) => void
	backoff?: Backoff
	requestTimeoutMs?: number
}

const limits = { maxBatch: 100, maxPendingRequests: 1_000 }

/**
 * A market maker's side of the Flash Liquidity API, for Node (a browser cannot send the key). It connects again by itself, says
 * its price books again, gives its answers again, and goes on in the fill log where it was.
 */
export class MakerClient {
	/** What the service sees of this maker, and pausing it. */
	readonly api: MakerApi
	readonly #options: MakerClientOptions
	readonly #socket: ReconnectingSocket
	readonly #books = new Map<string, PriceBook>()
	readonly #fills: FillExecutionStreams
	readonly #answers: NewOrderAnswers
	#peer: JsonRpcPeer | undefined
	#newOrders: { handler: NewOrderHandler; params: StartNewOrdersWire } | undefined
	#connected: Deferred<void> = unheard()
	#pings: ReturnType<typeof setInterval> | undefined

	constructor(options: MakerClientOptions) {
		this.#options = options
		const { flashUrl, apiKey, baseUrl = flashUrl.replace(/^ws/, 'http').replace(/\/flash\/*$/, '') } = options
		this.api = new MakerApi({ baseUrl, apiKey })
		this.#answers = new NewOrderAnswers({
			fill: (orderId, signed) => this.fill(orderId, signed),
			reject: orderId => this.reject(orderId),
			connected: withinMs => Promise.race([this.#connected.promise, pause(withinMs)]),
			onFilled: options.onFilled,
			onError: options.onError,
		})
		this.#fills = new FillExecutionStreams({
			request: (method, params) => this.#request(method, params),
			failed: (error, method) => this.#requestFailed(error, method),
		})
		this.#socket = new ReconnectingSocket({
			open: () => openSocket(flashUrl, { 'SERVICE-API-KEY': apiKey }),
			idleMs: 15_000,
			isFatal: error => error instanceof TradeError && error.code === 'unauthorized',
			onFatal: error => this.#fail(error),
			onOpen: () => this.#opened(),
			onText: text => void this.#peer?.receive(text),
			onClose: reason => this.#closed(reason),
			...(options.backoff === undefined ? {} : { backoff: options.backoff }),
		})
	}

	/** Connects; resolves when there is a connection. @throws TradeError `unauthorized` when the key is refused */
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
	 * Withdraws the maker's books of these pairs, or all, whichever session set them; gives how many there were. They are not
	 * said again after a reconnection, whatever came of this call.
	 */
	async cancelAll(pairs?: readonly Pair[]): Promise<number> {
		if (pairs === undefined) this.#books.clear()
		else for (const pair of pairs) this.#books.delete(pairKey(pair))
		const params: CancelAllPriceBooksWire =
			pairs === undefined ? {} : { token_pairs: pairs.map(({ base, quote }) => ({ base, quote })) }
		const result = await this.#request(flashMethods.cancelAllPriceBooks, params)
		return parseWire(priceBooksCancelledWire, result).cancelled
	}

	/**
	 * Asks for new orders from now on and answers each with what `handler` gives. An order that comes again after a reconnection
	 * gets the same answer without a second call. What it gives stops the orders. @throws TradeError `invalid_decimal`
	 */
	onNewOrder(handler: NewOrderHandler, options: NewOrdersOptions = {}): () => void {
		const mine = { handler, params: formatNewOrdersOptions(options) }
		this.#newOrders = mine
		this.#startNewOrders()
		return () => {
			if (this.#newOrders !== mine) return
			this.#newOrders = undefined
			this.#stopNewOrders()
		}
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
	 * of reconnections.
	 * @throws TradeError `sequence_ahead` when `from` is beyond the next number
	 */
	fillExecutions(
		options: { from?: number; signal?: AbortSignal } = {},
	): AsyncGenerator<FillExecution, void, undefined> {
		return this.#fills.read(options)
	}

	/** Asks whether the connection is alive; the answer is the service's clock in milliseconds. */
	async ping(): Promise<number> {
		return parseWire(pongWire, await this.#request(flashMethods.ping)).timestamp_ms
	}

	/** Ends the connection for good. */
	close(): void {
		this.#socket.close()
		this.#fills.end()
	}

	#opened(): void {
		this.#peer = this.#newPeer()
		this.#connected.resolve()
		this.#options.onState?.('connected')
		for (const book of this.#books.values()) this.#sendBook(book)
		if (this.#newOrders !== undefined) this.#startNewOrders()
		this.#fills.restart()
	}

	#closed(reason: string): void {
		const peer = this.#peer
		if (peer === undefined) return
		this.#peer = undefined
		this.#connected = unheard()
		clearInterval(this.#pings)
		peer.close()
		this.#options.onState?.('disconnected', reason)
	}

	#fail(error: Error): void {
		this.#connected.reject(error)
		this.#options.onError?.(error, 'connect')
		this.#fills.end(error)
	}

	#newPeer(): JsonRpcPeer {
		const pong = () => ({ pong: true, timestamp_ms: Date.now() })
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
				[flashMethods.newOrder]: params => this.#newOrder(params),
				[flashMethods.nextFillExecution]: params => this.#fills.take(params),
				[flashMethods.breakerChanged]: params => this.#options.onBreaker?.(parseWire(breakerChangedWire, params)),
				[flashMethods.error]: params => this.#platformError(params),
				[flashMethods.ping]: pong,
				[flashMethods.shortPing]: pong,
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

	#startNewOrders(): void {
		const { dead_man_timer_s: deadManTimerS } = this.#newOrders?.params ?? {}
		clearInterval(this.#pings)
		if (this.#peer === undefined) return
		if (deadManTimerS !== undefined)
			this.#pings = setInterval(() => void this.ping().catch(() => undefined), (deadManTimerS * 1000) / 3)
		this.#request(flashMethods.startNewOrders, this.#newOrders?.params ?? {}).catch(error =>
			this.#requestFailed(error, flashMethods.startNewOrders),
		)
	}

	#stopNewOrders(): void {
		clearInterval(this.#pings)
		this.#request(flashMethods.startNewOrders, { enabled: false }).catch(error =>
			this.#requestFailed(error, flashMethods.startNewOrders),
		)
	}

	/** Without its streams a connection is of no use: another one is tried, unless this one is gone already or nothing would change. */
	#requestFailed(error: unknown, method: string): void {
		if (error instanceof TradeError && error.code === 'connection_closed') return
		this.#options.onError?.(error, method)
		const isRefused = error instanceof TradeError && errorTable[error.code].retry !== 'later'
		if (!isRefused) this.#socket.reconnect(`${method} failed`)
	}

	#newOrder(params: JsonRpcParams | undefined): void {
		const order = parseNewOrder(parseWire(newOrderWire, params))
		if (this.#newOrders !== undefined) void this.#answers.answer(order, this.#newOrders.handler)
	}

	#platformError(params: JsonRpcParams | undefined): void {
		const { method, message, data } = parseWire(platformErrorWire, params)
		this.#options.onError?.(data === undefined ? new TradeError('internal', message) : fromProblem(data), method)
	}
}

/** One that nobody need wait for. */
function unheard(): Deferred<void> {
	const connected = deferred<void>()
	connected.promise.catch(() => undefined)
	return connected
}
