import { Decimal, type FeeInfo, type Pair, tokenSettlementFee } from '@accord/protocol'
import type { Market } from '../market/market.ts'

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
