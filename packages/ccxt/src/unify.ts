import {
	type Amount,
	Candle,
	Decimal,
	type LevelFee,
	type LimitOrder,
	OrderStatus,
	type PriceLevel,
	type ShownOrderBook,
	ShownOrderBook as ShownOrderBookMessage,
	Token,
	TradedPair,
	Trade as TradeMessage,
	withSurplus,
} from '@accord/protocol'
import type { Currency, Market, Ohlcv, Order, OrderBook, OrderSide, Ticker, Trade } from './structures.ts'

// From the Trade API's messages to CCXT's structures: pure, and without a float. `info` is the message as on the wire.

const { format } = Decimal
const unknownBounds = { min: undefined, max: undefined }
const noFee = { currency: undefined, cost: undefined }

export function currencyOf(token: Token): Currency {
	return {
		id: token.resourceAddress,
		code: token.symbol,
		numericId: undefined,
		precision: format(Decimal.unit(token.divisibility)),
		type: 'crypto',
		name: token.name,
		active: true,
		deposit: undefined,
		withdraw: undefined,
		fee: undefined,
		fees: {},
		networks: {},
		limits: { deposit: unknownBounds, withdraw: unknownBounds },
		info: Token.format(token),
	}
}

type MarketParts = { readonly pair: TradedPair; readonly base: Token; readonly quote: Token; readonly fee: LevelFee }

export function marketOf({ pair, base, quote, fee }: MarketParts): Market {
	const [baseTick, quoteTick] = [base, quote].map(({ divisibility }) => format(Decimal.unit(divisibility)))
	const id = `${pair.base}_${pair.quote}`
	return {
		id,
		lowercaseId: id.toLowerCase(),
		symbol: `${pair.base}/${pair.quote}`,
		base: pair.base,
		quote: pair.quote,
		baseId: base.resourceAddress,
		quoteId: quote.resourceAddress,
		...spot,
		taker: format(fee.takerFee),
		maker: format(fee.makerFee),
		precision: {
			amount: baseTick,
			price: format(Decimal.unit(18)),
			cost: quoteTick,
			base: baseTick,
			quote: quoteTick,
		},
		info: TradedPair.format(pair),
	}
}

/** What is the same of every market: fees are fractions of what is sold, by the account's level. */
const spot = {
	settle: undefined,
	settleId: undefined,
	type: 'spot',
	spot: true,
	margin: false,
	swap: false,
	future: false,
	option: false,
	index: false,
	active: true,
	contract: false,
	linear: undefined,
	inverse: undefined,
	subType: undefined,
	percentage: true,
	tierBased: true,
	feeSide: 'give',
	contractSize: undefined,
	expiry: undefined,
	expiryDatetime: undefined,
	strike: undefined,
	optionType: undefined,
	limits: { leverage: unknownBounds, amount: unknownBounds, price: unknownBounds, cost: unknownBounds },
	marginModes: { cross: false, isolated: false },
	created: undefined,
} as const

export function orderBookOf(book: ShownOrderBook, limit: number | undefined): OrderBook {
	const side = (levels: readonly PriceLevel[]) =>
		levels.slice(0, limit).map(({ price, amount }) => [format(price), format(amount)] as const)
	return {
		symbol: symbolOf(book.pair),
		bids: side(book.bids),
		asks: side(book.asks),
		...moment(book.atMs),
		nonce: book.sequence,
	}
}

export function tradeOf(trade: TradeMessage): Trade {
	return {
		id: trade.subintentId,
		order: trade.subintentId,
		symbol: symbolOf(trade.pair),
		...moment(trade.settledAtMs),
		type: 'limit',
		side: trade.side,
		takerOrMaker: 'taker',
		price: format(trade.price),
		amount: format(trade.baseAmount),
		cost: format(trade.quoteAmount),
		fee: noFee,
		fees: [],
		info: TradeMessage.format(trade),
	}
}

export function ohlcvOf({ startMs, open, high, low, close, baseVolume }: Candle): Ohlcv {
	return [startMs, format(open), format(high), format(low), format(close), format(baseVolume)]
}

const hundred = Decimal.fromInteger(100)

/** `candles` are the last 24 hours, newest first. */
export function tickerOf(book: ShownOrderBook, candles: readonly Candle[], nowMs: number): Ticker {
	const [bid, ask] = [book.bids[0], book.asks[0]]
	const [newest, oldest] = [candles[0], candles.at(-1)]
	const best = {
		symbol: symbolOf(book.pair),
		...moment(nowMs),
		bid: bid && format(bid.price),
		bidVolume: bid && format(bid.amount),
		ask: ask && format(ask.price),
		askVolume: ask && format(ask.amount),
		previousClose: undefined,
		indexPrice: undefined,
		markPrice: undefined,
		info: { order_book: ShownOrderBookMessage.format(book), candles: candles.map(candle => Candle.format(candle)) },
	}
	if (newest === undefined || oldest === undefined) return { ...best, ...withoutTrades }
	const [open, close] = [oldest.open, newest.close]
	const change = Decimal.subtract(close, open)
	const baseVolume = Decimal.sum(candles.map(candle => candle.baseVolume))
	const quoteVolume = Decimal.sum(candles.map(candle => candle.quoteVolume))
	return {
		...best,
		open: format(open),
		close: format(close),
		last: format(close),
		high: format(candles.map(({ high }) => high).reduce(Decimal.max)),
		low: format(candles.map(({ low }) => low).reduce(Decimal.min)),
		change: format(change),
		percentage: format(Decimal.divDown(Decimal.mulDown(change, hundred), open)),
		average: format(Decimal.divDown(Decimal.add(open, close), Decimal.fromInteger(2))),
		vwap: format(Decimal.divDown(quoteVolume, baseVolume)),
		baseVolume: format(baseVolume),
		quoteVolume: format(quoteVolume),
	}
}

const withoutTrades = {
	...{ open: undefined, close: undefined, last: undefined, high: undefined, low: undefined, change: undefined },
	...{ percentage: undefined, average: undefined, vwap: undefined, baseVolume: '0', quoteVolume: '0' },
} as const

const statuses = {
	awaiting_fills: 'open',
	filled: 'open',
	published: 'open',
	settled: 'closed',
	unfilled: 'canceled',
	cancelled: 'canceled',
	expired: 'expired',
} as const satisfies Readonly<Record<OrderStatus['state'], Order['status']>>

/** An order of this market. What the ledger decided counts, even where that corrected an earlier outcome. */
export function orderOf(status: OrderStatus, market: Pick<Market, 'symbol' | 'base'>): Order {
	const state = status.correction?.state ?? status.state
	const isSettled = state === 'settled'
	const limit = sidesOf(status.limitOrder, market.base)
	const got = sidesOf(withSurplus(status.limitOrder, status.surplus), market.base)
	const amount = format(limit.base.amount)
	const endedAtMs = status.history.at(-1)?.atMs
	const { symbol, platformAmount, settlementAmount } = status.fee
	const fee = { currency: symbol, cost: format(Decimal.add(platformAmount, settlementAmount)) }
	return {
		id: status.subintentId,
		clientOrderId: undefined,
		symbol: market.symbol,
		...moment(status.createdAtMs),
		lastTradeTimestamp: isSettled ? endedAtMs : undefined,
		lastUpdateTimestamp: endedAtMs,
		status: statuses[state],
		type: 'limit',
		timeInForce: 'FOK',
		side: limit.side,
		price: format(Decimal.divDown(limit.quote.amount, limit.base.amount)),
		average: isSettled ? format(Decimal.divDown(got.quote.amount, got.base.amount)) : undefined,
		amount,
		filled: isSettled ? amount : '0',
		remaining: isSettled ? '0' : amount,
		cost: isSettled ? format(got.quote.amount) : '0',
		...{ stopPrice: undefined, triggerPrice: undefined, takeProfitPrice: undefined, stopLossPrice: undefined },
		trades: [],
		fee,
		fees: [fee],
		reduceOnly: false,
		postOnly: false,
		info: OrderStatus.format(status),
	}
}

type Sides = { readonly side: OrderSide; readonly base: Amount; readonly quote: Amount }

function sidesOf({ sell, buy }: LimitOrder, base: string): Sides {
	return sell.symbol === base ? { side: 'sell', base: sell, quote: buy } : { side: 'buy', base: buy, quote: sell }
}

export function symbolOf({ base, quote }: { readonly base: string; readonly quote: string }): string {
	return `${base}/${quote}`
}

function moment(timestamp: number): { readonly timestamp: number; readonly datetime: string } {
	return { timestamp, datetime: new Date(timestamp).toISOString() }
}
