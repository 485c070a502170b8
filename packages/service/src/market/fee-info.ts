import { Decimal, type FeeInfo, type LevelFee, type Token, type TokenSettlementFee } from '@accord/protocol'
import type { SettlementConfig } from '../config/config.ts'
import type { Market } from './market.ts'

export type FeeSettings = {
	readonly market: Pick<Market, 'tokens' | 'token' | 'tokenByAddress' | 'xrdAddress'>
	readonly settlement: SettlementConfig
	readonly levels: readonly LevelFee[]
	readonly verifyParentAccessRuleSborHex: string
}

/**
 * The fee table that users and makers are charged by. It is its own price list: what an item costs in XRD is turned
 * into its fee token by the ratio of the two transaction_execution_amounts (decision 16).
 */
export function feeInfoOf({ market, settlement, levels, verifyParentAccessRuleSborHex }: FeeSettings): FeeInfo {
	const xrd = market.tokenByAddress(market.xrdAddress)
	if (xrd === undefined) throw new Error('tokens: XRD is missing, in which all costs on the ledger are paid')
	const xrdPrice = priceOf(xrd, settlement)
	return {
		verifyParentAccessRuleSborHex,
		perLevelPlatformFee: levels,
		perTokenSettlementFee: market.tokens.map(token => tokenFee(token, { settlement, xrdPrice })),
	}
}

function tokenFee(
	token: Token,
	{ settlement, xrdPrice }: { settlement: SettlementConfig; xrdPrice: Decimal },
): TokenSettlementFee {
	const tokenPrice = priceOf(token, settlement)
	const worth = (amountXrd: Decimal): Decimal => worthRoundedUp({ amountXrd, xrdPrice, tokenPrice }, token.divisibility)
	return {
		symbol: token.symbol,
		solverAmount: worth(settlement.solverAmountXrd),
		transactionExecutionAmount: worth(settlement.executionAmountXrd),
	}
}

/** amountXrd × xrdPrice ÷ tokenPrice, exact until it is rounded up, once, to the token's unit. */
function worthRoundedUp(
	{ amountXrd, xrdPrice, tokenPrice }: { amountXrd: Decimal; xrdPrice: Decimal; tokenPrice: Decimal },
	divisibility: number,
): Decimal {
	const product = amountXrd * xrdPrice
	const quotient = (product + tokenPrice - 1n) / tokenPrice
	return Decimal.roundUp(quotient as Decimal, divisibility)
}

function priceOf({ symbol }: Token, { prices }: SettlementConfig): Decimal {
	const price = prices[symbol]
	if (price === undefined) throw new Error(`settlement.prices: the price of ${symbol} is missing`)
	return price
}
