import type { ErrorCode } from '../error/error-table.ts'

/** The errors of any signed limit order, a user's order or a maker's fill. */
export const signedOrderErrors = [
	'invalid_hex',
	'wrong_network',
	'invalid_signed_partial_transaction',
	'invalid_signature',
	'not_signed',
	'subintent_in_use',
	'already_committed',
	'children_not_allowed',
	'prefix_not_allowed',
	'manifest_schema',
	'verify_parent_mismatch',
	'invalid_amount',
	'unknown_token',
	'unknown_pair',
	'fee_token',
	'fee_too_low',
	'withdraw_mismatch',
	'invalid_header',
	'invalid_expiry',
	'too_many_open_orders',
	'insufficient_funds',
	'not_account_owner',
	'execution_cost_too_high',
	'execution_units_too_high',
	'too_many_events',
	'preview_failed',
	'busy',
	'ledger_unavailable',
	'database_unavailable',
] as const satisfies readonly ErrorCode[]

/** The errors of a user's order. */
export const orderErrors = [
	...signedOrderErrors,
	'unknown_integrator',
	'no_liquidity',
	'exposure_limit',
	'self_trade',
	'orders_paused',
	'account_paused',
	'order_denied',
	'package_paused',
] as const satisfies readonly ErrorCode[]

/** The errors of a maker's fill. */
export const fillErrors = [
	...signedOrderErrors,
	'allowance_exceeded',
	'unknown_order',
	'fill_too_late',
	'already_filled',
	'order_not_open',
	'foreign_account',
	'fill_amount_mismatch',
] as const satisfies readonly ErrorCode[]
