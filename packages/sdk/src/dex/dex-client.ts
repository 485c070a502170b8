import {
	type AccountBalances,
	accountLevelWire,
	accountsWire,
	type CheckedOrder,
	type ComposeRequest,
	type CreatedSubintent,
	checkedOrderWire,
	createdSubintentWire,
	type ErrorCode,
	type FeeInfo,
	feeInfoWire,
	formatCancellation,
	formatComposeRequest,
	formatOrderSource,
	formatQuoteRequest,
	formatSigningRequest,
	formatSubintentRequest,
	type Limits,
	limitsWire,
	liveWire,
	manifestWire,
	type NetworkStatus,
	networkStatusWire,
	type OrderEvent,
	type OrderSource,
	type OrderStatus,
	type OrderStatuses,
	orderStatusesWire,
	orderStatusWire,
	type Pair,
	type ParsedOrder,
	parseAccounts,
	parseCheckedOrder,
	parseCreatedSubintent,
	parsedOrderWire,
	parseFeeInfo,
	parseLimits,
	parseNetworkStatus,
	parseOrderStatus,
	parseOrderStatuses,
	parseParsedOrder,
	parseQuote,
	parseReadinessCheck,
	parseShownBook,
	parseSignedSubintent,
	parseSubmissionResult,
	parseToken,
	parseTrades,
	parseTradeTrace,
	parseVersion,
	type Quote,
	quoteWire,
	type ReadinessCheck,
	readinessCheckWire,
	readyWire,
	type ShownBook,
	type SigningRequest,
	type SubintentRequest,
	shownOrderBookWire,
	signedWire,
	submissionResultWire,
	type Token,
	TradeError,
	type TradePage,
	type TradeTrace,
	tokenPairsWire,
	tokensWire,
	tradesWire,
	tradeTraceWire,
	type Version,
	versionWire,
} from '@accord/protocol'
import { cancellationOf, type SignCancellation, toCancellation } from '../signing/cancellation.ts'
import type { ResumeOptions } from '../transport/resumed-events.ts'
import { TradeApi, type TradeApiOptions } from '../transport/trade-api.ts'
import { followOrderBook } from './order-book.ts'
import { type FollowOptions, followOrder } from './order-events.ts'
import { type BookQuote, type BookQuoteRequest, type QuoteRequest, quoteOrder, toQuoteRequest } from './quote.ts'
import { type TradeOutcome, type TradeRequest, tradeOnce } from './trade.ts'

/** Whether orders should be sent to this service now; `code` is that of the first thing that fails. */
export type Readiness = {
	readonly isReady: boolean
	readonly checks: readonly ReadinessCheck[]
	readonly code?: ErrorCode
}

/** How long an answer may be waited for: `waitSeconds` (0 to 30) until the order is final. */
export type OrderOptions = { readonly waitSeconds?: number; readonly signal?: AbortSignal }

/** Which trades: `limit` is 1 to 500, 100 when absent. */
export type TradesOptions = { readonly pair?: Pair; readonly limit?: number; readonly before?: string }

/**
 * A DEX's side of the Trade API, in browsers and Node. It holds no keys: whatever must be signed is handed to the caller.
 * Refusals are `TradeError`s with a code; a `ConnectionError` means that nobody knows whether the request arrived. Every call
 * is tried again when the service cannot be reached or is busy, since all of them either change nothing or get the same answer
 * when they come twice.
 */
export class DexClient {
	readonly #api: TradeApi

	constructor(options: TradeApiOptions) {
		this.#api = new TradeApi(options)
	}

	/** The ledger's epoch and both clocks. */
	async networkStatus(): Promise<NetworkStatus> {
		return parseNetworkStatus(await this.#api.get('/network/status', networkStatusWire))
	}

	/** Which program and which version of the interfaces answers. */
	async version(): Promise<Version> {
		return parseVersion(await this.#api.get('/version', versionWire))
	}

	/** Every number that a client can run into. */
	async limits(): Promise<Limits> {
		return parseLimits(await this.#api.get('/limits', limitsWire))
	}

	/** Resolves when the service's process answers. @throws ConnectionError when it does not */
	async live(): Promise<void> {
		await this.#api.once('GET', '/health/live', liveWire)
	}

	/** Whether orders should be sent there now, and what fails if not. */
	ready(): Promise<Readiness> {
		return askReadiness(this.#api)
	}

	/** The fee table and the access rule of step 1 (specification, Fee info). */
	async info(): Promise<FeeInfo> {
		return parseFeeInfo(await this.#api.get('/trade/info', feeInfoWire))
	}

	/** The index of an account's row in the fee table; an account never seen has 0. */
	async accountLevel(address: string): Promise<number> {
		const path = `/trade/account_addresses/${encodeURIComponent(address)}`
		return (await this.#api.get(path, accountLevelWire)).level
	}

	/** All tokens that are traded. */
	async tokens(): Promise<Token[]> {
		return (await this.#api.get('/trade/tokens', tokensWire)).tokens.map(parseToken)
	}

	/** All pairs that have an order book. */
	async tokenPairs(): Promise<Pair[]> {
		return (await this.#api.get('/trade/token_pairs', tokenPairsWire)).token_pairs
	}

	/** What can be traded in a pair now, at most `depth` levels a side. @throws TradeError `unknown_pair` */
	async orderBook({ base, quote }: Pair, { depth }: { depth?: number } = {}): Promise<ShownBook> {
		const query = new URLSearchParams({ base, quote, ...(depth === undefined ? {} : { depth: String(depth) }) })
		return parseShownBook(await this.#api.get(`/trade/order_book?${query}`, shownOrderBookWire))
	}

	/** The order book as it changes, the newest each time, over any number of connections, until `signal` is aborted. */
	followOrderBook(pair: Pair, options?: ResumeOptions): AsyncIterableIterator<ShownBook, void, undefined> {
		return followOrderBook(this.#api, pair, options)
	}

	/** The accounts that belong to the API key, with what they hold. Not for browsers. */
	async accounts(): Promise<AccountBalances[]> {
		return parseAccounts(await this.#api.get('/trade/accounts', accountsWire))
	}

	/**
	 * The limit order and the fee that the shown book and the fee table give for a swap, computed here.
	 * @throws TradeError `no_liquidity`
	 */
	quote(request: BookQuoteRequest): Promise<BookQuote> {
		return quoteOrder(this, request)
	}

	/** The same computed by the service in one call, with the levels taken, the expected rebate and, for an account, the manifest. */
	async requestQuote(request: QuoteRequest): Promise<Quote> {
		return parseQuote(await this.#api.ask('/trade/quote', quoteWire, formatQuoteRequest(toQuoteRequest(request))))
	}

	/** The text of the limit order manifest. */
	async compose(request: ComposeRequest): Promise<string> {
		return (await this.#api.ask('/construction/compose', manifestWire, formatComposeRequest(request))).manifest
	}

	/** What a manifest, a subintent or a signed partial transaction says, and which rules it breaks. */
	async parse(source: OrderSource): Promise<ParsedOrder> {
		return parseParsedOrder(await this.#api.ask('/construction/parse', parsedOrderWire, formatOrderSource(source)))
	}

	/** Compiles a manifest into an unsigned subintent that expires 45 s from now, unless said otherwise. */
	async createSubintent(request: SubintentRequest): Promise<CreatedSubintent> {
		const path = '/construction/create_subintent'
		return parseCreatedSubintent(await this.#api.ask(path, createdSubintentWire, formatSubintentRequest(request)))
	}

	/** Joins a subintent and signatures over its hash; the answer is the signed partial transaction in hex. */
	async sign(request: SigningRequest): Promise<string> {
		const signed = await this.#api.ask('/construction/sign', signedWire, formatSigningRequest(request))
		return parseSignedSubintent(signed).signedPartialTransaction
	}

	/** Everything that is wrong with an order, signed or not, and what it would cost; nothing is kept. */
	async check(source: OrderSource): Promise<CheckedOrder> {
		return parseCheckedOrder(await this.#api.ask('/trade/orders/check', checkedOrderWire, formatOrderSource(source)))
	}

	/** Hands in a signed order; the answer is its subintent id. The same order again gets the same answer. */
	async submitOrder(signedPartialTransaction: string): Promise<string> {
		const body = { signed_partial_transaction: signedPartialTransaction }
		return parseSubmissionResult(await this.#api.ask('/trade/orders', submissionResultWire, body))
	}

	/**
	 * Where an order stands; with `waitSeconds` the answer comes when it is final, or after so long.
	 * @throws TradeError `unknown_order`
	 */
	async order(subintentId: string, { waitSeconds = 0, signal }: OrderOptions = {}): Promise<OrderStatus> {
		const path = `/trade/orders/${encodeURIComponent(subintentId)}${waitSeconds === 0 ? '' : `?wait=${waitSeconds}`}`
		const options = { waitsMs: waitSeconds * 1000, ...(signal === undefined ? {} : { signal }) }
		return parseOrderStatus(await this.#api.get(path, orderStatusWire, options))
	}

	/** Where up to 100 orders stand: the known ones in the order asked, and the ids of which there is none. */
	async orders(subintentIds: readonly string[]): Promise<OrderStatuses> {
		const body = { subintent_ids: subintentIds }
		return parseOrderStatuses(await this.#api.ask('/trade/orders/status', orderStatusesWire, body))
	}

	/**
	 * What was settled, newest first, in pages: of one pair or of all; `before` is the `next` of the page before.
	 * @throws TradeError `unknown_pair`
	 */
	async trades({ pair, limit, before }: TradesOptions = {}): Promise<TradePage> {
		const query = new URLSearchParams({
			...pair,
			...(limit === undefined ? {} : { limit: String(limit) }),
			...(before === undefined ? {} : { before }),
		})
		return parseTrades(await this.#api.get(`/trade/trades${query.size === 0 ? '' : `?${query}`}`, tradesWire))
	}

	/** How one trade came about, from the signed manifest to the ledger's transaction. @throws TradeError `unknown_order` */
	async tradeTrace(subintentId: string): Promise<TradeTrace> {
		return parseTradeTrace(await this.#api.get(`/trade/trades/${encodeURIComponent(subintentId)}`, tradeTraceWire))
	}

	/** Everything that happens to an order, each entry of its history once and in order, up to the final one. */
	followOrder(subintentId: string, options?: FollowOptions): AsyncGenerator<OrderEvent, void, undefined> {
		return followOrder({ api: this.#api, order: (id, wait) => this.order(id, wait) }, subintentId, options)
	}

	/**
	 * Cancels an order that is not published yet; whoever holds a key that signed it signs `hash`. The same again is safe.
	 * @throws TradeError `order_not_cancellable` (`extra.expires_at`), `order_not_open`, `not_account_owner`, `invalid_signature`
	 */
	async cancelOrder(subintentId: string, sign: SignCancellation): Promise<OrderStatus> {
		const body = formatCancellation(toCancellation(await sign(cancellationOf(subintentId))))
		const path = `/trade/orders/${encodeURIComponent(subintentId)}`
		return parseOrderStatus(await this.#api.delete(path, orderStatusWire, body))
	}

	/** A whole trade: quote, compose, create, have it signed, submit, follow until the ledger has decided. */
	trade(request: TradeRequest): Promise<TradeOutcome> {
		return tradeOnce(this, request)
	}
}

/** Asks once: that it is not ready is an answer. @throws ConnectionError when nobody answers */
export async function askReadiness(api: TradeApi): Promise<Readiness> {
	try {
		const { checks } = await api.once('GET', '/health/ready', readyWire)
		return { isReady: true, checks: checks.map(parseReadinessCheck) }
	} catch (error) {
		if (!(error instanceof TradeError)) throw error
		const checks = readinessCheckWire.array().safeParse(error.extra.checks)
		if (!checks.success) throw error
		return { isReady: false, checks: checks.data.map(parseReadinessCheck), code: error.code }
	}
}
