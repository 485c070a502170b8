import type { FeeInfo } from '@accord/protocol'
import type { Market } from '../market/market.ts'
import { bookRulesOf } from '../prices/book-rules.ts'
import type { MakerOffer } from '../prices/maker-offer.ts'
import type { JudgedLimitOrder } from './judge-limit-order.ts'
import type { MatchRequest } from './match-order.ts'

/** What matching goes by beside the order and the book. */
export type MatchRules = { readonly market: Market; readonly feeInfo: FeeInfo; readonly makersPerOrder: number }

const unitsOfItems = 96_000_000
const unitsOfFill = 12_000_000

/** The request to match a judged order with these levels. An order not yet previewed has no `executionUnits` of its own. */
export function matchRequestOf(
	rules: MatchRules,
	order: {
		readonly judged: Pick<JudgedLimitOrder, 'pair' | 'side' | 'limitOrder'>
		readonly executionUnits?: number
		/** The parts that the order has already, when what is left of it is matched. */
		readonly liveParts?: number
		readonly available: readonly MakerOffer[]
	},
): MatchRequest {
	const { market } = rules
	const { judged, executionUnits = 0, liveParts = 0, available } = order
	const { pair, side, limitOrder } = judged
	return {
		available,
		side,
		limitOrder,
		divisibility: {
			base: market.token(pair.base).divisibility,
			quote: market.token(pair.quote).divisibility,
		},
		makersMax: Math.min(rules.makersPerOrder, Math.floor((unitsOfItems - executionUnits) / unitsOfFill)) - liveParts,
		smallPart: bookRulesOf(rules, pair).leastOffered[side],
	}
}
