import { type Decimal, type FeeInfo, rebate, tokenSettlementFee } from '@accord/protocol'
import type { Market } from '../market/market.ts'

/** What is given back of an item's execution amount, in the token it sells (decision 16). */
export function rebateOf(
	{ market, feeInfo }: { market: Market; feeInfo: FeeInfo },
	{ symbol, costXrd }: { symbol: string; costXrd: Decimal },
): Decimal {
	const teaToken = tokenSettlementFee(feeInfo, symbol).transactionExecutionAmount
	return rebate({
		costXrd,
		teaXrd: teaXrdOf(market, feeInfo),
		teaToken,
		divisibility: market.token(symbol).divisibility,
	})
}

function teaXrdOf(market: Market, feeInfo: FeeInfo): Decimal {
	const xrd = market.tokenByAddress(market.xrdAddress)
	if (xrd === undefined) throw new Error('XRD must be among the tokens: costs are counted in it')
	return tokenSettlementFee(feeInfo, xrd.symbol).transactionExecutionAmount
}
