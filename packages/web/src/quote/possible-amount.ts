import { Decimal, limitOrderFromBook, type OrderBook } from '@accord/protocol'
import { type SwapInput, type SwapSource, sellableMax, swapQuote } from './swap-quote.ts'

/**
 * The largest amount of the exact side that both book and balance allow, so that it will not be refused again;
 * undefined if there is none.
 */
export function possibleAmount(swap: SwapInput, source: SwapSource): Decimal | undefined {
	const most = swap.exact === 'sell' ? mostSold(swap, source) : mostBought(swap, source)
	const amount = Decimal.min(most, swap.amount)
	return isPossible({ ...swap, amount }, source) ? amount : undefined
}

function isPossible(swap: SwapInput, source: SwapSource): boolean {
	if (swap.amount <= 0n) return false
	const answer = swapQuote(swap, source)
	return answer.kind === 'quote' && answer.shortBy === undefined
}

function mostSold({ sell, buy }: SwapInput, { book, feeInfo, level, balance }: SwapSource): Decimal {
	const offered = depthOf(book, { sell: sell.symbol, places: placesIn(book, { sell, buy }) })
	return balance === undefined ? offered : Decimal.min(offered, sellableMax({ balance, sell, feeInfo, level }))
}

function mostBought(swap: SwapInput, source: SwapSource): Decimal {
	const { sell, buy, slippage } = swap
	const { book } = source
	// Slippage increases the amount sold, so less can be sold at the book's prices.
	const sold = Decimal.divDown(mostSold(swap, source), Decimal.add(Decimal.one, slippage))
	const amount = Decimal.roundDown(sold, sell.divisibility)
	if (amount <= 0n) return Decimal.zero
	const divisibility = placesIn(book, { sell, buy })
	const answer = limitOrderFromBook({ book, divisibility, sell: { symbol: sell.symbol, amount } })
	return answer.kind === 'order' ? answer.order.buy.amount : Decimal.zero
}

/** The most of a token that the book takes. */
function depthOf(
	book: OrderBook,
	{ sell, places }: { sell: string; places: { base: number; quote: number } },
): Decimal {
	const everything = Decimal.roundDown(Decimal.largest, sell === book.pair.base ? places.base : places.quote)
	const answer = limitOrderFromBook({ book, divisibility: places, sell: { symbol: sell, amount: everything } })
	return answer.kind === 'insufficient' ? answer.available.amount : Decimal.zero
}

function placesIn({ pair }: OrderBook, { sell, buy }: Pick<SwapInput, 'sell' | 'buy'>) {
	const [base, quote] = sell.symbol === pair.base ? [sell, buy] : [buy, sell]
	return { base: base.divisibility, quote: quote.divisibility }
}
