import { z } from 'zod'
import {
	addressWire,
	amountWire,
	countWire,
	decimalWire,
	feeWire,
	hexWire,
	limitOrderWire,
	pairWire,
	symbolWire,
	timestampWire,
} from './primitives.ts'

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

/** Query of GET /trade/order_book. */
export const orderBookQueryWire = z.object({ base: symbolWire, quote: symbolWire })
export type OrderBookQueryWire = z.infer<typeof orderBookQueryWire>

/** Body of POST /trade/orders. */
export const submitOrderWire = z.strictObject({ signed_partial_transaction: z.string() })
export type SubmitOrderWire = z.infer<typeof submitOrderWire>

/** Answer of POST /trade/orders, and result of platform.fills.fill (specification, Order submission result). */
export const submissionResultWire = z.object({
	success: z.literal(true),
	success_response: z.object({ subintent_id: z.string() }),
})
export type SubmissionResultWire = z.infer<typeof submissionResultWire>

const orderState = z.enum(['awaiting_fills', 'filled', 'published', 'settled', 'unfilled', 'expired', 'cancelled'])

/** GET /trade/orders/:subintent_id. */
export const orderStatusWire = z.object({
	subintent_id: z.string(),
	state: orderState,
	limit_order: limitOrderWire,
	fee: feeWire,
	account: addressWire,
	/** Seconds. */
	expires_at: timestampWire,
	created_at_ms: timestampWire,
	history: z.array(z.object({ state: z.union([z.literal('accepted'), orderState]), at_ms: timestampWire })),
	parts: z.array(z.object({ state: z.enum(['asked', 'filled', 'rejected', 'timed_out']) })),
	outcome: z.string().optional(),
	transaction_id: z.string().optional(),
})
export type OrderStatusWire = z.infer<typeof orderStatusWire>
