import type { Amount } from '../amount/amount.ts'
import type { Decimal } from '../amount/decimal.ts'
import type { Pair } from '../amount/pair.ts'
import type { PriceLevel, Side } from '../book/price-level.ts'
import type { Fee } from '../fee/fee.ts'
import type { Bounds } from '../service/limits.ts'
import type { LimitOrder } from './limit-order.ts'

/** The side of a limit order that is given exactly; the other one is computed. */
export type ExactSide =
	| { readonly sell: Amount; readonly buy?: undefined }
	| { readonly buy: Amount; readonly sell?: undefined }

/** An exact side to quote (POST /trade/quote). */
export type QuoteRequest = ExactSide & {
	readonly pair: Pair
	/** With an account its fee level is used and the manifest composed. */
	readonly account?: string
	/** The fraction from 0 to 0.5 by which the other side is made worse for the user; 0.001 is 0.1 %. */
	readonly slippage?: Decimal
}

/** What a quote takes of one maker at one price. Makers are numbered within the quote, in the order of priority. */
export type QuotedLevel = PriceLevel & { readonly maker: number }

/** What an exact amount would trade for now, computed by the service. It binds no one: the book may change at any time. */
export type Quote = {
	readonly pair: Pair
	readonly limitOrder: LimitOrder
	readonly fee: Fee
	/** The account level whose fee it is; 0 without an account. */
	readonly level: number
	/** What the manifest withdraws: sell amount and both fees. */
	readonly total: Amount
	/** What an order without a prefix is expected to get back. */
	readonly expectedRebate: Amount
	/** The side of the book that is taken. */
	readonly side: Side
	readonly levels: readonly QuotedLevel[]
	readonly rounding: QuoteRounding
	readonly validity: {
		readonly bookSequence: number
		readonly quotedAtMs: number
		/** How far ahead the expiry of the subintent may lie when it is received. */
		readonly expiresInSeconds: Bounds
	}
	/** The limit order manifest; present when the request named an account. */
	readonly manifest?: string
}

/** How the computed side was rounded: a buy amount down, a sell amount up. */
export type QuoteRounding = {
	/** The token of the computed side. */
	readonly symbol: string
	readonly direction: 'down' | 'up'
	/** Before rounding, as text with at most 36 decimal places. */
	readonly exact: string
	/** Before slippage. */
	readonly rounded: Decimal
}
