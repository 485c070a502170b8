import type { Decimal } from '../amount/decimal.ts'
import { TradeError } from '../error/trade-error.ts'

/** What settling costs in one token: the solver's reward, and the cover for the ledger's own cost. */
export type TokenSettlementFee = {
	readonly symbol: string
	readonly solverAmount: Decimal
	readonly transactionExecutionAmount: Decimal
}

/** The platform's fractions at one account level ("0.001" is 0.1 %). */
export type LevelFee = { readonly takerFee: Decimal; readonly makerFee: Decimal }

/** All that fees are computed from (specification, Fee info). `perLevelPlatformFee` is indexed by account level. */
export type FeeInfo = {
	readonly verifyParentAccessRuleSborHex: string
	/** The rule of the service's key before its last change, while orders that name it are still accepted. */
	readonly formerVerifyParentAccessRuleSborHex?: string
	readonly perTokenSettlementFee: readonly TokenSettlementFee[]
	readonly perLevelPlatformFee: readonly LevelFee[]
}

/** The settlement fee's two parts in a token. @throws TradeError `unknown_token` */
export function tokenSettlementFee(info: FeeInfo, symbol: string): TokenSettlementFee {
	const fee = info.perTokenSettlementFee.find(entry => entry.symbol === symbol)
	if (fee === undefined) throw new TradeError('unknown_token', `no settlement fee is set for the token ${symbol}`)
	return fee
}
