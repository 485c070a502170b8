import { Decimal, type FeeInfo, type Pair, type Side, settlementFee, tokenSettlementFee } from '@accord/protocol'
import type { Market } from '../market/market.ts'

const minSettlementFees = Decimal.fromInteger(10)

type FeeRules = { readonly market: Market; readonly feeInfo: FeeInfo }

/** The minimum that a maker must offer on each side of a pair, in the token it sells there. */
type OfferLimits = { readonly minOffered: Readonly<Record<Side, Decimal>> }

/** The limits of a pair: a side on which a maker offers less than 10 settlement fees of the token sold is left out. */
export function offerLimitsOf(rules: FeeRules, pair: Pair): OfferLimits {
	return { minOffered: { bids: minOfferedOf(rules, pair, 'bids'), asks: minOfferedOf(rules, pair, 'asks') } }
}

/** The minimum that a maker must offer on one side of a pair. */
export function minOfferedOf(rules: FeeRules, pair: Pair, side: Side): Decimal {
	return minSellAmountOf(rules, side === 'bids' ? pair.quote : pair.base)
}

/** 10 settlement fees of a token: a maker may refuse to sell less. */
export function minSellAmountOf({ market, feeInfo }: FeeRules, symbol: string): Decimal {
	return Decimal.mulUp(minSettlementFees, settlementFee(feeInfo, symbol, market.token(symbol).divisibility))
}

/** The inputs of caps: the fee table also serves as a price list (decision 16). */
export type ExposureRules = {
	readonly market: Market
	readonly feeInfo: FeeInfo
	readonly limits: { readonly exposurePerMakerXrd: Decimal }
}

/** The most base of a pair that one maker may have reserved at any time, in open parts and fills together. */
export function exposureMaxOf({ market, feeInfo, limits }: ExposureRules, { base }: Pair): Decimal {
	const { symbol, divisibility } = market.token(base)
	const priceOf = (token: string) => tokenSettlementFee(feeInfo, token).transactionExecutionAmount
	const xrd = market.tokenByAddress(market.xrdAddress)
	if (xrd === undefined) throw new Error('XRD must be one of the tokens: exposure caps are counted in XRD')
	const worth = (limits.exposurePerMakerXrd * priceOf(symbol)) / priceOf(xrd.symbol)
	return Decimal.roundDown(worth as Decimal, divisibility)
}
