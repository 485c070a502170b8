import { Decimal } from '../amount/decimal.ts'
import { TradeError } from '../error/trade-error.ts'
import type { FeeInfoWire } from '../wire/trade-api.ts'

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
	readonly perTokenSettlementFee: readonly TokenSettlementFee[]
	readonly perLevelPlatformFee: readonly LevelFee[]
}

/** Reads the answer of GET /trade/info. @throws TradeError `invalid_decimal` */
export function parseFeeInfo(wire: FeeInfoWire): FeeInfo {
	return {
		verifyParentAccessRuleSborHex: wire.verify_parent_access_rule_sbor_hex,
		perTokenSettlementFee: wire.per_token_settlement_fee.map(fee => ({
			symbol: fee.symbol,
			solverAmount: Decimal.parse(fee.solver_amount),
			transactionExecutionAmount: Decimal.parse(fee.transaction_execution_amount),
		})),
		perLevelPlatformFee: wire.per_level_anthic_fee.map(fee => ({
			takerFee: Decimal.parse(fee.taker_fee),
			makerFee: Decimal.parse(fee.maker_fee),
		})),
	}
}

/** The answer of GET /trade/info. */
export function formatFeeInfo(info: FeeInfo): FeeInfoWire {
	return {
		verify_parent_access_rule_sbor_hex: info.verifyParentAccessRuleSborHex,
		per_token_settlement_fee: info.perTokenSettlementFee.map(fee => ({
			symbol: fee.symbol,
			solver_amount: Decimal.format(fee.solverAmount),
			transaction_execution_amount: Decimal.format(fee.transactionExecutionAmount),
		})),
		per_level_anthic_fee: info.perLevelPlatformFee.map(fee => ({
			taker_fee: Decimal.format(fee.takerFee),
			maker_fee: Decimal.format(fee.makerFee),
		})),
	}
}

/** The settlement fee's two parts in a token. @throws TradeError `unknown_token` */
export function tokenSettlementFee(info: FeeInfo, symbol: string): TokenSettlementFee {
	const fee = info.perTokenSettlementFee.find(entry => entry.symbol === symbol)
	if (fee === undefined) throw new TradeError('unknown_token', `no settlement fee is set for the token ${symbol}`)
	return fee
}
