import {
	BookHeldBack,
	BooksWithdrawn,
	BreakerChange,
	CancelAllPriceBooks,
	errorTable,
	FillExecution,
	fillExecutionStartedWire,
	flashMethods,
	fromProblem,
	functionForm,
	type JsonRpcParams,
	JsonRpcPeer,
	type MakerBookStatus,
	type NewOrder,
	type Pair,
	Pong,
	PriceBook,
	PriceBooksReported,
	PriceBooksStatus,
	pairForm,
	pairKey,
	parseWire,
	platformErrorWire,
	priceBooksCancelledWire,
	RejectOrder,
	requireArguments,
	StartFillExecution,
	SubmissionResult,
	SubmitFill,
	shown,
	TradeError,
	textForm,
} from '@accord/protocol'
import { deferred } from '../transport/deferred.ts'
import { refuseUnknown } from '../transport/known-options.ts'
import { openSocket } from '../transport/open-socket-node.ts'
import { ReconnectingSocket } from '../transport/reconnecting-socket.ts'
import { ClockError, compareClocks } from '../transport/service-clock.ts'
import { pause, realTime } from '../transport/timers.ts'
import { FillLog, type FillLogOptions } from './fill-log.ts'
import { MakerApi } from './maker-api.ts'
import {
	type MakerClientOptions,
	makerClientOptions,
	type NewOrdersOptions,
	type WithdrawnBooks,
} from './maker-client-options.ts'
import { NewOrderAnswers, type NewOrderHandler } from './new-order-answers.ts'
import { NewOrderStream } from './new-order-stream.ts'
import { type PriceBookLike, QuotedBooks } from './quoted-books.ts'

const idForm = textForm('the id of a new order')
const hexForm = textForm('the signed fill in hexadecimal')
const limits = { maxBatch: 100, maxPendingRequests: 1_000 }
/** How long a maker without a dead-man timer may be out of touch before its books count as out of date. */
const silenceMsMax = 60_000
/** Refusals of a connection that another attempt would only repeat: a wrong key, path or address. */
const finalCodes = new Set<string>(['unauthorized', 'not_found', 'validation_failed'])

/**
 * A market maker's side of the Flash Liquidity API, for Node (a browser cannot send the key). It reconnects on its own,
 * sends its price books and answers again, and resumes the fill log where it left off.
 */
export class MakerClient {
	/** What the service knows about this maker, and how to pause it. */
	readonly api: MakerApi
	readonly #options: MakerClientOptions
	readonly #socket: ReconnectingSocket
	readonly #books: QuotedBooks
	readonly #fills: FillLog
	readonly #newOrders: NewOrderStream
	readonly #answers: NewOrderAnswers
	#peer: JsonRpcPeer | undefined
	#connected = deferred()
	/** How far this computer's clock is ahead of the service's. */
	#aheadMs = 0
	#failedAttempts = 0

	/** @throws TypeError for an unknown option, or without an address or key */
	constructor(options: MakerClientOptions) {
		refuseUnknown('MakerClient', options, makerClientOptions)
		if (!/^wss?:\/\//.test(options.flashUrl))
			throw new TypeError(`MakerClient needs flashUrl, such as wss://…/flash, not ${shown(options.flashUrl)}`)
		if (typeof options.apiKey !== 'string' || options.apiKey === '')
			throw new TypeError('MakerClient needs apiKey, which the operator issues')
		this.#options = options
		const { flashUrl, apiKey, baseUrl = flashUrl.replace(/^ws/, 'http').replace(/\/flash\/*$/, '') } = options
		this.api = new MakerApi({ baseUrl, apiKey, instamint: options.instamint })
		this.#books = new QuotedBooks({
			send: book => this.#peer?.notify(flashMethods.priceBookChanged, PriceBook.format(book)),
			areNet: options.booksAreNet === true,
			nowMs: this.#nowMs,
			ageMsMax: options.maxBookAgeMs ?? Number.POSITIVE_INFINITY,
			silenceMsMax: () => (this.#newOrders.deadManTimerS ?? silenceMsMax / 1000) * 1000,
			onTooOld: pairs => this.#booksWithdrawn({ pairs, reason: 'too_old' }),
		})
		this.#newOrders = new NewOrderStream({
			isConnected: () => this.#peer !== undefined,
			request: params => this.#requestNewOrders(params),
			ping: () => void this.ping().catch(() => undefined),
		})
		this.#answers = new NewOrderAnswers({
			fill: (orderId, signed) => this.fill(orderId, signed),
			reject: orderId => this.reject(orderId),
			connected: withinMs => Promise.race([this.#connected.promise, pause(withinMs)]),
			onFilled: options.onFilled,
			onError: (error, about) => this.#report(error, about),
		})
		this.#fills = new FillLog({
			start: async ({ from: startingPoint, incarnation }) => {
				const place = { enabled: true, startingPoint, ...(incarnation !== undefined && { incarnation }) }
				const result = await this.#request(flashMethods.startFillExecution, StartFillExecution.format(place))
				// An older service does not report it.
				return parseWire(fillExecutionStartedWire, result).incarnation
			},
			onRestart: restart => options.onRestart?.(restart),
			onRemoved: removed => options.onRemoved?.(removed),
			onStartFailed: error => this.#startFailed(error, flashMethods.startFillExecution),
		})
		this.#socket = new ReconnectingSocket({
			open: () => openSocket(flashUrl, { 'SERVICE-API-KEY': apiKey }),
			idleMs: 15_000,
			isFatal: error => error instanceof TradeError && finalCodes.has(error.code),
			onFatal: error => this.#fail(error),
			onOpen: () => this.#opened(),
			onAlive: () => this.#books.heard(),
			onText: text => void this.#peer?.receive(text),
			onClose: reason => this.#closed(reason),
			...(options.backoff === undefined ? {} : { backoff: options.backoff }),
		})
	}

	/**
	 * Connects; resolves when there is a connection.
	 * @throws TradeError `unauthorized` when the key is refused, `not_found` when the address has another path
	 */
	connect(): Promise<void> {
		this.#socket.start()
		return this.#connected.promise
	}

	/**
	 * The service's clock, in milliseconds, by which deadlines and expiries count: this computer's, corrected by the
	 * difference found on the newest connection.
	 */
	serviceNowMs(): number {
		return this.#nowMs() - this.#aheadMs
	}

	/** Whether orders can arrive now. */
	get isConnected(): boolean {
		return this.#socket.isOpen
	}

	/**
	 * Quotes a book in place of the pair's earlier one; it is kept, and sent again after every reconnection. A refused book
	 * withdraws the earlier one, and is reported to `onError`. With `netOf` it accounts for that order and all sent before
	 * it.
	 * @throws TradeError `invalid_decimal`
	 */
	setPriceBook(given: PriceBookLike): void {
		this.#books.set(given)
	}

	/** Stops trading a pair. */
	clearPriceBook(pair: Pair): void {
		requireArguments('clearPriceBook', { pair: pairForm }, { pair })
		this.setPriceBook({ pair, bids: [], asks: [] })
	}

	/**
	 * Withdraws the maker's books of these pairs, or all of them, in every session; returns how many there were. Whatever
	 * the outcome, they are not sent again after a reconnection.
	 */
	async cancelAll(pairs?: readonly Pair[]): Promise<number> {
		this.#books.forget(pairs)
		const params = CancelAllPriceBooks.format(pairs === undefined ? {} : { pairs })
		return parseWire(priceBooksCancelledWire, await this.#request(flashMethods.cancelAllPriceBooks, params)).cancelled
	}

	/**
	 * What remains of the maker's books of these pairs, or of all, their reservations, and why parts of them are hidden.
	 */
	async bookStatus(pairs?: readonly Pair[]): Promise<readonly MakerBookStatus[]> {
		const params = PriceBooksStatus.format(pairs === undefined ? {} : { pairs })
		return parseWire(PriceBooksReported.schema, await this.#request(flashMethods.priceBooksStatus, params)).books
	}

	/**
	 * The orders that the maker is asked to fill, starting with the first read; answer each with {@link fill} or {@link
	 * reject}. After a reconnection, orders that are still open arrive again. At most 10,000 wait to be read; beyond that
	 * the oldest is dropped. Only one reading runs at a time: a new one ends the previous, and leaving it stops the
	 * orders.
	 * @throws TradeError `invalid_decimal`, TypeError for an unknown option; while reading, TradeError when the service
	 * refuses the options or the key
	 */
	newOrders(
		options: NewOrdersOptions & { readonly signal?: AbortSignal } = {},
	): AsyncIterableIterator<NewOrder, void, undefined> {
		return this.#newOrders.read(options, ({ id }) => this.#books.noteTaken(id))
	}

	/**
	 * Answers each of {@link newOrders} with the result of `handler`, until the returned function is called. Each order is
	 * decided once: after a reconnection the same order gets the same answer. @throws TradeError `invalid_decimal`
	 */
	onNewOrder(handler: NewOrderHandler, options: NewOrdersOptions = {}): () => void {
		requireArguments('onNewOrder', { handler: functionForm }, { handler })
		const stop = new AbortController()
		void this.#answerAll(this.#newOrders.read({ ...options, signal: stop.signal }), handler)
		return () => stop.abort()
	}

	/** Fills an order; returns the fill's subintent id. Sending the same fill again is safe. @throws TradeError with the reason */
	async fill(orderId: string, signedPartialTransaction: string): Promise<string> {
		requireArguments(
			'fill',
			{ orderId: idForm, signedPartialTransaction: hexForm },
			{ orderId, signedPartialTransaction },
		)
		const params = SubmitFill.format({ orderId, signedPartialTransaction })
		return parseWire(SubmissionResult.schema, await this.#request(flashMethods.fill, params))
	}

	/**
	 * Rejects an order immediately. A service without this method treats silence as a rejection, so that is not an error
	 * here.
	 */
	async reject(orderId: string, reason?: string): Promise<void> {
		requireArguments('reject', { orderId: idForm }, { orderId })
		const params = RejectOrder.format({ orderId, ...(reason === undefined ? {} : { reason }) })
		try {
			await this.#request(flashMethods.rejectOrder, params)
		} catch (error) {
			if (!(error instanceof TradeError) || error.code !== 'method_not_found') throw error
		}
	}

	/**
	 * The fill log from number `from` on (1 is the first; absent: only new entries), each entry once and in order, over
	 * any number of reconnections. Entries that the service has removed are skipped and reported to `onRemoved`.
	 *
	 * After the service is restored from a backup, the log starts over, which `onRestart` reports; pass the `incarnation`
	 * that it reported last together with a stored `from`.
	 * @throws TypeError for an unknown option; while reading, TradeError `sequence_ahead` when `from` is beyond the next
	 * number, or when the service refuses the start or the key
	 */
	fillExecutions(options: FillLogOptions = {}): AsyncIterableIterator<FillExecution, void, undefined> {
		return this.#fills.read(options)
	}

	/** Checks that the connection is alive; returns the service's clock in milliseconds. */
	async ping(): Promise<number> {
		return parseWire(Pong.schema, await this.#request(flashMethods.ping)).timestampMs
	}

	/** Ends the connection and all streams for good. */
	close(): void {
		this.#socket.close()
		this.#fills.end()
		this.#newOrders.end()
	}

	#opened(): void {
		this.#peer = this.#newPeer()
		this.#connected.resolve()
		this.#failedAttempts = 0
		this.#options.onState?.('connected')
		void this.#compareClocks().catch(() => undefined)
		this.#books.sendAll()
		this.#newOrders.restart()
		this.#fills.restart()
	}

	#closed(reason: string): void {
		const peer = this.#peer
		if (peer !== undefined) {
			this.#peer = undefined
			this.#connected = deferred()
			this.#newOrders.pause()
			peer.close()
		} else if (this.#failedAttempts++ === 0 && this.#options.onState === undefined)
			console.error(`No connection to ${this.#options.flashUrl}: ${reason}`)
		this.#options.onState?.('disconnected', reason)
	}

	#fail(error: Error): void {
		this.#connected.reject(error)
		this.#connected = deferred()
		this.#report(error, 'connect')
		this.#fills.end(error)
		this.#newOrders.end(error)
	}

	#newPeer(): JsonRpcPeer {
		const pong = () => Pong.format({ timestampMs: Date.now() })
		return new JsonRpcPeer({
			send: text => {
				this.#socket.send(text)
			},
			context: undefined,
			limits: { ...limits, requestTimeoutMs: this.#options.requestTimeoutMs ?? 15_000 },
			schedule: realTime,
			onRefusedNotification: (method, error) => this.#report(error, method),
			onInternalError: (method, error) => this.#report(error, method),
			methods: {
				[flashMethods.newOrder]: params => this.#newOrders.take(params),
				[flashMethods.nextFillExecution]: params => this.#fills.take(parseWire(FillExecution.schema, params)),
				[flashMethods.breakerChanged]: params => this.#options.onBreaker?.(parseWire(BreakerChange.schema, params)),
				[flashMethods.booksWithdrawn]: params => {
					const { pairs, reason } = parseWire(BooksWithdrawn.schema, params)
					this.#books.withdrawn(pairs)
					this.#booksWithdrawn({ pairs, reason })
				},
				[flashMethods.bookHeldBack]: params => this.#bookHeldBack(parseWire(BookHeldBack.schema, params)),
				[flashMethods.error]: params => {
					const { method, message, data } = parseWire(platformErrorWire, params)
					const error = data === undefined ? new TradeError('internal', message) : fromProblem(data)
					this.#report(error, method)
					if (method === flashMethods.priceBookChanged && error.code === 'unknown_order') this.#books.forgetNewest()
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

	#requestNewOrders(params: JsonRpcParams): Promise<Error | undefined> {
		return this.#request(flashMethods.startNewOrders, params).then(
			() => undefined,
			error => this.#startFailed(error, flashMethods.startNewOrders),
		)
	}

	/**
	 * A connection is useless without its streams, so try another, unless this one is gone or the refusal would be
	 * repeated: then it is returned, for the reader of the stream.
	 */
	#startFailed(error: unknown, method: string): Error | undefined {
		if (error instanceof TradeError && error.code === 'connection_closed') return undefined
		this.#options.onError?.(error, method)
		if (error instanceof TradeError && errorTable[error.code].retry !== 'later') return error
		this.#socket.reconnect(`${method} failed`)
		return undefined
	}

	async #compareClocks(): Promise<void> {
		const sentMs = this.#nowMs()
		const { timestampMs: serviceMs } = parseWire(Pong.schema, await this.#request(flashMethods.shortPing))
		const { aheadMs, isOff } = compareClocks({ sentMs, serviceMs, answeredMs: this.#nowMs() })
		this.#aheadMs = aheadMs
		if (isOff) this.#report(new ClockError(aheadMs), 'clock')
	}

	readonly #nowMs = (): number => (this.#options.nowMs ?? Date.now)()

	/** For errors that no caller is waiting for. */
	#report(error: unknown, about: string): void {
		if (this.#options.onError !== undefined) this.#options.onError(error, about)
		else console.error(sentenceOf(error, about))
	}

	#booksWithdrawn(withdrawn: WithdrawnBooks): void {
		const { onBooksWithdrawn } = this.#options
		const pairs = withdrawn.pairs.map(pairKey).join(', ')
		if (onBooksWithdrawn !== undefined) onBooksWithdrawn(withdrawn)
		else console.error(`Price books are not in force (${withdrawn.reason}): ${pairs}. Set them again.`)
	}

	#bookHeldBack(heldBack: BookHeldBack): void {
		const { onBookHeldBack } = this.#options
		const details = heldBack.hidden.map(({ side, detail }) => `${side}: ${detail}`).join('; ')
		if (onBookHeldBack !== undefined) onBookHeldBack(heldBack)
		else if (details !== '') console.error(`Levels of the book of ${pairKey(heldBack.pair)} are held back. ${details}`)
	}

	async #answerAll(orders: AsyncIterable<NewOrder>, handler: NewOrderHandler): Promise<void> {
		try {
			for await (const order of orders) {
				this.#books.noteTaken(order.id)
				void this.#answers.answer(order, handler)
			}
		} catch (error) {
			// `onError` has already reported it.
			if (this.#options.onError === undefined) this.#report(error, flashMethods.startNewOrders)
		}
	}
}

function sentenceOf(error: unknown, about: string): string {
	const what = about === flashMethods.priceBookChanged ? 'A price book was refused' : `Error (${about})`
	if (error instanceof TradeError) return `${what} (${error.code}): ${error.message}`
	return `${what}: ${error instanceof Error ? error.message : String(error)}`
}
