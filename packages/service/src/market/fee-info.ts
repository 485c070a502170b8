import {
	Decimal,
	type FeeInfo,
	type LevelFee,
	rebate,
	type Token,
	type TokenSettlementFee,
	tokenSettlementFee,
} from '@accord/protocol'
import type { SettlementConfig } from '../config/config.ts'
import type { Market } from './market.ts'

type FeeSettings = {
	readonly market: Pick<Market, 'tokens' | 'token' | 'tokenByAddress' | 'xrdAddress'>
	readonly settlement: SettlementConfig
	readonly levels: readonly LevelFee[]
	readonly rules: Pick<FeeInfo, 'verifyParentAccessRuleSborHex' | 'formerVerifyParentAccessRuleSborHex'>
}

/**
 * The fee table for users and makers. It also serves as a price list: an item's cost in XRD is converted to its fee
 * token by the ratio of the two transaction_execution_amounts (decision 16).
 */
export function feeInfoOf({ market, settlement, levels, rules }: FeeSettings): FeeInfo {
	const xrd = market.tokenByAddress(market.xrdAddress)
	if (xrd === undefined) throw new Error('tokens: XRD is missing; all costs on the ledger are paid in XRD')
	const xrdPrice = priceOf(xrd, settlement)
	return {
		...rules,
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

/** amountXrd × xrdPrice ÷ tokenPrice, rounded up once, to the token's unit. */
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

/** How much of an item's execution amount is returned as a rebate, in the token it sells (decision 16). */
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
	if (xrd === undefined) throw new Error('XRD must be one of the tokens: costs are counted in XRD')
	return tokenSettlementFee(feeInfo, xrd.symbol).transactionExecutionAmount
}
