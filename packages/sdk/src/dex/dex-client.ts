import {
	type AccountBalances,
	accountLevelWire,
	amountForm,
	Cancellation,
	type CandleInterval,
	CandlePage,
	CheckedOrder,
	Composed,
	type ComposeRequest,
	Composition,
	CreatedSubintent,
	type ErrorCode,
	FeeInfo,
	type Form,
	functionForm,
	type LimitOrder,
	Limits,
	liveWire,
	NetworkStatus,
	type OrderEvent,
	OrderPage,
	type OrderSource,
	OrderStatus,
	OrderStatuses,
	OrderStatusesQuery,
	OrderToCheck,
	type Pair,
	ParsedOrder,
	ParseRequest,
	pairForm,
	Quote,
	QuoteRequest as QuoteBody,
	ReadinessCheck,
	Ready,
	RegisteredAccounts,
	requireArguments,
	ShownOrderBook,
	SignedSubintent,
	SigningRequest,
	SubintentRequest,
	type SubintentSignature,
	SubmissionResult,
	SubmitOrder,
	type Token,
	TokenPairs,
	Tokens,
	type TradedPair,
	TradeError,
	TradePage,
	TradeTrace,
	textForm,
	Version,
} from '@accord/protocol'
import { cancellationOf, type SignCancellation, signatureForm, toCancellation } from '../signing/cancellation.ts'
import { amountOfForm } from '../transport/amount-like.ts'
import { refuseUnknown } from '../transport/known-options.ts'
import type { ResumeOptions } from '../transport/resumed-events.ts'
import { TradeApi, type TradeApiOptions, tradeApiOptions } from '../transport/trade-api.ts'
import { followTrades, type TradesEvent } from './follow-trades.ts'
import { type FollowBookOptions, followOrderBook } from './order-book.ts'
import { type FollowOptions, followOrder } from './order-events.ts'
import {
	type BookQuote,
	type BookQuoteRequest,
	type ComposedQuote,
	type QuoteRequest,
	quoteOrder,
	requireSwap,
	toQuoteRequest,
} from './quote.ts'
import { type TradeOutcome, type TradeRequest, tradeOnce } from './trade.ts'

/** Whether orders should be sent to this service now; `code` is that of the first failed check. */
export type Readiness = {
	readonly isReady: boolean
	readonly checks: readonly ReadinessCheck[]
	readonly code?: ErrorCode
}

/** `waitSeconds` (0 to 30) holds the answer back until the order is final, but no longer than that. */
export type OrderOptions = { readonly waitSeconds?: number; readonly signal?: AbortSignal }

/** Which orders of an account: `limit` is 1 to 100, by default 50; `before` is the previous page's `next`. */
export type AccountOrdersOptions = { readonly limit?: number; readonly before?: string }

/** Which trades: `limit` is 1 to 500, by default 100; `before` is the previous page's `next`. */
export type TradesOptions = { readonly pair?: Pair; readonly limit?: number; readonly before?: string }

/** Which candles: `limit` is 1 to 1000, by default 300; `before` is the previous page's `next`. */
export type CandlesOptions = { readonly interval: CandleInterval; readonly limit?: number; readonly before?: number }

/** Where the Trade API is, and for whom its orders are sent. */
export type DexOptions = TradeApiOptions & {
	/** The code that the operator gave you: its share of the platform fee is paid to you with the trade. */
	readonly integrator?: string
}

/** The order of a {@link ComposeRequest}, named as on the wire. */
export type FlatComposeRequest = Omit<ComposeRequest, 'limitOrder'> & LimitOrder

/** A {@link SigningRequest} with a single signature. */
export type SigningWithOne = { readonly subintent: string; readonly signature: SubintentSignature }

const addressForm = textForm('the address of an account')
const idForm = textForm('the id of an order (subtxid_…)')
const hexForm = textForm('hexadecimal text')
/** Which of the members is present, and in which form, is for the service to say. */
const sourceForm: Form = { members: {} }
const composeForm: Form = {
	members: {
		account: addressForm,
		limitOrder: { members: { sell: amountOfForm, buy: amountOfForm } },
		fee: { members: { symbol: textForm('a token symbol'), platformAmount: amountForm, settlementAmount: amountForm } },
	},
}
const signingForm: Form = { members: { subintent: hexForm, signatures: { items: signatureForm } } }
const candlesForm: Form = { members: { interval: textForm('an interval, such as "1m"') } }
const subintentOptions = ['manifest', 'message', 'expiresInSeconds', 'expiresAtS', 'intentDiscriminator', 'orderId']
const resumeOptions = ['signal', 'giveUpAfterMs']
const followBookOptions = [...resumeOptions, 'depth', 'maxHz']
const swapOptions = ['sell', 'buy', 'account', 'slippage', 'largeSlippage']
const quoteOptions = [...swapOptions, 'pair']
const tradeOptions = [
	...swapOptions,
	...['atLeast', 'atMost', 'anyPrice', 'sign', 'expiresInSeconds', 'onStep', 'follow', 'signal'],
]

/**
 * A DEX's side of the Trade API, in browsers and Node. It holds no keys: the caller signs. A refused request throws a
 * `TradeError` with a code; a `ConnectionError` means that it is unknown whether the request took effect. Every call is
 * retried when the service is unreachable or busy, since repeating is safe: it changes nothing, or returns the same
 * answer again.
 */
export class DexClient {
	readonly #api: TradeApi
	readonly #integrator: Pick<DexOptions, 'integrator'>

	/** @throws TypeError for an unknown option, or without an address */
	constructor(given: DexOptions) {
		refuseUnknown('DexClient', given, ['integrator', ...tradeApiOptions])
		const { integrator, ...options } = given
		this.#api = new TradeApi(options)
		this.#integrator = integrator === undefined ? {} : { integrator }
	}

	/** The ledger's epoch, and the ledger's and the service's time. */
	networkStatus(): Promise<NetworkStatus> {
		return this.#api.get('/network/status', NetworkStatus)
	}

	/** The service's version and those of its interfaces. */
	version(): Promise<Version> {
		return this.#api.get('/version', Version)
	}

	/** Every limit that a client can run into. */
	limits(): Promise<Limits> {
		return this.#api.get('/limits', Limits)
	}

	/** Resolves when the service's process answers. @throws ConnectionError when it does not */
	async live(): Promise<void> {
		await this.#api.once('GET', '/health/live', liveWire)
	}

	/** Whether orders should be sent to the service now, and which checks fail if not. @throws ConnectionError */
	async ready(): Promise<Readiness> {
		try {
			return { isReady: true, checks: (await this.#api.once('GET', '/health/ready', Ready)).checks }
		} catch (error) {
			const checks = error instanceof TradeError ? failedChecks(error) : undefined
			if (!(error instanceof TradeError) || checks === undefined) throw error
			return { isReady: false, checks, code: error.code }
		}
	}

	/** The fee table and the access rule of step 1 (specification, Fee info). */
	info(): Promise<FeeInfo> {
		return this.#api.get('/trade/info', FeeInfo)
	}

	/** An account's index into the fee table; 0 for an account that the service does not know. */
	async accountLevel(address: string): Promise<number> {
		requireArguments('accountLevel', { address: addressForm }, { address })
		return (await this.#api.get(`/trade/account_addresses/${encodeURIComponent(address)}`, accountLevelWire)).level
	}

	/** All traded tokens. */
	tokens(): Promise<readonly Token[]> {
		return this.#api.get('/trade/tokens', Tokens)
	}

	/**
	 * All pairs that have an order book. Orders of those with `via` may be filled over one of these tokens; of those with
	 * `quoted: false` they always are, since makers have no book of them.
	 */
	tokenPairs(): Promise<readonly TradedPair[]> {
		return this.#api.get('/trade/token_pairs', TokenPairs)
	}

	/** The liquidity of a pair now, at most `depth` levels on each side. @throws TradeError `unknown_pair` */
	async orderBook(pair: Pair, { depth }: { readonly depth?: number } = {}): Promise<ShownOrderBook> {
		requireArguments('orderBook', { pair: pairForm }, { pair })
		const { base, quote } = pair
		const query = new URLSearchParams({ base, quote, ...(depth === undefined ? {} : { depth: String(depth) }) })
		return this.#api.get(`/trade/order_book?${query}`, ShownOrderBook)
	}

	/** The latest order book whenever it changes, over any number of connections, until `signal` is aborted. */
	followOrderBook(pair: Pair, options: FollowBookOptions = {}): AsyncIterableIterator<ShownOrderBook, void, undefined> {
		requireArguments('followOrderBook', { pair: pairForm }, { pair })
		refuseUnknown('followOrderBook', options, followBookOptions)
		return followOrderBook(this.#api, pair, options)
	}

	/** The accounts of the API key, with their balances. Not for browsers. */
	accounts(): Promise<readonly AccountBalances[]> {
		return this.#api.get('/trade/accounts', RegisteredAccounts)
	}

	/**
	 * The limit order and fee of a swap, computed here from the order book and the fee table.
	 * @throws TradeError `no_liquidity`
	 */
	async quote(request: BookQuoteRequest): Promise<BookQuote> {
		refuseUnknown('quote', request, tradeOptions)
		requireSwap('quote', request)
		return quoteOrder(this, request)
	}

	/**
	 * The same, computed by the service in one call, with the levels taken, the expected rebate and, for an account, the
	 * manifest.
	 */
	requestQuote(request: QuoteRequest & { readonly account: string }): Promise<ComposedQuote>
	requestQuote(request: QuoteRequest): Promise<Quote>
	async requestQuote(request: QuoteRequest): Promise<Quote> {
		refuseUnknown('requestQuote', request, quoteOptions)
		return this.#api.ask('/trade/quote', Quote, QuoteBody.format(toQuoteRequest(request)))
	}

	/** The text of the limit order manifest. The order is `limitOrder`, as in a quote, or `sell` and `buy`, as on the wire. */
	async compose(given: ComposeRequest | FlatComposeRequest): Promise<string> {
		const request = withLimitOrder(given)
		requireArguments('compose', { request: composeForm }, { request })
		return (await this.#api.ask('/construction/compose', Composed, Composition.format(request))).manifest
	}

	/** What a manifest, subintent or signed partial transaction contains, and which rules it breaks. */
	async parse(request: ParseRequest): Promise<ParsedOrder> {
		requireArguments('parse', { request: sourceForm }, { request })
		return this.#api.ask('/construction/parse', ParsedOrder, ParseRequest.format(request))
	}

	/** Compiles a manifest into an unsigned subintent that expires 45 s from now unless the request says otherwise. */
	async createSubintent(request: SubintentRequest): Promise<CreatedSubintent> {
		requireArguments('createSubintent', { request: { members: { manifest: textForm('manifest text') } } }, { request })
		refuseUnknown('createSubintent', request, subintentOptions)
		const body = SubintentRequest.format(request)
		return this.#api.ask('/construction/create_subintent', CreatedSubintent, body)
	}

	/** Joins a subintent and one or more signatures over its hash; returns the signed partial transaction in hex. */
	async sign(given: SigningRequest | SigningWithOne): Promise<string> {
		const request = withSignatures(given)
		requireArguments('sign', { request: signingForm }, { request })
		const body = SigningRequest.format(request)
		return (await this.#api.ask('/construction/sign', SignedSubintent, body)).signedPartialTransaction
	}

	/** Every rule that an order breaks, signed or not, and what it would cost; the service stores nothing. */
	async check(source: OrderSource): Promise<CheckedOrder> {
		requireArguments('check', { source: sourceForm }, { source })
		return this.#api.ask('/trade/orders/check', CheckedOrder, OrderToCheck.format(source))
	}

	/**
	 * Submits a signed order; returns its subintent id. Submitting the same order again returns the same answer.
	 * @throws TradeError `unknown_integrator`
	 */
	async submitOrder(signedPartialTransaction: string): Promise<string> {
		requireArguments('submitOrder', { signedPartialTransaction: hexForm }, { signedPartialTransaction })
		const body = SubmitOrder.format({ signedPartialTransaction, ...this.#integrator })
		return this.#api.ask('/trade/orders', SubmissionResult, body)
	}

	/** The status of an order. @throws TradeError `unknown_order` */
	async order(subintentId: string, { waitSeconds = 0, signal }: OrderOptions = {}): Promise<OrderStatus> {
		requireArguments('order', { subintentId: idForm }, { subintentId })
		const path = `/trade/orders/${encodeURIComponent(subintentId)}${waitSeconds === 0 ? '' : `?wait=${waitSeconds}`}`
		const options = { waitsMs: waitSeconds * 1000, ...(signal === undefined ? {} : { signal }) }
		return this.#api.get(path, OrderStatus, options)
	}

	/** The status of up to 100 orders: those known, in the requested order, and the ids of those unknown. */
	async orders(subintentIds: readonly string[]): Promise<OrderStatuses> {
		requireArguments('orders', { subintentIds: { items: idForm } }, { subintentIds })
		return this.#api.ask('/trade/orders/status', OrderStatuses, OrderStatusesQuery.format({ subintentIds }))
	}

	/** The published orders of an account, newest first, in pages. @throws TradeError `invalid_address`, `wrong_network` */
	async accountOrders(address: string, { limit, before }: AccountOrdersOptions = {}): Promise<OrderPage> {
		requireArguments('accountOrders', { address: addressForm }, { address })
		const query = new URLSearchParams({
			...(limit === undefined ? {} : { limit: String(limit) }),
			...(before === undefined ? {} : { before }),
		})
		const path = `/trade/account_addresses/${encodeURIComponent(address)}/orders`
		return this.#api.get(query.size === 0 ? path : `${path}?${query}`, OrderPage)
	}

	/** Settled trades of one pair or of all, newest first, in pages. @throws TradeError `unknown_pair` */
	async trades({ pair, limit, before }: TradesOptions = {}): Promise<TradePage> {
		requireArguments('trades', { 'pair?': pairForm }, { pair })
		const query = new URLSearchParams({
			...(pair && { base: pair.base, quote: pair.quote }),
			...(limit === undefined ? {} : { limit: String(limit) }),
			...(before === undefined ? {} : { before }),
		})
		return this.#api.get(`/trade/trades${query.size === 0 ? '' : `?${query}`}`, TradePage)
	}

	/** The trades of a pair as they settle, over any number of connections, until `signal` is aborted. @throws TradeError `unknown_pair` */
	followTrades(pair: Pair, options: ResumeOptions = {}): AsyncGenerator<TradesEvent, void, undefined> {
		requireArguments('followTrades', { pair: pairForm }, { pair })
		refuseUnknown('followTrades', options, resumeOptions)
		return followTrades(this.#api, pair, options)
	}

	/** The prices of a pair by interval, newest first, in pages. */
	async candles(pair: Pair, options: CandlesOptions): Promise<CandlePage> {
		requireArguments('candles', { pair: pairForm, options: candlesForm }, { pair, options })
		const { base, quote } = pair
		const { interval, limit, before } = options
		const query = new URLSearchParams({
			...{ base, quote, interval },
			...(limit === undefined ? {} : { limit: String(limit) }),
			...(before === undefined ? {} : { before: String(before) }),
		})
		return this.#api.get(`/trade/candles?${query}`, CandlePage)
	}

	/** How one trade came about, from the signed manifest to the ledger's transaction. @throws TradeError `unknown_order` */
	async tradeTrace(subintentId: string): Promise<TradeTrace> {
		requireArguments('tradeTrace', { subintentId: idForm }, { subintentId })
		return this.#api.get(`/trade/trades/${encodeURIComponent(subintentId)}`, TradeTrace)
	}

	/** Each entry of an order's history, once and in order, up to the final one. */
	followOrder(subintentId: string, options: FollowOptions = {}): AsyncGenerator<OrderEvent, void, undefined> {
		requireArguments('followOrder', { subintentId: idForm }, { subintentId })
		refuseUnknown('followOrder', options, [...resumeOptions, 'after', 'via'])
		return followOrder({ api: this.#api, order: (id, wait) => this.order(id, wait) }, subintentId, options)
	}

	/**
	 * Cancels an order that is not published yet, with a signature by a key that signed it. Safe to repeat.
	 * @throws TradeError `order_not_cancellable` (`extra.expires_at`), `order_not_open`, `not_account_owner`, `invalid_signature`
	 */
	async cancelOrder(subintentId: string, sign: SignCancellation): Promise<OrderStatus> {
		requireArguments('cancelOrder', { subintentId: idForm, sign: functionForm }, { subintentId, sign })
		const body = Cancellation.format(toCancellation(await sign(cancellationOf(subintentId))))
		return this.#api.delete(`/trade/orders/${encodeURIComponent(subintentId)}`, OrderStatus, body)
	}

	/**
	 * A complete trade: quote, compose, create, have it signed, submit, and follow it until the ledger has decided.
	 * @throws ClockError when the order's expiry is refused and this computer's clock is off; TypeError for an unknown option
	 */
	async trade(request: TradeRequest): Promise<TradeOutcome> {
		refuseUnknown('trade', request, tradeOptions)
		requireSwap('trade', request)
		requireArguments('trade', { request: { members: { sign: functionForm } } }, { request })
		return tradeOnce(this, request)
	}
}

/** Anything that is not flat is left for the check of the arguments. */
function withLimitOrder(given: ComposeRequest | FlatComposeRequest): ComposeRequest {
	if (typeof given !== 'object' || given === null || !('sell' in given)) return given
	const { account, sell, buy, fee } = given
	return { account, limitOrder: { sell, buy }, fee }
}

function withSignatures(given: SigningRequest | SigningWithOne): SigningRequest {
	if (typeof given !== 'object' || given === null || !('signature' in given)) return given
	return { subintent: given.subintent, signatures: [given.signature] }
}

/** The checks in the answer of a service that is not ready; undefined for any other refusal. */
function failedChecks({ extra }: TradeError): ReadinessCheck[] | undefined {
	try {
		return (extra.checks as unknown[]).map(check => ReadinessCheck.parse(check))
	} catch {
		return undefined
	}
}
