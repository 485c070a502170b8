import { Decimal, type Pair, type Quote, type QuotedLeg, type TradeTrace } from '@accord/protocol'

/** The tokens that a swap passes, from the one sold to the one bought: two, or three along a route. */
export type Way = readonly string[]

type Swap = { readonly sell: string; readonly buy: string }

/** The ways that the service's quote takes. */
export function waysOfQuote({ pair, levels, legs = [], limitOrder: { sell, buy } }: Quote): readonly Way[] {
	const pairs = [...(levels.length === 0 ? [] : [pair]), ...legs.map(leg => leg.pair)]
	return waysThrough(
		pairs.map(({ base, quote }) => [base, quote]),
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
	const { levels, legs = [] } = quote
	const routes = waysOfQuote(quote).flatMap(([, middle, last]) => (last === undefined ? [] : (middle ?? [])))
	const prices = [levels[0]?.price, ...routes.map(middle => impliedPrice(quote, middle))].filter(
		price => price !== undefined,
	)
	const isBetter = (one: Decimal, other: Decimal) => (quote.side === 'bids' ? one > other : one < other)
	const [best] = prices.toSorted((one, other) => (isBetter(one, other) ? -1 : 1))
	const isOnly = prices.length === 1 && [levels, ...legs.map(leg => leg.levels)].every(hasOnePrice)
	return { best, isOnly }
}

function hasOnePrice(levels: QuotedLeg['levels']): boolean {
	return levels.every(({ price }) => price === levels[0]?.price)
}

/** What the best levels of a route's two legs make of one base, in quote. */
function impliedPrice({ pair: { base, quote }, legs = [] }: Quote, middle: string): Decimal | undefined {
	const rate = (sold: string, bought: string) => {
		const leg = legs.find(({ pair }) => isOf(pair, sold) && isOf(pair, bought))
		const price = leg?.levels[0]?.price
		return price === undefined ? undefined : { price, isDivisor: leg?.pair.base !== sold }
	}
	const [first, second] = [rate(base, middle), rate(middle, quote)]
	if (first === undefined || second === undefined) return undefined
	const inMiddle = first.isDivisor ? Decimal.divDown(Decimal.one, first.price) : first.price
	return (second.isDivisor ? Decimal.divDown : Decimal.mulDown)(inMiddle, second.price)
}

function isOf({ base, quote }: Pair, symbol: string): boolean {
	return base === symbol || quote === symbol
}
