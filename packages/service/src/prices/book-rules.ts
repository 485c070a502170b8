import { Decimal, type FeeInfo, type Pair, settlementFee } from '@accord/protocol'
import type { Side } from '../db/tables.ts'
import type { Market } from '../market/market.ts'

const leastSettlementFees = Decimal.fromInteger(10)

type FeeRules = { readonly market: Market; readonly feeInfo: FeeInfo }

/** What a pair's book goes by: the least a maker must offer on each side, in the token that it sells there. */
export type BookRules = { readonly leastOffered: Readonly<Record<Side, Decimal>> }

/** The rules of a pair's book: an offer below 10 settlement fees of the token sold is left out. */
export function bookRulesOf(rules: FeeRules, pair: Pair): BookRules {
	return { leastOffered: { bids: leastSoldOf(rules, pair.quote), asks: leastSoldOf(rules, pair.base) } }
}

/** 10 settlement fees of a token: a maker need not sell less. */
export function leastSoldOf({ market, feeInfo }: FeeRules, symbol: string): Decimal {
	return Decimal.mulUp(leastSettlementFees, settlementFee(feeInfo, symbol, market.token(symbol).divisibility))
}
