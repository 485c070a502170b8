import { Decimal, type LimitOrder, limitOrderFromBook, type OrderBook, type Pair, type Token } from '@accord/protocol'
import type { Places } from '../quote/pair-places.ts'

/** A swap with its exact side, and the price that its reader waits for, in quote per base. */
export type WantedPrice = {
	readonly sell: Token
	readonly buy: Token
	readonly exact: 'sell' | 'buy'
	readonly amount: Decimal
	readonly pair: Pair
	readonly price: Decimal
}

/**
 * The order at exactly this price, rounded in favour of its reader: at least bought up, at most sold down. Undefined if
 * the other side would be nothing, or more than an amount can be.
 */
export function limitAt({ sell, buy, exact, amount, pair, price }: WantedPrice): LimitOrder | undefined {
	if (price <= 0n) return undefined
	const isBase = (exact === 'sell' ? sell : buy).symbol === pair.base
	try {
		if (exact === 'sell') {
			const worth = isBase ? Decimal.mulUp(amount, price) : Decimal.divUp(amount, price)
			return orderOf({ sell, buy }, amount, Decimal.roundUp(worth, buy.divisibility))
		}
		const worth = isBase ? Decimal.mulDown(amount, price) : Decimal.divDown(amount, price)
		return orderOf({ sell, buy }, Decimal.roundDown(worth, sell.divisibility), amount)
	} catch {
		return undefined
	}
}

function orderOf(tokens: { sell: Token; buy: Token }, sold: Decimal, bought: Decimal): LimitOrder | undefined {
	if (sold <= 0n || bought <= 0n) return undefined
	return { sell: { symbol: tokens.sell.symbol, amount: sold }, buy: { symbol: tokens.buy.symbol, amount: bought } }
}

/** Whether the book gives an order's whole base amount at its limit or better, rounding included: then makers can fill it. */
export function isReached(limit: LimitOrder, book: OrderBook, divisibility: Places): boolean {
	const sellsBase = limit.sell.symbol === book.pair.base
	const base = sellsBase ? limit.sell : limit.buy
	if (!Decimal.fits(base.amount, divisibility.base)) return false
	const answer = limitOrderFromBook({ book, divisibility, ...(sellsBase ? { sell: base } : { buy: base }) })
	if (answer.kind !== 'order') return false
	return sellsBase ? answer.order.buy.amount >= limit.buy.amount : answer.order.sell.amount <= limit.sell.amount
}
