import { z } from 'zod'
import { addressWire, amountWire, countWire, decimalWire, hexWire, pairWire, symbolWire } from './primitives.ts'

/** GET /network/status: `cur_epoch` is the specification's, the rest is ours. */
export const networkStatusWire = z.object({
	cur_epoch: countWire,
	network: z.string(),
	network_id: countWire,
	ledger_timestamp: z.string(),
	service_timestamp: z.string(),
})
export type NetworkStatusWire = z.infer<typeof networkStatusWire>

/** GET /trade/info (specification, Fee info). */
export const feeInfoWire = z.object({
	verify_parent_access_rule_sbor_hex: hexWire,
	per_token_settlement_fee: z.array(
		z.object({ symbol: symbolWire, solver_amount: decimalWire, transaction_execution_amount: decimalWire }),
	),
	per_level_anthic_fee: z.array(z.object({ taker_fee: decimalWire, maker_fee: decimalWire })),
})
export type FeeInfoWire = z.infer<typeof feeInfoWire>

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

/** GET /trade/tokens. */
export const tokensWire = z.object({ tokens: z.array(tokenWire) })
export type TokensWire = z.infer<typeof tokensWire>

/** GET /trade/token_pairs. */
export const tokenPairsWire = z.object({ token_pairs: z.array(pairWire) })
export type TokenPairsWire = z.infer<typeof tokenPairsWire>

/** GET /trade/accounts: the accounts registered for the caller's key. */
export const accountsWire = z.object({
	accounts: z.array(z.object({ address: addressWire, balances: z.array(amountWire) })),
})
export type AccountsWire = z.infer<typeof accountsWire>
