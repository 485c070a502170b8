import type { Decimal, LimitOrder, PriceLevel } from '@accord/protocol'
import type { Side } from '../db/tables.ts'
import type { MakerOffer } from '../prices/maker-offer.ts'
import { allocate } from './allocate.ts'
import { largestMatch } from './largest-match.ts'

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

/** `largest` is the most that would match at the order's own limit price; absent when nothing would. */
export type Match =
	| { readonly kind: 'matched'; readonly parts: readonly MatchedPart[] }
	| { readonly kind: 'no_liquidity'; readonly largest?: LimitOrder }

/**
 * Matches an order whole or not at all (decisions 4 to 7). The parts add up to the exact mirror of the user's limits,
 * and each is worse than what its maker advertised by less than one unit of the quote token.
 */
export function matchOrder(request: MatchRequest): Match {
	const parts = allocate(request)
	if (parts !== undefined) return { kind: 'matched', parts }
	const largest = largestMatch(request)
	return largest === undefined ? { kind: 'no_liquidity' } : { kind: 'no_liquidity', largest }
}
