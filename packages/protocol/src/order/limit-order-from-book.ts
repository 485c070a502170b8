import type { Amount } from '../amount/amount.ts'
import { Decimal } from '../amount/decimal.ts'
import { type Pair, pairKey } from '../amount/pair.ts'
import type { OrderBook } from '../book/order-book.ts'
import { baseWorth, exactDown, exactUp, takeBase, wholeDepth } from '../book/walk.ts'
import { TradeError } from '../error/trade-error.ts'
import type { LimitOrder } from './limit-order.ts'
import type { ExactSide } from './quote.ts'

/** A user's request to a book: to sell or to buy an exact amount of either token of its pair. */
export type BookRequest = {
	readonly book: OrderBook
	/** Decimal places of the two tokens of the pair. */
	readonly divisibility: { readonly base: number; readonly quote: number }
} & ExactSide

/**
 * The limit order, or why the book yields none: `insufficient` with the largest possible amount of the exact side, or
 * `too_small` if the other side would round to nothing.
 */
export type BookAnswer =
	| { readonly kind: 'order'; readonly order: LimitOrder }
	| { readonly kind: 'insufficient'; readonly available: Amount }
	| { readonly kind: 'too_small' }

/**
 * Computes a limit order from the front of an order book (specification, Limit order). Sums are exact and rounded once:
 * amounts bought down, amounts sold up, each to the divisibility of its token.
 * @throws TradeError `unknown_token` for a symbol outside the pair; `invalid_amount` for an amount that is not positive
 * or has more places than its token
 */
export function limitOrderFromBook(request: BookRequest): BookAnswer {
	const { book, divisibility } = request
	const { symbol, amount } = request.sell ?? request.buy
	const side = sideOf(book.pair, symbol)
	checkAmount(amount, divisibility[side])
	const walk = { ...book, divisibility, amount }
	if (request.sell !== undefined) return side === 'base' ? sellBase(walk) : sellQuote(walk)
	return side === 'base' ? buyBase(walk) : buyQuote(walk)
}

/**
 * What an order from this book exchanges if the book stays as it is: its limit, or better in quote, since makers are asked for
 * their own prices of its base. Too small a difference is not delivered, so a service may expect less.
 */
export function expectedFromBook(
	limit: LimitOrder,
	{ book, divisibility }: Omit<BookRequest, keyof ExactSide>,
): LimitOrder {
	const base = limit.sell.symbol === book.pair.base ? { sell: limit.sell } : { buy: limit.buy }
	const answer = limitOrderFromBook({ book, divisibility, ...base })
	return answer.kind === 'order' ? answer.order : limit
}

type WalkRequest = OrderBook & { readonly divisibility: BookRequest['divisibility']; readonly amount: Decimal }

function sellBase({ pair, bids, divisibility, amount }: WalkRequest): BookAnswer {
	const most = Decimal.roundDown(wholeDepth(bids).base, divisibility.base)
	if (amount > most) return insufficient(pair.base, most)
	const buy = exactDown(takeBase(bids, amount).value, divisibility.quote)
	return order({ symbol: pair.base, amount }, { symbol: pair.quote, amount: buy })
}

function buyBase({ pair, asks, divisibility, amount }: WalkRequest): BookAnswer {
	const most = Decimal.roundDown(wholeDepth(asks).base, divisibility.base)
	if (amount > most) return insufficient(pair.base, most)
	const sell = exactUp(takeBase(asks, amount).value, divisibility.quote)
	return order({ symbol: pair.quote, amount: sell }, { symbol: pair.base, amount })
}

function sellQuote({ pair, asks, divisibility, amount }: WalkRequest): BookAnswer {
	const most = exactUp(wholeDepth(asks).value, divisibility.quote)
	if (amount > most) return insufficient(pair.quote, most)
	const buy = baseWorth(asks, { quote: amount, round: 'down', decimalPlaces: divisibility.base })
	return order({ symbol: pair.quote, amount }, { symbol: pair.base, amount: buy })
}

function buyQuote({ pair, bids, divisibility, amount }: WalkRequest): BookAnswer {
	const most = exactDown(wholeDepth(bids).value, divisibility.quote)
	if (amount > most) return insufficient(pair.quote, most)
	const sell = baseWorth(bids, { quote: amount, round: 'up', decimalPlaces: divisibility.base })
	return order({ symbol: pair.base, amount: sell }, { symbol: pair.quote, amount })
}

function order(sell: Amount, buy: Amount): BookAnswer {
	if (sell.amount === 0n || buy.amount === 0n) return { kind: 'too_small' }
	return { kind: 'order', order: { sell, buy } }
}

function insufficient(symbol: string, amount: Decimal): BookAnswer {
	return { kind: 'insufficient', available: { symbol, amount } }
}

function sideOf(pair: Pair, symbol: string): 'base' | 'quote' {
	if (symbol === pair.base) return 'base'
	if (symbol === pair.quote) return 'quote'
	throw new TradeError('unknown_token', `${symbol} is not a token of the pair ${pairKey(pair)}`)
}

function checkAmount(amount: Decimal, divisibility: number): void {
	if (amount > 0n && Decimal.fits(amount, divisibility)) return
	const expected = `more than 0, with at most ${divisibility} decimal places`
	const found = Decimal.format(amount)
	throw new TradeError('invalid_amount', `an amount must be ${expected}, not ${found}`, {
		errors: [{ rule: 'invalid_amount', expected, found }],
	})
}
