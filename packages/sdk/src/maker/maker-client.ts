import {
	type BreakerChange,
	errorTable,
	type FillExecution,
	flashMethods,
	formatNewOrdersOptions,
	formatPriceBook,
	type JsonRpcParams,
	JsonRpcPeer,
	type MakerBookStatus,
	type NewOrder,
	type Pair,
	type NewOrdersOptions as ParsedOptions,
	type PriceBook,
	type PriceLevel,
	pairKey,
	TradeError,
} from '@accord/protocol'
import { type DecimalLike, toDecimal } from '../transport/amount-like.ts'
import { AsyncQueue } from '../transport/async-queue.ts'
import {
	formatFillLogStart,
	formatPairs,
	formatPong,
	readBooksStatus,
	readBreakerChange,
	readCancelled,
	readFillExecution,
	readFillLogStarted,
	readFillResult,
	readNewOrder,
	readPlatformError,
	readPong,
} from '../transport/flash-messages.ts'
import type { LogRestart } from '../transport/log-restart.ts'
import { openSocket } from '../transport/open-socket-node.ts'
import { ReconnectingSocket } from '../transport/reconnecting-socket.ts'
import type { RemovedEntries } from '../transport/removed-entries.ts'
import type { Backoff } from '../transport/retry.ts'
import { pause, realTime } from '../transport/timers.ts'
import { FillLog, type FillLogOptions } from './fill-log.ts'
import { MakerApi } from './maker-api.ts'
import { type FillResult, NewOrderAnswers, type NewOrderHandler } from './new-order-answers.ts'
import { NewestOrder } from './newest-order.ts'

/** Where the Flash Liquidity API is, and what to call when something happens. */
export type MakerClientOptions = {
	/** The Flash Liquidity API, for instance `ws://127.0.0.1:8480/flash`. */
	readonly flashUrl: string
	readonly apiKey: string
	/** The Trade API, for `api`; absent: `flashUrl` without its `/flash`. */
	readonly baseUrl?: string
	/** The maker is a customer of Instamint: the fills of `api.composeFill` mint on credit what they sell. */
	readonly instamint?: boolean
	/** Called when a connection opens and when it ends; `detail` is the reason. */
	readonly onState?: (state: 'connected' | 'disconnected', detail?: string) => void
	/** Called with the result of each fill that the handler of `onNewOrder` answered with. */
	readonly onFilled?: (order: NewOrder, result: FillResult) => void
	/** Called when the circuit breaker pauses the books or lets them count again; after a reconnection, see `api.stats()`. */
	readonly onBreaker?: (change: BreakerChange) => void
	/**
	 * Called when the fill log begins again because the service was restored from a backup: everything that is in it follows,
	 * and what is not, the service does not know any more. The ledger does.
	 */
	readonly onRestart?: (restart: LogRestart) => void
	/** Called when a reading of the fill log goes on at the first number kept, since the entries before it have been removed. */
	readonly onRemoved?: (removed: RemovedEntries) => void
	/**
	 * The books given to `setPriceBook` already account for every order that was taken from `newOrders`, or handed to the handler
	 * of `onNewOrder`, until then: only later ones are subtracted from them. Absent: all open ones are.
	 */
	readonly booksAreNet?: boolean
	/**
	 * Called with errors that no caller waits for: a refused notification, a handler that threw, a refused key. Without it, a
	 * refused book is reported to the console: no book of that pair stands any more.
	 */
	readonly onError?: (error: unknown, about: string) => void
	readonly backoff?: Backoff
	/** How long an answer to a request may take; 15 s when absent. */
	readonly requestTimeoutMs?: number
}

/**
 * Which orders a maker wants, and what happens to its books when its session ends. With `deadManTimerS` (1 to 3600) the client
 * pings three times as often, so the books are withdrawn when this process hangs while its socket stays open, for example.
 */
export type NewOrdersOptions = Omit<ParsedOptions, 'minAmounts'> & {
	/** By symbol: no order for which the maker would sell less of the token than this. */
	readonly minAmounts?: Readonly<Record<string, DecimalLike>>
}

/** A level of a book: the price in quote per base, the amount in base. */
export type PriceLevelLike = { readonly price: DecimalLike; readonly amount: DecimalLike }

/** A price book whose prices and amounts may be decimal strings. */
export type PriceBookLike = Omit<PriceBook, 'bids' | 'asks'> & {
	readonly bids: readonly PriceLevelLike[]
	readonly asks: readonly PriceLevelLike[]
}

/** One reading of the new orders: its queue, and what it asks the service for. */
type NewOrders = {
	readonly orders: AsyncQueue<NewOrder>
	readonly params: JsonRpcParams
	readonly deadManTimerS?: number
}

const limits = { maxBatch: 100, maxPendingRequests: 1_000 }
const newOrdersMax = 10_000

/**
 * A market maker's side of the Flash Liquidity API, for Node (a browser cannot send the key). It reconnects by itself; it then
 * sends its price books and its answers again, and resumes the fill log where it was.
 */
export class MakerClient {
	/** What the service has of this maker, and pausing it. */
	readonly api: MakerApi
	readonly #options: MakerClientOptions
	readonly #socket: ReconnectingSocket
	readonly #books = new Map<string, PriceBook>()
	readonly #fills: FillLog
	readonly #answers: NewOrderAnswers
	readonly #newest = new NewestOrder()
	#peer: JsonRpcPeer | undefined
	#newOrders: NewOrders | undefined
	#connected: Deferred = deferred()
	#pings: ReturnType<typeof setInterval> | undefined

	constructor(options: MakerClientOptions) {
		this.#options = options
		const { flashUrl, apiKey, baseUrl = flashUrl.replace(/^ws/, 'http').replace(/\/flash\/*$/, '') } = options
		this.api = new MakerApi({ baseUrl, apiKey, instamint: options.instamint === true })
		this.#answers = new NewOrderAnswers({
			fill: (orderId, signed) => this.fill(orderId, signed),
			reject: orderId => this.reject(orderId),
			connected: withinMs => Promise.race([this.#connected.promise, pause(withinMs)]),
			onFilled: options.onFilled,
			onError: options.onError,
		})
		this.#fills = new FillLog({
			start: async place =>
				readFillLogStarted(await this.#request(flashMethods.startFillExecution, formatFillLogStart(place))),
			onRestart: restart => options.onRestart?.(restart),
			onRemoved: removed => options.onRemoved?.(removed),
			onStartFailed: error => this.#startFailed(error, flashMethods.startFillExecution),
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

	/**
	 * Quotes a book, in place of the pair's earlier one; it is kept, and sent again after every reconnection. One that is refused
	 * withdraws the earlier one, and is reported to `onError`. With `netOf` it accounts for that order and all sent before it.
	 * @throws TradeError `invalid_decimal`
	 */
	setPriceBook(given: PriceBookLike): void {
		const book = { ...given, bids: given.bids.map(readLevel), asks: given.asks.map(readLevel) }
		const isNet = this.#options.booksAreNet === true && book.bids.length + book.asks.length > 0
		const newest = isNet ? this.#newest.idAt(performance.now()) : undefined
		const sent = newest === undefined || book.netOf !== undefined ? book : { ...book, netOf: newest }
		this.#books.set(pairKey(book.pair), sent)
		this.#sendBook(sent)
	}

	/** Stops trading a pair. */
	clearPriceBook(pair: Pair): void {
		this.setPriceBook({ pair, bids: [], asks: [] })
	}

	/**
	 * Withdraws the maker's books of these pairs, or all of them, whichever session set them; returns how many there were.
	 * Whatever the outcome of this call, they are not sent again after a reconnection.
	 */
	async cancelAll(pairs?: readonly Pair[]): Promise<number> {
		if (pairs === undefined) this.#books.clear()
		else for (const pair of pairs) this.#books.delete(pairKey(pair))
		return readCancelled(await this.#request(flashMethods.cancelAllPriceBooks, formatPairs(pairs)))
	}

	/** What stands of the maker's books of these pairs, or of all, what is reserved, and why something of them is not shown. */
	async bookStatus(pairs?: readonly Pair[]): Promise<MakerBookStatus[]> {
		return readBooksStatus(await this.#request(flashMethods.priceBooksStatus, formatPairs(pairs))).books
	}

	/**
	 * The orders that the maker is asked to fill, from the first read on; answer each with {@link fill} or {@link reject}. After a
	 * reconnection the orders still open come again. At most 10,000 wait to be read; beyond that the oldest is dropped. There is
	 * one reading at a time: a new one ends the one before, and leaving it stops the orders.
	 * @throws TradeError `invalid_decimal`; in the reading `unauthorized` when the key is refused
	 */
	newOrders({
		signal,
		...options
	}: NewOrdersOptions & { readonly signal?: AbortSignal } = {}): AsyncIterableIterator<NewOrder, void, undefined> {
		const params = formatNewOrdersOptions(parseOptions(options))
		const orders: AsyncQueue<NewOrder> = new AsyncQueue({
			capacity: newOrdersMax,
			whenFull: 'drop_oldest',
			signal,
			onTaken: ({ id }) => this.#newest.note(id, performance.now()),
			onDemand: () => {
				if (this.#newOrders !== reading) this.#startReading(reading)
			},
			onClose: () => {
				if (this.#newOrders === reading) this.#stopReading()
			},
		})
		const { deadManTimerS } = options
		const reading: NewOrders = { orders, params, ...(deadManTimerS === undefined ? {} : { deadManTimerS }) }
		return orders
	}

	/**
	 * Answers each of {@link newOrders} with what `handler` returns, until the returned function is called. Each order is decided
	 * once: one that comes again after a reconnection gets the same answer. @throws TradeError `invalid_decimal`
	 */
	onNewOrder(handler: NewOrderHandler, options: NewOrdersOptions = {}): () => void {
		const stop = new AbortController()
		void this.#answerAll(this.newOrders({ ...options, signal: stop.signal }), handler)
		return () => stop.abort()
	}

	/** Fills an order; returns the fill's subintent id. Sending the same fill again is safe. @throws TradeError with the reason */
	async fill(orderId: string, signedPartialTransaction: string): Promise<string> {
		const params = { order_id: orderId, signed_partial_transaction: signedPartialTransaction }
		return readFillResult(await this.#request(flashMethods.fill, params))
	}

	/** Rejects an order at once. A service without this method takes silence for a rejection, so that is not an error here. */
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
	 * of reconnections. What the service has removed is left out, and reported to `onRemoved`. After a restore of the service from
	 * a backup it begins again, which `onRestart` reports; give the `incarnation` that it reported last together with a `from`
	 * that was kept.
	 * @throws TradeError in the reading: `sequence_ahead` when `from` is beyond the next number, `unauthorized` when the key is refused
	 */
	fillExecutions(options: FillLogOptions = {}): AsyncIterableIterator<FillExecution, void, undefined> {
		return this.#fills.read(options)
	}

	/** Checks that the connection is alive; returns the service's clock in milliseconds. */
	async ping(): Promise<number> {
		return readPong(await this.#request(flashMethods.ping))
	}

	/** Ends the connection and all streams for good. */
	close(): void {
		this.#socket.close()
		this.#fills.end()
		this.#newOrders?.orders.end()
	}

	#opened(): void {
		this.#peer = this.#newPeer()
		this.#connected.resolve()
		this.#options.onState?.('connected')
		for (const book of this.#books.values()) this.#sendBook(book)
		this.#requestNewOrders()
		this.#fills.restart()
	}

	#closed(reason: string): void {
		const peer = this.#peer
		if (peer === undefined) return
		this.#peer = undefined
		this.#connected = deferred()
		clearInterval(this.#pings)
		peer.close()
		this.#options.onState?.('disconnected', reason)
	}

	#fail(error: Error): void {
		this.#connected.reject(error)
		this.#connected = deferred()
		this.#options.onError?.(error, 'connect')
		this.#fills.end(error)
		this.#newOrders?.orders.end(error)
	}

	#newPeer(): JsonRpcPeer {
		const pong = () => formatPong(Date.now())
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
				[flashMethods.newOrder]: params => void this.#newOrders?.orders.push(readNewOrder(params)),
				[flashMethods.nextFillExecution]: params => this.#fills.take(readFillExecution(params)),
				[flashMethods.breakerChanged]: params => this.#options.onBreaker?.(readBreakerChange(params)),
				[flashMethods.error]: params => {
					const { method, error } = readPlatformError(params)
					const report =
						this.#options.onError ?? (method === flashMethods.priceBookChanged ? reportRefusedBook : undefined)
					report?.(error, method)
				},
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

	#startReading(reading: NewOrders): void {
		const former = this.#newOrders
		this.#newOrders = reading
		former?.orders.end()
		this.#requestNewOrders()
	}

	#stopReading(): void {
		this.#newOrders = undefined
		clearInterval(this.#pings)
		if (this.#peer !== undefined) this.#requestStream({ enabled: false })
	}

	#requestNewOrders(): void {
		clearInterval(this.#pings)
		if (this.#peer === undefined || this.#newOrders === undefined) return
		const { params, deadManTimerS } = this.#newOrders
		if (deadManTimerS !== undefined)
			this.#pings = setInterval(() => void this.ping().catch(() => undefined), (deadManTimerS * 1000) / 3)
		this.#requestStream(params)
	}

	#requestStream(params: JsonRpcParams): void {
		this.#request(flashMethods.startNewOrders, params).catch(error =>
			this.#startFailed(error, flashMethods.startNewOrders),
		)
	}

	/** Without its streams a connection is useless: another one is tried, unless this one is gone or the refusal would be repeated. */
	#startFailed(error: unknown, method: string): void {
		if (error instanceof TradeError && error.code === 'connection_closed') return
		this.#options.onError?.(error, method)
		const isRefused = error instanceof TradeError && errorTable[error.code].retry !== 'later'
		if (!isRefused) this.#socket.reconnect(`${method} failed`)
	}

	async #answerAll(orders: AsyncIterable<NewOrder>, handler: NewOrderHandler): Promise<void> {
		try {
			for await (const order of orders) void this.#answers.answer(order, handler)
		} catch {
			// The key was refused, which `onError` has reported.
		}
	}
}

function readLevel({ price, amount }: PriceLevelLike): PriceLevel {
	return { price: toDecimal(price), amount: toDecimal(amount) }
}

function reportRefusedBook({ code, message }: TradeError): void {
	console.error(`A price book was refused (${code}): ${message}`)
}

function parseOptions({ minAmounts, ...options }: NewOrdersOptions): ParsedOptions {
	if (minAmounts === undefined) return options
	const amounts = Object.entries(minAmounts).map(([symbol, amount]) => [symbol, toDecimal(amount)] as const)
	return { ...options, minAmounts: Object.fromEntries(amounts) }
}

type Deferred = { readonly promise: Promise<void>; resolve(): void; reject(error: Error): void }

/** `Promise.withResolvers`, which Node has from 22 on; a rejection that no one waits for is not an unhandled one. */
function deferred(): Deferred {
	let resolve: () => void = () => undefined
	let reject: (error: Error) => void = () => undefined
	const promise = new Promise<void>((resolved, rejected) => {
		resolve = resolved
		reject = rejected
	})
	promise.catch(() => undefined)
	return { promise, resolve, reject }
}
