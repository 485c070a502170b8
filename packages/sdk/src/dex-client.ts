import {
	type Amount,
	accountLevelWire,
	accountsWire,
	createdSubintentWire,
	type Fee,
	type FeeInfo,
	feeInfoWire,
	formatAmount,
	formatFee,
	type LimitOrder,
	manifestWire,
	type NetworkStatusWire,
	networkStatusWire,
	type OrderBook,
	type OrderStatusWire,
	orderBookWire,
	orderStatusWire,
	type Pair,
	type ParsedOrderWire,
	type ParseOrderWire,
	parseAmount,
	parsedOrderWire,
	parseFeeInfo,
	parseOrderBook,
	type SignWire,
	signedWire,
	submissionResultWire,
	type Token,
	tokenPairsWire,
	tokensWire,
} from '@accord/protocol'
import { type FollowOptions, followOrder } from './follow-order.ts'
import { type Quote, type QuoteRequest, quoteOrder } from './quote-order.ts'
import { TradeApi, type TradeApiOptions } from './trade-api.ts'
import { type TradeOutcome, type TradeRequest, tradeOnce } from './trade-once.ts'

/** An unsigned subintent as the service made it. `subintentHash` is what a key signs; compute it yourself before you do. */
export type CreatedSubintent = { subintent: string; subintentHash: string; subintentId: string; expiresAtS: number }

/** One signature over a subintent's hash, in hex. */
export type SubintentSignature = { curve: 'Ed25519' | 'Secp256k1'; publicKey?: string; signature: string }

/** A maker's account with its balances. */
export type AccountBalances = { address: string; balances: Amount[] }

/**
 * A DEX's side of the Trade API. It holds no keys: whatever must be signed is handed to the caller.
 * Refusals are `TradeError`s with a code; a `ConnectionError` means that nobody knows whether the request arrived.
 */
export class DexClient {
	readonly #api: TradeApi

	constructor(options: TradeApiOptions) {
		this.#api = new TradeApi(options)
	}

	/** The ledger's epoch and both clocks. */
	networkStatus(): Promise<NetworkStatusWire> {
		return this.#api.get('/network/status', networkStatusWire)
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
		const { tokens } = await this.#api.get('/trade/tokens', tokensWire)
		return tokens.map(wire => ({
			symbol: wire.symbol,
			resourceAddress: wire.resource_address,
			divisibility: wire.divisibility,
			name: wire.name,
			iconUrl: wire.icon_url,
		}))
	}

	/** All pairs that have an order book. */
	async tokenPairs(): Promise<Pair[]> {
		return (await this.#api.get('/trade/token_pairs', tokenPairsWire)).token_pairs
	}

	/** What can be traded in a pair now. @throws TradeError `unknown_pair` */
	async orderBook({ base, quote }: Pair): Promise<OrderBook> {
		const query = new URLSearchParams({ base, quote })
		return parseOrderBook(await this.#api.get(`/trade/order_book?${query}`, orderBookWire))
	}

	/** The accounts that belong to the API key, with what they hold. */
	async accounts(): Promise<AccountBalances[]> {
		const { accounts } = await this.#api.get('/trade/accounts', accountsWire)
		return accounts.map(({ address, balances }) => ({ address, balances: balances.map(parseAmount) }))
	}

	/** The limit order and the fee that the present book and fee table give for a wish. @throws TradeError `no_liquidity` */
	quote(request: QuoteRequest): Promise<Quote> {
		return quoteOrder(this, request)
	}

	/** The text of the limit order manifest. */
	async compose(order: { account: string; limitOrder: LimitOrder; fee: Fee }): Promise<string> {
		const { manifest } = await this.#api.post('/construction/compose', manifestWire, {
			type: 'LimitOrder',
			account: order.account,
			sell: formatAmount(order.limitOrder.sell),
			buy: formatAmount(order.limitOrder.buy),
			fee: formatFee(order.fee),
		})
		return manifest
	}

	/** What a manifest, a subintent or a signed partial transaction says, and which rules it breaks. */
	parse(request: ParseOrderWire): Promise<ParsedOrderWire> {
		return this.#api.post('/construction/parse', parsedOrderWire, request)
	}

	/** Compiles a manifest into an unsigned subintent that expires so many seconds from now (45 when absent). */
	async createSubintent(request: { manifest: string; expiresInSeconds?: number }): Promise<CreatedSubintent> {
		const { manifest, expiresInSeconds } = request
		const wire = await this.#api.post('/construction/create_subintent', createdSubintentWire, {
			manifest,
			...(expiresInSeconds === undefined ? {} : { expires_in_seconds: expiresInSeconds }),
		})
		const { subintent, subintent_hash: subintentHash, subintent_id: subintentId, expires_at: expiresAtS } = wire
		return { subintent, subintentHash, subintentId, expiresAtS }
	}

	/** Joins a subintent and signatures over its hash; the answer is the signed partial transaction in hex. */
	async sign(request: { subintent: string; signatures: readonly SubintentSignature[] }): Promise<string> {
		const signatures = request.signatures.map(({ curve, publicKey, signature }) => ({
			curve,
			...(publicKey === undefined ? {} : { public_key: publicKey }),
			signature,
		}))
		const body: SignWire = { subintent: request.subintent, signatures }
		return (await this.#api.post('/construction/sign', signedWire, body)).signed_partial_transaction
	}

	/**
	 * Hands in a signed order; the answer is its subintent id. Not repeated by itself, but safe to repeat: the same order again
	 * gets the same answer.
	 */
	async submitOrder(signedPartialTransaction: string): Promise<string> {
		const body = { signed_partial_transaction: signedPartialTransaction }
		const result = await this.#api.post('/trade/orders', submissionResultWire, body)
		return result.success_response.subintent_id
	}

	/** Where an order stands. @throws TradeError `not_found` */
	order(subintentId: string): Promise<OrderStatusWire> {
		return this.#api.get(`/trade/orders/${encodeURIComponent(subintentId)}`, orderStatusWire)
	}

	/** The order's status each time it changes, ending with the terminal one. */
	followOrder(subintentId: string, options?: FollowOptions): AsyncGenerator<OrderStatusWire, void, undefined> {
		return followOrder(this, subintentId, options)
	}

	/** A whole trade: quote, compose, create, have it signed, submit, follow until the ledger has decided. */
	trade(request: TradeRequest): Promise<TradeOutcome> {
		return tradeOnce(this, request)
	}
}
