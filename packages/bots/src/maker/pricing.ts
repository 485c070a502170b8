import { Decimal, type Pair, type PriceBook, type PriceLevel, type Side } from '@accord/protocol'
import type { KnownToken } from './maker-terms.ts'

/** How a maker prices: all its quotes follow from this and from its holdings. */
export type Pricing = {
	/** The value of one token in a common unit, by symbol. */
	readonly midPrices: ReadonlyMap<string, Decimal>
	/** How far the first level is from the mid price, as a fraction; each further level adds the same distance. */
	readonly spread: Decimal
	/** Levels on each side. */
	readonly depth: number
}

// A twentieth is held back for fees, which are paid in the token sold.
const quotedPart = Decimal.parse('0.95')
const pricePlaces = 10

/**
 * One book per pair. The holdings of a token are divided among all sides that sell it, so that together they never
 * promise more than there is.
 */
export function quoteBooks(options: {
	readonly pairs: readonly Pair[]
	readonly tokens: ReadonlyMap<string, KnownToken>
	readonly balances: ReadonlyMap<string, Decimal>
	readonly pricing: Pricing
	/** Seeds the variation of the amounts. */
	readonly random: () => number
}): PriceBook[] {
	const { pairs, tokens, balances, pricing, random } = options
	return pairs.flatMap(pair => {
		const mid = midPrice(pair, pricing)
		const base = tokens.get(pair.base)
		if (mid === undefined || base === undefined) return []
		const side = (name: Side, budget: Decimal) =>
			quoteSide({ side: name, mid, budget, places: base.divisibility, pricing, random })
		return [
			{
				pair,
				bids: side('bids', shareOf(pair.quote, { pairs, balances })),
				asks: side('asks', shareOf(pair.base, { pairs, balances })),
			},
		]
	})
}

/** The price of a side's first level, quote per base: this maker's best offer there. */
export function bestPrice(pair: Pair, side: Side, pricing: Pricing): Decimal | undefined {
	const mid = midPrice(pair, pricing)
	return mid === undefined ? undefined : levelPrice(mid, side, 0, pricing)
}

function midPrice(pair: Pair, { midPrices }: Pricing): Decimal | undefined {
	const base = midPrices.get(pair.base)
	const quote = midPrices.get(pair.quote)
	return base === undefined || quote === undefined ? undefined : Decimal.divDown(base, quote)
}

function shareOf(
	symbol: string,
	held: { readonly pairs: readonly Pair[]; readonly balances: ReadonlyMap<string, Decimal> },
): Decimal {
	const sides = held.pairs.flatMap(pair => [pair.base, pair.quote]).filter(sold => sold === symbol).length
	const quoted = Decimal.mulDown(held.balances.get(symbol) ?? Decimal.zero, quotedPart)
	return Decimal.divDown(quoted, Decimal.fromInteger(sides))
}

type SideQuote = {
	readonly side: Side
	readonly mid: Decimal
	readonly budget: Decimal
	readonly places: number
	readonly pricing: Pricing
	readonly random: () => number
}

/** Deeper levels are larger: level n has n times the weight of the first, give or take a tenth. */
function quoteSide({ side, mid, budget, places, pricing, random }: SideQuote): PriceLevel[] {
	const weights = Array.from({ length: pricing.depth }, (_, n) => BigInt(Math.round((n + 1) * (900 + random() * 200))))
	const total = weights.reduce((sum, weight) => sum + weight, 0n)
	const levels = weights.map((weight, n) => {
		const price = levelPrice(mid, side, n, pricing)
		const share = ((budget * weight) / total) as Decimal
		const amount = side === 'asks' ? share : price > 0n ? Decimal.divDown(share, price) : Decimal.zero
		return { price, amount: Decimal.roundDown(amount, Math.min(places, 6)) }
	})
	return levels.filter(({ price, amount }) => price > 0n && amount > 0n)
}

function levelPrice(mid: Decimal, side: Side, n: number, { spread }: Pricing): Decimal {
	const away = Decimal.mulDown(mid, Decimal.mulDown(spread, Decimal.fromInteger(n + 1)))
	return side === 'asks'
		? Decimal.roundUp(Decimal.add(mid, away), pricePlaces)
		: Decimal.roundDown(Decimal.subtract(mid, away), pricePlaces)
}
