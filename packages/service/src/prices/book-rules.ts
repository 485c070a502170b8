import { Decimal, type FeeInfo, type Pair, settlementFee, tokenSettlementFee } from '@accord/protocol'
import type { Side } from '../db/tables.ts'
import type { Market } from '../market/market.ts'

const leastSettlementFees = Decimal.fromInteger(10)

type FeeRules = { readonly market: Market; readonly feeInfo: FeeInfo }

/** What a pair's book goes by: the least a maker must offer on each side, in the token that it sells there. */
type BookRules = { readonly leastOffered: Readonly<Record<Side, Decimal>> }

/** The rules of a pair's book: an offer below 10 settlement fees of the token sold is left out. */
export function bookRulesOf(rules: FeeRules, pair: Pair): BookRules {
	return { leastOffered: { bids: leastSoldOf(rules, pair.quote), asks: leastSoldOf(rules, pair.base) } }
}

/** 10 settlement fees of a token: a maker need not sell less. */
export function leastSoldOf({ market, feeInfo }: FeeRules, symbol: string): Decimal {
	return Decimal.mulUp(leastSettlementFees, settlementFee(feeInfo, symbol, market.token(symbol).divisibility))
}

/** What caps are computed from: the fee table is its own price list (decision 16). */
export type ExposureRules = {
	readonly market: Market
	readonly feeInfo: FeeInfo
	readonly limits: { readonly exposurePerMakerXrd: Decimal }
}

/** How much of a pair's base, open parts and fills together, one maker may have promised at once. */
export function exposureMaxOf({ market, feeInfo, limits }: ExposureRules, { base }: Pair): Decimal {
	const { symbol, divisibility } = market.token(base)
	const priceOf = (token: string) => tokenSettlementFee(feeInfo, token).transactionExecutionAmount
	const xrd = market.tokenByAddress(market.xrdAddress)
	if (xrd === undefined) throw new Error('XRD must be among the tokens: caps are counted in it')
	const worth = (limits.exposurePerMakerXrd * priceOf(symbol)) / priceOf(xrd.symbol)
	return Decimal.roundDown(worth as Decimal, divisibility)
}
