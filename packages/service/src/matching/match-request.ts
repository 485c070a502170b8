import { Decimal, type Exact, type FeeInfo, type LimitOrder, type PriceLevel } from '@accord/protocol'
import type { Side } from '../db/tables.ts'
import type { ValidatedOrder } from '../intents/validate-order.ts'
import type { Market } from '../market/market.ts'
import type { MakerOffer } from '../prices/maker-offer.ts'
import { offerLimitsOf } from '../prices/offer-limits.ts'
import { makersMaxOf } from './makers-per-order.ts'

/** What is to be matched, and with what. Pure data: the same request always gives the same match. */
export type MatchRequest = {
	/** The side of the book that the order takes: its makers, in the priority of each one's best level. */
	readonly available: readonly MakerOffer[]
	/** `side` is `bids` when the user sells base. */
	readonly side: Side
	readonly limitOrder: LimitOrder
	readonly divisibility: { readonly base: number; readonly quote: number }
	/** Over how many makers the order may be split. */
	readonly makersMax: number
	/** Below this, in the token that makers sell, a part of a split is taken only if nothing else is feasible. */
	readonly smallPart: Decimal
}

/** What one maker is asked: the levels that are taken, and the exact limit order it is to sign. */
export type MatchedPart = {
	readonly makerId: string
	readonly levels: readonly PriceLevel[]
	readonly baseAmount: Decimal
	readonly fill: LimitOrder
}

/** What matching depends on besides the order and the book. */
export type MatchRules = { readonly market: Market; readonly feeInfo: FeeInfo; readonly makersPerOrder: number }

/** The request to match a validated order with these levels. An order not yet previewed has no `executionUnits` of its own. */
export function matchRequestOf(
	rules: MatchRules,
	order: {
		readonly validated: Pick<ValidatedOrder, 'pair' | 'side' | 'limitOrder'>
		readonly executionUnits?: number
		/** The parts that the order has already, when what is left of it is matched. */
		readonly liveParts?: number
		readonly available: readonly MakerOffer[]
	},
): MatchRequest {
	const { market } = rules
	const { validated, executionUnits = 0, liveParts = 0, available } = order
	const { pair, side, limitOrder } = validated
	return {
		available,
		side,
		limitOrder,
		divisibility: {
			base: market.token(pair.base).divisibility,
			quote: market.token(pair.quote).divisibility,
		},
		makersMax: makersMaxOf(rules, { executionUnits, liveParts }),
		smallPart: offerLimitsOf(rules, pair).minOffered[side],
	}
}

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
