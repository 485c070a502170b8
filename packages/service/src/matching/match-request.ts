import { Decimal, type Exact, type FeeInfo, type LimitOrder, type PriceLevel, type Side } from '@accord/protocol'
import { fillsWithin } from '../intents/root-budget.ts'
import type { ValidatedOrder } from '../intents/validate-order.ts'
import { type Market, worthInToken } from '../market/market.ts'
import type { PairAndSide } from '../market/routes.ts'
import type { LegLiquidity, Liquidity } from '../prices/liquidity.ts'
import { type MakerOffer, minOfferedOf } from '../prices/maker-offer.ts'

/** An order to match and the offers to match it with. Pure data: the same request always has the same match. */
export type MatchRequest = {
	/** The offers on the side of the book that the order takes, in the priority of each maker's best level. */
	readonly available: readonly MakerOffer[]
	/** `side` is `bids` when the user sells base. */
	readonly side: Side
	readonly limitOrder: LimitOrder
	readonly divisibility: { readonly base: number; readonly quote: number }
	/** The most makers that the order may be split over. */
	readonly makersMax: number
	/** A split with a part below this, in the token that makers sell, is used only if nothing else is possible. */
	readonly smallPart: Decimal
	/** The smallest surplus of a part, in quote, to ask a maker for. If absent, makers are asked for the user's limit. */
	readonly surplusMin?: Decimal
	/**
	 * The amount that a match keeps exactly, while the other may become better for the user; if absent, the base. The quote
	 * is if a leg of a route is matched again whose base is the order's quote token, of which `surplusMin` is then.
	 */
	readonly exact?: 'quote'
	/** The routes over which the order may be filled as well. */
	readonly routes?: readonly RouteOffers[]
}

/** The offers on the side of a quoted pair's book that one leg of a route takes. */
export type LegOffers = LegLiquidity & Pick<MatchRequest, 'divisibility' | 'smallPart'>

/** A route's offers: for the token sold, and for the token bought. */
export type RouteOffers = { readonly via: string; readonly legs: readonly [sells: LegOffers, buys: LegOffers] }

/**
 * One maker's part: the levels taken, what the maker is asked to sign, which is what they give, and its share of the
 * user's limit in quote. The difference is the user's surplus.
 */
export type MatchedPart = {
	readonly makerId: string
	readonly levels: readonly PriceLevel[]
	readonly baseAmount: Decimal
	readonly fill: LimitOrder
	/** Absent on the inner leg of a route, which does not trade the order's quote token. */
	readonly limitQuote?: Decimal
	/** The leg of a route that it fills; if absent, it fills the order's own pair. */
	readonly leg?: PairAndSide
}

/** The inputs of matching other than the order and the book. */
export type MatchRules = {
	readonly market: Market
	readonly feeInfo: FeeInfo
	readonly makersPerOrder: number
	/** The least surplus that is worth its delivery, in XRD. */
	readonly surplusMinXrd: Decimal
}

/** The request to match a validated order with these offers. An order not yet previewed has no `executionUnits`. */
export function matchRequestOf(
	rules: MatchRules,
	order: {
		readonly validated: Pick<ValidatedOrder, 'pair' | 'side' | 'limitOrder'>
		/** Makers that are not asked, because nobody trades with itself. */
		readonly ownMakers: readonly string[]
		readonly executionUnits?: number
		/** How many live parts the order already has, if only the remainder is matched. */
		readonly liveParts?: number
	} & Liquidity,
): MatchRequest {
	const { validated, ownMakers, executionUnits = 0, liveParts = 0, available, routes = [] } = order
	const { pair, limitOrder } = validated
	const legOf = (leg: LegLiquidity) => legOffers(rules, { ...leg, ownMakers })
	const { side, ...own } = legOffers(rules, { ...validated, available, ownMakers })
	return {
		side,
		available: own.available,
		limitOrder,
		divisibility: own.divisibility,
		makersMax: makersMaxOf(rules, { executionUnits, liveParts }),
		smallPart: own.smallPart,
		surplusMin: surplusMinOf(rules, pair.quote),
		...(routes.length === 0
			? {}
			: {
					routes: routes.map(({ via, legs: [sells, buys] }) => ({ via, legs: [legOf(sells), legOf(buys)] as const })),
				}),
	}
}

/** The smallest surplus of a token that is worth its delivery. */
export function surplusMinOf(rules: MatchRules, symbol: string): Decimal {
	return worthInToken(rules, { symbol, xrd: rules.surplusMinXrd })
}

function legOffers(
	rules: MatchRules,
	{ pair, side, available, ownMakers }: LegLiquidity & { readonly ownMakers: readonly string[] },
): LegOffers {
	const { market } = rules
	return {
		pair,
		side,
		available: withoutOwnMakers(available, ownMakers),
		divisibility: { base: market.token(pair.base).divisibility, quote: market.token(pair.quote).divisibility },
		smallPart: minOfferedOf(rules, pair, side),
	}
}

/**
 * How many more makers an order may be split over: the configured number, or as many fills as its ledger transaction
 * has execution units for (decision 17), less the parts that it already has.
 */
function makersMaxOf(
	{ makersPerOrder }: { readonly makersPerOrder: number },
	{ executionUnits, liveParts }: { readonly executionUnits: number; readonly liveParts: number },
): number {
	return Math.min(makersPerOrder, fillsWithin(executionUnits)) - liveParts
}

/** A limit order as amounts of its pair's base and quote. */
export type OrderSize = { readonly base: Decimal; readonly quote: Decimal }

/** The order's base and quote amounts; it sells base if it takes bids. */
export function orderSize({ side, limitOrder: { sell, buy } }: { side: Side; limitOrder: LimitOrder }): OrderSize {
	return side === 'bids' ? { base: sell.amount, quote: buy.amount } : { base: buy.amount, quote: sell.amount }
}

/** The user's limit order of this size, in the tokens of `like`. */
export function sizedLike(like: LimitOrder, side: Side, { base, quote }: OrderSize): LimitOrder {
	const [sell, buy] = side === 'bids' ? [base, quote] : [quote, base]
	return { sell: { symbol: like.sell.symbol, amount: sell }, buy: { symbol: like.buy.symbol, amount: buy } }
}

/** How much of the order's quote token a fill gives, or wants if the order takes asks. */
export function quoteAmount(side: Side, { sell, buy }: LimitOrder): Decimal {
	return (side === 'bids' ? sell : buy).amount
}

/** How much of the order's quote token all parts together give or want. */
export function quoteTotal(side: Side, parts: readonly MatchedPart[]): Decimal {
	const closing = parts.filter(({ limitQuote }) => limitQuote !== undefined)
	return Decimal.sum(closing.map(({ fill }) => quoteAmount(side, fill)))
}

/** How much better the makers' levels are for the user than the limit; negative if they do not reach it. */
export function surplus(side: Side, { quote }: OrderSize, value: Exact): Exact {
	const limit = quote * Decimal.one
	return side === 'bids' ? value - limit : limit - value
}

/** The offers of all makers other than the account's own: nobody trades with themselves. */
export function withoutOwnMakers(
	available: readonly MakerOffer[],
	ownMakers: readonly string[],
): readonly MakerOffer[] {
	return ownMakers.length === 0 ? available : available.filter(({ makerId }) => !ownMakers.includes(makerId))
}
