// CCXT's unified structures, member by member, with its option `number: String`: what CCXT declares as a number is the
// text of a decimal, since amounts here have up to 18 places. Times are milliseconds. What a member of CCXT is not known
// of is undefined.

/** A decimal in text, where CCXT has a number. */
export type Num = string | undefined
export type OrderSide = 'buy' | 'sell'
export type OrderType = 'limit' | 'market'
type Bounds = { readonly min: Num; readonly max: Num }
type Fee = { readonly currency: string | undefined; readonly cost: Num; readonly rate?: Num }

/** https://docs.ccxt.com, Market structure. Precision is in ticks: `0.000001` is six places. */
export type Market = {
	readonly id: string
	readonly lowercaseId: string
	readonly symbol: string
	readonly base: string
	readonly quote: string
	readonly settle: undefined
	readonly baseId: string
	readonly quoteId: string
	readonly settleId: undefined
	readonly type: 'spot'
	readonly spot: true
	readonly margin: false
	readonly swap: false
	readonly future: false
	readonly option: false
	readonly index: false
	readonly active: true
	readonly contract: false
	readonly linear: undefined
	readonly inverse: undefined
	readonly subType: undefined
	readonly taker: Num
	readonly maker: Num
	readonly percentage: true
	readonly tierBased: true
	readonly feeSide: 'give'
	readonly contractSize: undefined
	readonly expiry: undefined
	readonly expiryDatetime: undefined
	readonly strike: undefined
	readonly optionType: undefined
	readonly precision: {
		readonly amount: Num
		readonly price: Num
		readonly cost: Num
		readonly base: Num
		readonly quote: Num
	}
	readonly limits: {
		readonly leverage: Bounds
		readonly amount: Bounds
		readonly price: Bounds
		readonly cost: Bounds
	}
	readonly marginModes: { readonly cross: false; readonly isolated: false }
	readonly created: undefined
	readonly info: unknown
}

/** Currency structure; its id is the resource's address. */
export type Currency = {
	readonly id: string
	readonly code: string
	readonly numericId: undefined
	readonly precision: Num
	readonly type: 'crypto'
	readonly name: string
	readonly active: true
	readonly deposit: undefined
	readonly withdraw: undefined
	readonly fee: undefined
	readonly fees: object
	readonly networks: object
	readonly limits: { readonly deposit: Bounds; readonly withdraw: Bounds }
	readonly info: unknown
}

type Moment = { readonly timestamp: number; readonly datetime: string }

/** Ticker structure, of the last 24 hours in intervals of five minutes. */
export type Ticker = Moment & {
	readonly symbol: string
	readonly high: Num
	readonly low: Num
	readonly bid: Num
	readonly bidVolume: Num
	readonly ask: Num
	readonly askVolume: Num
	readonly vwap: Num
	readonly open: Num
	readonly close: Num
	readonly last: Num
	readonly previousClose: Num
	readonly change: Num
	readonly percentage: Num
	readonly average: Num
	readonly baseVolume: Num
	readonly quoteVolume: Num
	readonly indexPrice: undefined
	readonly markPrice: undefined
	readonly info: unknown
}

/** Order book structure: `[price, amount]`, best first. */
export type OrderBook = Moment & {
	readonly symbol: string
	readonly bids: readonly (readonly [string, string])[]
	readonly asks: readonly (readonly [string, string])[]
	/** Grows with each change, on one node. */
	readonly nonce: number
}

/** Trade structure. Its id is the order's: an order is one trade. */
export type Trade = Moment & {
	readonly id: string
	readonly order: string
	readonly symbol: string
	readonly type: 'limit'
	readonly side: OrderSide
	readonly takerOrMaker: 'taker'
	readonly price: string
	readonly amount: string
	readonly cost: string
	readonly fee: Fee
	readonly fees: readonly Fee[]
	readonly info: unknown
}

/** `[timestamp, open, high, low, close, volume in base]`. */
export type Ohlcv = readonly [number, string, string, string, string, string]

/** Order structure. An order is filled whole or not at all, so its time in force is FOK. */
export type Order = Moment & {
	readonly id: string
	readonly clientOrderId: undefined
	readonly lastTradeTimestamp: number | undefined
	readonly lastUpdateTimestamp: number | undefined
	readonly status: 'open' | 'closed' | 'canceled' | 'expired'
	readonly symbol: string
	readonly type: 'limit'
	readonly timeInForce: 'FOK'
	readonly side: OrderSide
	readonly price: Num
	readonly average: Num
	readonly amount: Num
	readonly filled: Num
	readonly remaining: Num
	readonly stopPrice: undefined
	readonly triggerPrice: undefined
	readonly takeProfitPrice: undefined
	readonly stopLossPrice: undefined
	readonly cost: Num
	readonly trades: readonly Trade[]
	readonly fee: Fee
	readonly fees: readonly Fee[]
	readonly reduceOnly: false
	readonly postOnly: false
	readonly info: unknown
}

type Balance = { readonly free: string; readonly used: string; readonly total: string }

/** Balance structure, by token and by kind. */
export type Balances = Partial<Moment> & {
	readonly info: unknown
	readonly free: Readonly<Record<string, string>>
	readonly used: Readonly<Record<string, string>>
	readonly total: Readonly<Record<string, string>>
	readonly [code: string]: Balance | Readonly<Record<string, string>> | unknown
}
