import type { Decimal } from '../amount/decimal.ts'
import type { Pair } from '../amount/pair.ts'

/** What the user did with base. */
export type TradeSide = 'buy' | 'sell'

/** One settled order as everybody sees it (GET /trade/trades). */
export type Trade = {
	readonly subintentId: string
	readonly transactionId: string
	readonly pair: Pair
	readonly side: TradeSide
	/** Quote per base, without fees, rounded down to 18 places. */
	readonly price: Decimal
	readonly baseAmount: Decimal
	readonly quoteAmount: Decimal
	readonly settledAtMs: number
}

/** A page of trades, newest first. `next` asks for the next page; it is absent on the last one. */
export type TradePage = { readonly trades: readonly Trade[]; readonly next?: string }
