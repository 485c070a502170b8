import { Decimal, isPairOf, type Pair, type Quote, type QuotedLevel, type TradeTrace } from '@accord/protocol'

/** The tokens that a swap passes, from the one sold to the one bought: two, or three along a route. */
export type Way = readonly string[]

type Swap = { readonly sell: string; readonly buy: string }

/** The ways that the service's quote takes. */
export function waysOfQuote({ pair: own, levels, limitOrder: { sell, buy } }: Quote): readonly Way[] {
	return waysThrough(
		levels.map(({ pair: { base, quote } = own }) => [base, quote]),
		{ sell: sell.symbol, buy: buy.symbol },
	)
}

/** The ways that a trade took, or may still take: those of the makers who signed or can sign. */
export function waysOfTrade({ parts, limitOrder: { sell, buy } }: TradeTrace): readonly Way[] {
	const live = parts.filter(({ state }) => state === 'filled' || state === 'asked')
	return waysThrough(
		(live.length === 0 ? parts : live).map(part => [part.limitOrder.sell.symbol, part.limitOrder.buy.symbol]),
		{ sell: sell.symbol, buy: buy.symbol },
	)
}

function waysThrough(exchanged: readonly (readonly string[])[], { sell, buy }: Swap): readonly Way[] {
	const isDirect = exchanged.some(tokens => tokens.includes(sell) && tokens.includes(buy))
	const middles = new Set(exchanged.flat().filter(symbol => symbol !== sell && symbol !== buy))
	return [...(isDirect ? [[sell, buy]] : []), ...Array.from(middles, middle => [sell, middle, buy])]
}

/** Whether any of the ways leads over another token. */
export function isRouted(ways: readonly Way[]): boolean {
	return ways.some(({ length }) => length > 2)
}

/** The best price that a quote takes, in quote per base, and whether it takes no other. */
export function bestPriceOf(quote: Quote): { readonly best: Decimal | undefined; readonly isOnly: boolean } {
	const prices = waysOfQuote(quote).map(([, middle = '', last]) =>
		last === undefined ? bookOf(quote, quote.pair)[0]?.price : impliedPrice(quote, middle),
	)
	const found = prices.filter(price => price !== undefined)
	const isBetter = (one: Decimal, other: Decimal) => (quote.side === 'bids' ? one > other : one < other)
	const [best] = found.toSorted((one, other) => (isBetter(one, other) ? -1 : 1))
	const isOnly =
		prices.length === 1 && quote.levels.every(({ price, pair = quote.pair }) => price === bookOf(quote, pair)[0]?.price)
	return { best, isOnly }
}

/** What is taken from the book of a pair, best price first. */
function bookOf({ pair: own, levels }: Quote, wanted: Pair): readonly QuotedLevel[] {
	return levels.filter(({ pair = own }) => isPairOf(pair, wanted.base, wanted.quote))
}

/** What the best levels of a route's two legs make of one base, in quote. */
function impliedPrice(quoted: Quote, middle: string): Decimal | undefined {
	const { base, quote } = quoted.pair
	const rate = (sold: string, bought: string) => {
		const [level] = bookOf(quoted, { base: sold, quote: bought })
		return level && { price: level.price, isDivisor: level.pair?.base !== sold }
	}
	const [first, second] = [rate(base, middle), rate(middle, quote)]
	if (first === undefined || second === undefined) return undefined
	const inMiddle = first.isDivisor ? Decimal.divDown(Decimal.one, first.price) : first.price
	return (second.isDivisor ? Decimal.divDown : Decimal.mulDown)(inMiddle, second.price)
}
