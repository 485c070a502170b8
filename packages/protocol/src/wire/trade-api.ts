import * as z from 'zod'
import { Decimal } from '../amount/decimal.ts'
import type { Token } from '../amount/token.ts'
import type { FeeInfo } from '../fee/fee-info.ts'
import { addressWire, countWire, decimalWire, hexWire, symbolWire } from '../fields.ts'
import type { NetworkStatus } from '../service/service-info.ts'
import { pairWire } from './primitives.ts'

/** GET /network/status: `cur_epoch` is the specification's, the rest is ours. */
export const networkStatusWire = z.object({
	cur_epoch: countWire,
	network: z.string(),
	network_id: countWire,
	ledger_timestamp: z.string(),
	service_timestamp: z.string(),
})
export type NetworkStatusWire = z.infer<typeof networkStatusWire>

/** Reads the answer of GET /network/status. */
export function parseNetworkStatus(wire: NetworkStatusWire): NetworkStatus {
	return {
		epoch: wire.cur_epoch,
		network: wire.network,
		networkId: wire.network_id,
		ledgerTimestampMs: Date.parse(wire.ledger_timestamp),
		serviceTimestampMs: Date.parse(wire.service_timestamp),
	}
}

/** The answer of GET /network/status. */
export function formatNetworkStatus(status: NetworkStatus): NetworkStatusWire {
	return {
		cur_epoch: status.epoch,
		network: status.network,
		network_id: status.networkId,
		ledger_timestamp: new Date(status.ledgerTimestampMs).toISOString(),
		service_timestamp: new Date(status.serviceTimestampMs).toISOString(),
	}
}

/** GET /trade/info (specification, Fee info). */
export const feeInfoWire = z.object({
	verify_parent_access_rule_sbor_hex: hexWire,
	former_verify_parent_access_rule_sbor_hex: hexWire.optional(),
	per_token_settlement_fee: z.array(
		z.object({ symbol: symbolWire, solver_amount: decimalWire, transaction_execution_amount: decimalWire }),
	),
	per_level_anthic_fee: z.array(z.object({ taker_fee: decimalWire, maker_fee: decimalWire })),
})
export type FeeInfoWire = z.infer<typeof feeInfoWire>

/** Reads the answer of GET /trade/info. @throws TradeError `invalid_decimal` */
export function parseFeeInfo(wire: FeeInfoWire): FeeInfo {
	const former = wire.former_verify_parent_access_rule_sbor_hex
	return {
		verifyParentAccessRuleSborHex: wire.verify_parent_access_rule_sbor_hex,
		...(former === undefined ? {} : { formerVerifyParentAccessRuleSborHex: former }),
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
	const former = info.formerVerifyParentAccessRuleSborHex
	return {
		verify_parent_access_rule_sbor_hex: info.verifyParentAccessRuleSborHex,
		...(former === undefined ? {} : { former_verify_parent_access_rule_sbor_hex: former }),
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

/** GET /trade/account_addresses/:address. */
export const accountLevelWire = z.object({ level: countWire })
export type AccountLevelWire = z.infer<typeof accountLevelWire>

/** One token of GET /trade/tokens. */
export const tokenWire = z.object({
	resource_address: addressWire,
	symbol: symbolWire,
	divisibility: countWire.max(18),
	name: z.string(),
	icon_url: z.string(),
})
export type TokenWire = z.infer<typeof tokenWire>

/** Reads the wire's token. */
export function parseToken(wire: TokenWire): Token {
	return {
		symbol: wire.symbol,
		resourceAddress: wire.resource_address,
		divisibility: wire.divisibility,
		name: wire.name,
		iconUrl: wire.icon_url,
	}
}

/** The wire's token. */
export function formatToken(token: Token): TokenWire {
	return {
		resource_address: token.resourceAddress,
		symbol: token.symbol,
		divisibility: token.divisibility,
		name: token.name,
		icon_url: token.iconUrl,
	}
}

/** GET /trade/tokens. */
export const tokensWire = z.object({ tokens: z.array(tokenWire) })
export type TokensWire = z.infer<typeof tokensWire>

/** GET /trade/token_pairs. */
export const tokenPairsWire = z.object({ token_pairs: z.array(pairWire) })
export type TokenPairsWire = z.infer<typeof tokenPairsWire>
