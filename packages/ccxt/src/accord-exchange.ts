import { type CandleInterval, candleIntervals, Decimal, type OrderStatus, type Token } from '@accord/protocol'
import { DexClient, type TradedPair } from '@accord/sdk'
import { gatewayBalances } from './balances.ts'
import { described } from './described.ts'
import { Errors } from './errors.ts'
import type { AccordExchangeOptions } from './options.ts'
import { expectSupported, type OrderParams, readDecimal } from './order-arguments.ts'
import { backTo, oldestFirst } from './pages.ts'
import { limitOrderOf, placeOrder } from './place-order.ts'
import type {
	Balances,
	Currency,
	Market,
	Ohlcv,
	Order,
	OrderBook,
	OrderSide,
	OrderType,
	Ticker,
	Trade,
} from './structures.ts'
import { currencyOf, marketOf, ohlcvOf, orderBookOf, orderOf, symbolOf, tickerOf, tradeOf } from './unify.ts'
import { Watches } from './watches.ts'

const dayOf5m = 288
const expiresInDefault = 45
const tradesPerPage = 500

/** What the exchange itself needs; the rest of the options is the client's. */
type OwnOptions = {
	readonly [Name in 'account' | 'sign' | 'signCancellation' | 'gatewayUrl' | 'slippage']:
		| AccordExchangeOptions[Name]
		| undefined
}

type Known = { readonly market: Market; readonly pair: TradedPair; readonly base: Token; readonly quote: Token }

/**
 * A service as CCXT shows exchanges: methods, structures and errors have CCXT's names. Amounts and prices are texts, in
 * and out, as with CCXT's `number: String`; numbers are refused, since they lose digits.
 */
export class AccordExchange {
	readonly id = 'accord'
	readonly name = 'Accord'
	readonly pro = true
	readonly number = String
	/** CCXT's TICK_SIZE. */
	readonly precisionMode = 4
	readonly has = described.has
	readonly timeframes = described.timeframes
	markets: Readonly<Record<string, Market>> = {}
	currencies: Readonly<Record<string, Currency>> = {}
	symbols: readonly string[] = []
	readonly #dex: DexClient
	readonly #own: OwnOptions
	readonly #errors: Errors
	readonly #watches: Watches
	#known: ReadonlyMap<string, Known> | undefined

	constructor(options: AccordExchangeOptions) {
		const { account, sign, signCancellation, gatewayUrl, slippage, errors, ...ofDex } = options
		this.#own = { account, sign, signCancellation, gatewayUrl, slippage }
		this.#dex = new DexClient(ofDex)
		this.#errors = new Errors(errors)
		this.#watches = new Watches(this.#dex, this.#errors)
	}

	/** Markets by symbol, `XRD/xUSDC`; read once unless `reload`. */
	async loadMarkets(reload = false): Promise<Readonly<Record<string, Market>>> {
		if (this.#known === undefined || reload) await this.fetchMarkets()
		return this.markets
	}

	async fetchMarkets(): Promise<readonly Market[]> {
		const { account } = this.#own
		const dex = this.#dex
		const level = account === undefined ? 0 : this.#errors.of(dex.accountLevel(account))
		const all = Promise.all([dex.tokens(), dex.tokenPairs(), dex.info(), level])
		const [tokens, pairs, { perLevelPlatformFee }, ownLevel] = await this.#errors.of(all)
		const token = new Map(tokens.map(each => [each.symbol, each]))
		const fee = perLevelPlatformFee[ownLevel]
		const known = pairs.flatMap((pair): Known[] => {
			const [base, quote] = [token.get(pair.base), token.get(pair.quote)]
			if (base === undefined || quote === undefined || fee === undefined) return []
			return [{ pair, base, quote, market: marketOf({ pair, base, quote, fee }) }]
		})
		this.#known = new Map(known.map(each => [each.market.symbol, each]))
		this.markets = Object.fromEntries(known.map(({ market }) => [market.symbol, market]))
		this.currencies = Object.fromEntries(tokens.map(each => [each.symbol, currencyOf(each)]))
		this.symbols = Object.keys(this.markets)
		return known.map(({ market }) => market)
	}

	async fetchCurrencies(): Promise<Readonly<Record<string, Currency>>> {
		await this.loadMarkets()
		return this.currencies
	}

	async fetchTime(): Promise<number> {
		return (await this.#errors.of(this.#dex.networkStatus())).serviceTimestampMs
	}

	async fetchTicker(symbol: string): Promise<Ticker> {
		const { pair } = await this.#market(symbol)
		const candles = this.#dex.candles(pair, { interval: '5m', limit: dayOf5m })
		const [book, page, nowMs] = await this.#errors.of(
			Promise.all([this.#dex.orderBook(pair), candles, this.fetchTime()]),
		)
		const fromMs = nowMs - candleIntervals['1d']
		return tickerOf(
			book,
			page.candles.filter(({ startMs }) => startMs > fromMs),
			nowMs,
		)
	}

	async fetchOrderBook(symbol: string, limit?: number): Promise<OrderBook> {
		const { pair } = await this.#market(symbol)
		return orderBookOf(await this.#errors.of(this.#dex.orderBook(pair)), limit)
	}

	/** The trades from `since` on, oldest first, at most `limit`; without `since` the newest. */
	async fetchTrades(symbol: string, since?: number, limit = tradesPerPage): Promise<readonly Trade[]> {
		const { pair } = await this.#market(symbol)
		const perPage = since === undefined ? Math.min(limit, tradesPerPage) : tradesPerPage
		const read = async (before?: string) => {
			const page = await this.#dex.trades({ pair, limit: perPage, ...(before === undefined ? {} : { before }) })
			return { items: page.trades.map(tradeOf), next: page.next }
		}
		return oldestFirst(await this.#errors.of(backTo(since, limit, read)), since, limit)
	}

	/** Candles from `since` on, oldest first; an interval without trades has none. */
	async fetchOHLCV(symbol: string, timeframe = '1m', since?: number, limit = 300): Promise<readonly Ohlcv[]> {
		const { pair } = await this.#market(symbol)
		if (!(timeframe in candleIntervals)) throw this.#errors.make('BadRequest', `has no timeframe ${timeframe}`)
		const interval = timeframe as CandleInterval
		const read = async (before?: number) => {
			const page = await this.#dex.candles(pair, { interval, limit: 1000, ...(before === undefined ? {} : { before }) })
			const items = page.candles.map(candle => ({ timestamp: candle.startMs, ohlcv: ohlcvOf(candle) }))
			return { items, next: page.next }
		}
		const found = oldestFirst(await this.#errors.of(backTo(since, limit, read)), since, limit)
		return found.map(({ ohlcv }) => ohlcv)
	}

	/** What the account holds on the ledger. Orders lock nothing, so all of it is free. */
	async fetchBalance(): Promise<Balances> {
		const { gatewayUrl } = this.#own
		if (gatewayUrl === undefined)
			throw this.#errors.make('ArgumentsRequired', 'fetchBalance() needs the option gatewayUrl')
		await this.loadMarkets()
		const account = this.#account('fetchBalance')
		const held = await gatewayBalances(gatewayUrl, account).catch(cause => {
			throw this.#errors.make('ExchangeNotAvailable', `the Gateway did not answer: ${cause.message}`, cause)
		})
		const total = Object.fromEntries(
			Object.values(this.currencies).map(({ id, code }) => [code, Decimal.format(held.get(id) ?? Decimal.zero)]),
		)
		const used = Object.fromEntries(Object.keys(total).map(code => [code, '0']))
		const each = Object.fromEntries(
			Object.entries(total).map(([code, all]) => [code, { free: all, used: '0', total: all }]),
		)
		return {
			info: Object.fromEntries([...held].map(([id, amount]) => [id, Decimal.format(amount)])),
			...each,
			free: total,
			used,
			total,
		}
	}

	/**
	 * Signs and submits an order, which is open until its expiry at most (`params.expiresIn`, 15 to 60 s) and is filled
	 * whole or not at all. A market order is a limit order at the book's price, made worse by `slippage`.
	 */
	async createOrder(
		symbol: string,
		type: OrderType,
		side: OrderSide,
		amount: string,
		price?: string,
		params: OrderParams = {},
	): Promise<Order> {
		const known = await this.#market(symbol)
		const account = this.#account('createOrder')
		const { sign } = this.#own
		if (sign === undefined) throw this.#errors.make('ArgumentsRequired', 'createOrder() needs the option sign')
		expectSupported(params, this.#errors)
		const { base, quote, pair } = known
		const ofBase = readDecimal('amount', amount, { places: base.divisibility, errors: this.#errors })
		const limitOrder =
			type === 'market'
				? await this.#atMarket(known, { side, amount: ofBase, slippage: params.slippage })
				: limitOrderOf({
						side,
						amount: ofBase,
						price: readDecimal('price', price, { places: 18, errors: this.#errors }),
						base,
						quote,
					})
		const expiresInSeconds = params.expiresIn ?? expiresInDefault
		const sold = side === 'sell' ? base : quote
		const id = await this.#errors.of(placeOrder(this.#dex, { account, pair, limitOrder, sold, expiresInSeconds, sign }))
		this.#watches.addOrder(id, status => this.#orderOf(status))
		return this.fetchOrder(id)
	}

	async fetchOrder(id: string): Promise<Order> {
		await this.loadMarkets()
		return this.#orderOf(await this.#errors.of(this.#dex.order(id)))
	}

	/** The account's published orders, oldest first. */
	async fetchOrders(symbol?: string, since?: number, limit = 100): Promise<readonly Order[]> {
		await this.loadMarkets()
		const account = this.#account('fetchOrders')
		const read = async (before?: string) => {
			const page = await this.#dex.accountOrders(account, { limit: 100, ...(before === undefined ? {} : { before }) })
			const orders = page.orders.map(status => this.#orderOf(status))
			return { items: orders.filter(order => symbol === undefined || order.symbol === symbol), next: page.next }
		}
		return oldestFirst(await this.#errors.of(backTo(since, limit, read)), since, limit)
	}

	async fetchOpenOrders(symbol?: string, since?: number, limit?: number): Promise<readonly Order[]> {
		return (await this.fetchOrders(symbol, since, limit)).filter(({ status }) => status === 'open')
	}

	async fetchClosedOrders(symbol?: string, since?: number, limit?: number): Promise<readonly Order[]> {
		return (await this.fetchOrders(symbol, since, limit)).filter(({ status }) => status === 'closed')
	}

	/** Cancels an order that is not published yet. */
	async cancelOrder(id: string): Promise<Order> {
		const { signCancellation } = this.#own
		if (signCancellation === undefined)
			throw this.#errors.make('ArgumentsRequired', 'cancelOrder() needs the option signCancellation')
		await this.loadMarkets()
		return this.#orderOf(await this.#errors.of(this.#dex.cancelOrder(id, signCancellation)))
	}

	/** The book when it next changes; the first call gets it as it is. */
	async watchOrderBook(symbol: string, limit?: number): Promise<OrderBook> {
		const { pair } = await this.#market(symbol)
		return orderBookOf(await this.#watches.nextBook(pair), limit)
	}

	/** The trades since the last call, oldest first; the first call gets the newest 50. */
	async watchTrades(symbol: string): Promise<readonly Trade[]> {
		const { pair } = await this.#market(symbol)
		return (await this.#watches.nextTrades(pair)).map(tradeOf)
	}

	/** The changes of orders that were created here, since the last call. */
	watchOrders(): Promise<readonly Order[]> {
		return this.#watches.nextOrders()
	}

	/** Ends every watch. */
	async close(): Promise<void> {
		this.#watches.close()
	}

	/** The amount cut at the token's places. */
	amountToPrecision(symbol: string, amount: string): string {
		return Decimal.format(Decimal.roundDown(Decimal.parse(amount), this.#loaded(symbol).base.divisibility))
	}

	/** Prices have up to 18 places, which is what any decimal here may have. */
	priceToPrecision(symbol: string, price: string): string {
		this.#loaded(symbol)
		return Decimal.format(Decimal.parse(price))
	}

	async #market(symbol: string): Promise<Known> {
		await this.loadMarkets()
		return this.#loaded(symbol)
	}

	#loaded(symbol: string): Known {
		const known = this.#known?.get(symbol)
		if (known !== undefined) return known
		const hint = this.#known === undefined ? 'call loadMarkets() first' : `the symbols are ${this.symbols.join(', ')}`
		throw this.#errors.make('BadSymbol', `does not have market symbol ${symbol}: ${hint}`)
	}

	#account(method: string): string {
		const { account } = this.#own
		if (account !== undefined) return account
		throw this.#errors.make('ArgumentsRequired', `${method}() needs the option account`)
	}

	async #atMarket({ pair }: Known, order: { side: OrderSide; amount: Decimal; slippage: string | undefined }) {
		const { side, amount, slippage = this.#own.slippage ?? '0.005' } = order
		const exact = { symbol: pair.base, amount }
		const request = side === 'sell' ? { sell: exact } : { buy: exact }
		return (await this.#errors.of(this.#dex.requestQuote({ pair, slippage, ...request }))).limitOrder
	}

	#orderOf(status: OrderStatus): Order {
		const { sell, buy } = status.limitOrder
		const symbols = [
			symbolOf({ base: sell.symbol, quote: buy.symbol }),
			symbolOf({ base: buy.symbol, quote: sell.symbol }),
		]
		const market = symbols.map(symbol => this.markets[symbol]).find(each => each !== undefined)
		// A token or pair may have been taken off the market since.
		return orderOf(status, market ?? { symbol: symbols[0] ?? '', base: sell.symbol })
	}
}
