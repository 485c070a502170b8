import {
	type Amount,
	Decimal,
	type ExactSide,
	expectedFromBook,
	type Fee,
	type FeeInfo,
	type LimitOrder,
	limitOrderFromBook,
	type OrderBook,
	type Pair,
	type QuoteRequest,
	quoteFee,
	type Token,
	withSlippage,
} from '@accord/protocol'
import { isCrossed, type Spread, spreadOf } from '../book/spread.ts'
import { formatAmount } from '../format/format-amount.ts'
import { averagePrice } from './book-price.ts'
import { cutDigits } from './cut-digits.ts'
import { costOf, expectedRefund, type SwapCost } from './swap-cost.ts'

/** The swap that the user wants: one exact side, and how much worse the other one may get. */
export type SwapInput = {
	readonly sell: Token
	readonly buy: Token
	readonly exact: 'sell' | 'buy'
	readonly amount: Decimal
	/** A fraction: 0.001 is 0.1 %. */
	readonly slippage: Decimal
}

/** The inputs of a quote. */
export type SwapSource = {
	readonly book: OrderBook
	readonly feeInfo: FeeInfo
	/** The account's level; 0 without an account. */
	readonly level: number
	/** The account's balance of the token sold, if it has loaded. */
	readonly balance?: Decimal
}

/** The order that a swap results in. */
export type SwapQuote = {
	/** At the book's prices, before slippage. */
	readonly atBook: LimitOrder
	/** The limits to be signed, after slippage: the worst case. */
	readonly order: LimitOrder
	/** What is exchanged if the book stays as it is: the limits, or better. */
	readonly expected: LimitOrder
	/** How much worse than the book the worst case is. */
	readonly tolerance: Tolerance
	readonly fee: Fee
	/** The amount that leaves the account: the amount sold plus both fees. */
	readonly total: Amount
	/** The part of the fees that is expected back. */
	readonly refund: Amount
	/** The expected final total, net of the refund. */
	readonly paid: Amount
	/** The average price of all levels taken, before slippage and rounding, in quote per base. */
	readonly price: Decimal
	/** The price of the order that is signed, in quote per base. */
	readonly limitPrice: Decimal
	/** How much worse the average price is than the best level, as a fraction. */
	readonly impact: Decimal
	/** The middle of the book, in quote per base; undefined while only one side is quoted, or the book is crossed. */
	readonly mid: Decimal | undefined
	/** Whether the best bid is as high as the best ask: such a price may not be filled, and its cost says nothing. */
	readonly isCrossed: boolean
	/** Against the mid price, or the best one if there is no mid. */
	readonly cost: SwapCost
}

/** How much less than the book offers, or more than it takes, the user accepts. */
export type Tolerance = Amount & {
	/** As a fraction of what the book offers or takes. */
	readonly fraction: Decimal
}

/** A quote, or why there is none; `largest` is the largest possible amount of the exact side. */
export type SwapAnswer =
	| { readonly kind: 'quote'; readonly quote: SwapQuote; readonly shortBy?: Amount }
	| { readonly kind: 'refused'; readonly reason: string; readonly largest?: Amount }

/** Computes the order and its fee from the live book, as the service will. */
export function swapQuote(swap: SwapInput, source: SwapSource): SwapAnswer {
	const { book } = source
	const answer = limitOrderFromBook({ book, divisibility: pairDivisibility(book, swap), ...exactSideOf(swap) })
	if (answer.kind === 'too_small') return { kind: 'refused', reason: tooSmall(swap) }
	if (answer.kind === 'insufficient') return noLiquidity(swap, answer.available)
	const quote = quoteOf(answer.order, swap, source)
	const { balance } = source
	if (balance === undefined || quote.total.amount <= balance) return { kind: 'quote', quote }
	const missing = Decimal.subtract(quote.total.amount, balance)
	return { kind: 'quote', quote, shortBy: { symbol: swap.sell.symbol, amount: missing } }
}

/** The request for the service's own quote of the swap. */
export function quoteRequest(
	swap: SwapInput,
	{ pair, account }: { pair: Pair; account: string | undefined },
): QuoteRequest {
	const { slippage } = swap
	return { pair, slippage, ...exactSideOf(swap), ...(account === undefined ? {} : { account }) }
}

/** Identifies a swap in query keys. */
export function swapKey({ sell, buy, exact, amount, slippage }: SwapInput): readonly string[] {
	return [sell.symbol, buy.symbol, exact, Decimal.format(amount), Decimal.format(slippage)]
}

/** Less than a ten-millionth stays in the account, and the amount can be read. */
const maxDigits = 8

/**
 * The most that can be sold if the balance must also cover both fees, in eight digits; zero if it does not even cover those.
 */
export function sellableMax({
	balance,
	sell,
	feeInfo,
	level,
}: { balance: Decimal; sell: Token } & Pick<SwapSource, 'feeInfo' | 'level'>): Decimal {
	const { divisibility, symbol } = sell
	const feeOf = (amount: Decimal) => quoteFee({ feeInfo, level, role: 'taker', sell: { symbol, amount }, divisibility })
	const { settlementAmount } = feeOf(Decimal.zero)
	const takerFee = feeInfo.perLevelPlatformFee[level]?.takerFee ?? Decimal.zero
	const spendable = Decimal.subtract(balance, settlementAmount)
	if (spendable <= 0n) return Decimal.zero
	const most = Decimal.roundDown(Decimal.divDown(spendable, Decimal.add(Decimal.one, takerFee)), divisibility)
	// The fee is rounded up to the unit, so the total may exceed the balance by one unit.
	const total = Decimal.sum([most, feeOf(most).platformAmount, settlementAmount])
	const covered = total <= balance ? most : Decimal.subtract(most, Decimal.unit(divisibility))
	return cutDigits(Decimal.max(Decimal.zero, covered), maxDigits)
}

function exactSideOf({ sell, buy, exact, amount }: SwapInput): ExactSide {
	return exact === 'sell' ? { sell: { symbol: sell.symbol, amount } } : { buy: { symbol: buy.symbol, amount } }
}

function quoteOf(atBook: LimitOrder, swap: SwapInput, { book, feeInfo, level }: SwapSource): SwapQuote {
	const { exact, slippage: fraction } = swap
	const divisibilityOf = (symbol: string) => (symbol === swap.sell.symbol ? swap.sell : swap.buy).divisibility
	const order = withSlippage(atBook, { exact, fraction, divisibilityOf })
	const { sell } = order
	const { base } = book.pair
	const levels = sell.symbol === base ? book.bids : book.asks
	const { amount, symbol } = atBook[exact]
	return swapFigures({
		atBook,
		order,
		expected:
			fraction === Decimal.zero ? order : expectedFromBook(order, { book, divisibility: pairDivisibility(book, swap) }),
		exact,
		fee: quoteFee({ feeInfo, level, role: 'taker', sell, divisibility: swap.sell.divisibility }),
		refund: expectedRefund(feeInfo, swap.sell),
		base,
		price: averagePrice(levels, { token: symbol === base ? 'base' : 'quote', amount }),
		best: levels[0]?.price,
		spread: spreadOf(book),
	})
}

/** The inputs of a swap's figures, wherever the quote comes from. */
export type QuotedSwap = Pick<SwapQuote, 'atBook' | 'order' | 'expected' | 'fee' | 'refund'> & {
	readonly exact: 'sell' | 'buy'
	/** The symbol of the pair's base. */
	readonly base: string
	/** The average price of the levels taken; if unknown, that of the amounts. */
	readonly price: Decimal | undefined
	/** The price of the best level. */
	readonly best: Decimal | undefined
	/** Undefined while only one side is quoted. */
	readonly spread: Spread | undefined
}

/** All figures of a swap. */
export function swapFigures(quoted: QuotedSwap): SwapQuote {
	const { atBook, order, expected, exact, fee, refund, base, spread } = quoted
	const mid = spread?.mid
	const { sell, buy } = expected
	const sellsBase = sell.symbol === base
	const price = quoted.price ?? priceOf(atBook, sellsBase)
	const best = quoted.best ?? price
	const fees = Decimal.add(fee.platformAmount, fee.settlementAmount)
	const paid = Decimal.subtract(Decimal.add(sell.amount, fees), refund.amount)
	return {
		atBook,
		order,
		expected,
		tolerance: toleranceBetween(atBook, order, exact),
		fee,
		total: { symbol: sell.symbol, amount: Decimal.add(order.sell.amount, fees) },
		refund,
		paid: { symbol: sell.symbol, amount: paid },
		price,
		limitPrice: priceOf(order, sellsBase),
		impact: impactOf({ price, best, sellsBase }),
		mid,
		isCrossed: spread !== undefined && isCrossed(spread),
		cost: costOf({ sold: sell.amount, received: buy.amount, fee, refund: refund.amount, sellsBase, best, mid }),
	}
}

function toleranceBetween(atBook: LimitOrder, order: LimitOrder, exact: 'sell' | 'buy'): Tolerance {
	const [offered, asked] = exact === 'sell' ? [atBook.buy, order.buy] : [order.sell, atBook.sell]
	const amount = Decimal.subtract(offered.amount, asked.amount)
	const whole = exact === 'sell' ? offered.amount : asked.amount
	return { symbol: offered.symbol, amount, fraction: Decimal.divUp(amount, whole) }
}

function priceOf({ sell, buy }: LimitOrder, sellsBase: boolean): Decimal {
	return sellsBase ? Decimal.divDown(buy.amount, sell.amount) : Decimal.divUp(sell.amount, buy.amount)
}

function impactOf({ price, best, sellsBase }: { price: Decimal; best: Decimal; sellsBase: boolean }): Decimal {
	if (best === 0n) return Decimal.zero
	const worse = sellsBase ? Decimal.subtract(best, price) : Decimal.subtract(price, best)
	return Decimal.max(Decimal.zero, Decimal.divDown(worse, best))
}

function pairDivisibility({ pair }: OrderBook, { sell, buy }: SwapInput) {
	const [base, quote] = sell.symbol === pair.base ? [sell, buy] : [buy, sell]
	return { base: base.divisibility, quote: quote.divisibility }
}

function tooSmall({ exact, sell, buy }: SwapInput): string {
	const other = exact === 'sell' ? buy.symbol : sell.symbol
	return `Too small: this is worth less than the smallest unit of ${other}.`
}

function noLiquidity({ exact, sell, buy }: SwapInput, available: Amount): SwapAnswer {
	if (available.amount === 0n)
		return {
			kind: 'refused',
			reason: `No maker is ${exact === 'sell' ? `buying ${sell.symbol}` : `selling ${buy.symbol}`} right now.`,
		}
	const most = `${formatAmount(available.amount)} ${available.symbol}`
	const reason = `Makers ${exact === 'sell' ? 'buy' : 'sell'} at most ${most} right now.`
	return { kind: 'refused', reason, largest: available }
}
