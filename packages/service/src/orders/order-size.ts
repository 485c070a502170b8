import { Decimal, type Exact, type LimitOrder } from '@accord/protocol'
import type { Side } from '../db/tables.ts'

/** A limit order in the terms of its pair: so much base against so much quote. */
export type OrderSize = { readonly base: Decimal; readonly quote: Decimal }

/** The order's base and quote amounts; it sells base where it takes bids. */
export function orderSize({ side, limitOrder: { sell, buy } }: { side: Side; limitOrder: LimitOrder }): OrderSize {
	return side === 'bids' ? { base: sell.amount, quote: buy.amount } : { base: buy.amount, quote: sell.amount }
}

/** The limit order of this size from the user's side, in the tokens of `like`. */
export function sizedLike(like: LimitOrder, side: Side, { base, quote }: OrderSize): LimitOrder {
	const [sell, buy] = side === 'bids' ? [base, quote] : [quote, base]
	return { sell: { symbol: like.sell.symbol, amount: sell }, buy: { symbol: like.buy.symbol, amount: buy } }
}

/** By how much the makers' levels are better for the user than the limit asks; negative when they do not reach it. */
export function surplus(side: Side, { quote }: OrderSize, value: Exact): Exact {
	const limit = quote * Decimal.one
	return side === 'bids' ? value - limit : limit - value
}
