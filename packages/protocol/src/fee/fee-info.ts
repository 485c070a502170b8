import * as z from '#schema'
import { TradeError } from '../error/trade-error.ts'
import { countWire, decimal, hexWire, symbolWire } from '../fields.ts'
import { list, message, named, type ValueOf } from '../message.ts'

/** The cost of settling in one token: the solver's reward, and the cover for the ledger's own cost. */
export type TokenSettlementFee = ValueOf<typeof settlementFeeEntry>
const settlementFeeEntry = message({ symbol: symbolWire, solverAmount: decimal, transactionExecutionAmount: decimal })

/** The platform's fractions at one account level ("0.001" is 0.1 %). */
export type LevelFee = ValueOf<typeof levelFee>
const levelFee = message({ takerFee: decimal, makerFee: decimal })

/** The inputs of all fees (specification, Fee info). `perLevelPlatformFee` is indexed by account level. */
export type FeeInfo = ValueOf<typeof FeeInfo>
/** GET /trade/info. */
export const FeeInfo = message({
	verifyParentAccessRuleSborHex: hexWire,
	/** The access rule of the service's previous key, while orders that name it are still accepted. */
	formerVerifyParentAccessRuleSborHex: hexWire.optional(),
	perTokenSettlementFee: list(settlementFeeEntry),
	perLevelPlatformFee: named('per_level_anthic_fee', list(levelFee)),
})

/** GET /trade/account_addresses/:address. */
export const accountLevelWire = z.object({ level: countWire })

/** The settlement fee's two parts in a token. @throws TradeError `unknown_token` */
export function tokenSettlementFee(info: FeeInfo, symbol: string): TokenSettlementFee {
	const fee = info.perTokenSettlementFee.find(entry => entry.symbol === symbol)
	if (fee === undefined) throw new TradeError('unknown_token', `no settlement fee is set for the token ${symbol}`)
	return fee
}
