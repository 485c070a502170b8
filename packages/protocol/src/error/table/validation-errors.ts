import type { ErrorEntry } from './error-entry.ts'

/** Why an order or a fill is refused, in the order of validation: schema, amounts, fees, header, market, account, preview. */
export const validationErrors = {
	unknown_integrator: { httpStatus: 422, jsonRpcCode: 1046, retry: 'changed', title: 'Unknown integrator' },
	children_not_allowed: { httpStatus: 422, jsonRpcCode: 1020, retry: 'changed', title: 'Children are not allowed' },
	prefix_not_allowed: { httpStatus: 422, jsonRpcCode: 1021, retry: 'changed', title: 'Prefix not allowed' },
	manifest_schema: { httpStatus: 422, jsonRpcCode: 1022, retry: 'changed', title: 'Not the limit order schema' },
	verify_parent_mismatch: { httpStatus: 422, jsonRpcCode: 1023, retry: 'changed', title: 'Wrong VERIFY_PARENT rule' },
	foreign_account: {
		httpStatus: 422,
		jsonRpcCode: 1024,
		retry: 'changed',
		title: 'Account not registered for this API key',
	},
	invalid_amount: { httpStatus: 422, jsonRpcCode: 1025, retry: 'changed', title: 'Amount not allowed' },
	unknown_token: { httpStatus: 422, jsonRpcCode: 1026, retry: 'changed', title: 'Unknown token' },
	unknown_pair: { httpStatus: 422, jsonRpcCode: 1027, retry: 'changed', title: 'Unknown pair' },
	fee_token: { httpStatus: 422, jsonRpcCode: 1028, retry: 'changed', title: 'Wrong fee token' },
	fee_too_low: { httpStatus: 422, jsonRpcCode: 1029, retry: 'changed', title: 'Fee too low' },
	withdraw_mismatch: { httpStatus: 422, jsonRpcCode: 1030, retry: 'changed', title: 'Wrong withdrawal amount' },
	fill_amount_mismatch: {
		httpStatus: 422,
		jsonRpcCode: 1031,
		retry: 'changed',
		title: 'Fill does not match the order',
	},
	invalid_header: { httpStatus: 422, jsonRpcCode: 1032, retry: 'changed', title: 'Header not allowed' },
	invalid_expiry: { httpStatus: 422, jsonRpcCode: 1033, retry: 'changed', title: 'Expiry not allowed' },
	too_many_open_orders: { httpStatus: 409, jsonRpcCode: 1034, retry: 'later', title: 'Too many open orders' },
	account_paused: { httpStatus: 409, jsonRpcCode: 1043, retry: 'later', title: 'Account paused' },
	package_paused: { httpStatus: 409, jsonRpcCode: 1044, retry: 'later', title: 'Package paused' },
	order_denied: { httpStatus: 403, jsonRpcCode: 1047, retry: 'never', title: 'Order denied' },
	insufficient_funds: { httpStatus: 422, jsonRpcCode: 1035, retry: 'changed', title: 'Insufficient funds' },
	allowance_exceeded: { httpStatus: 422, jsonRpcCode: 1045, retry: 'later', title: 'Beyond the Instamint allowance' },
	not_account_owner: { httpStatus: 422, jsonRpcCode: 1036, retry: 'changed', title: 'Signer does not own the account' },
	execution_cost_too_high: { httpStatus: 422, jsonRpcCode: 1037, retry: 'changed', title: 'Execution cost too high' },
	execution_units_too_high: { httpStatus: 422, jsonRpcCode: 1038, retry: 'changed', title: 'Too many execution units' },
	too_many_events: { httpStatus: 422, jsonRpcCode: 1072, retry: 'changed', title: 'Too many events' },
	preview_failed: { httpStatus: 422, jsonRpcCode: 1039, retry: 'changed', title: 'Preview failed' },
	exposure_limit: { httpStatus: 409, jsonRpcCode: 1041, retry: 'later', title: 'Makers at their exposure limit' },
	self_trade: { httpStatus: 422, jsonRpcCode: 1042, retry: 'later', title: 'Only your own liquidity' },
	no_liquidity: { httpStatus: 422, jsonRpcCode: 1040, retry: 'later', title: 'No liquidity' },
} as const satisfies Record<string, ErrorEntry>

/** For the docs: when each is returned, and what to do. */
export const validationMeanings: Readonly<Record<keyof typeof validationErrors, string>> = {
	unknown_integrator:
		'No integrator has this code, or the operator has revoked it; the detail says which. Leave `integrator` out, or ask the operator.',
	children_not_allowed: 'A limit order subintent must not have children.',
	prefix_not_allowed:
		'An instruction before VERIFY_PARENT is not allowed there (a lock_fee method, USE_CHILD, a yield or a second VERIFY_PARENT), or there are too many. A fill’s may only mint on credit or call native components.',
	manifest_schema:
		'The instructions do not follow the limit order manifest. errors[] gives the instruction, what was expected and what was found.',
	verify_parent_mismatch: 'The access rule of VERIFY_PARENT must be the one in GET /trade/info.',
	foreign_account: 'A fill must use one of the accounts registered for its API key (GET /trade/accounts).',
	invalid_amount: 'An amount is not positive or has more decimal places than its token.',
	unknown_token: 'The token is not traded here. GET /trade/tokens lists those that are.',
	unknown_pair:
		'The two tokens are not a traded pair, or base and quote are swapped. GET /trade/token_pairs lists all pairs.',
	fee_token: 'Both fees must be paid in the token that is sold.',
	fee_too_low: 'The platform fee or the settlement fee is below that of GET /trade/info for the account’s level.',
	withdraw_mismatch: 'The withdrawn amount must be exactly sell amount + platform fee + settlement fee.',
	fill_amount_mismatch:
		'A fill must sell at least and buy at most the amounts requested of this maker (fill in platform.new_orders.new).',
	invalid_header:
		'The subintent must be valid now: the start epoch must have begun, the end epoch must not have come, and any minimum timestamp must have passed on the ledger.',
	invalid_expiry:
		'An order must expire 15 to 60 seconds after it is received. A fill must not expire before its order or before 10 seconds after receipt, whichever is earlier, nor later than 60 seconds after receipt.',
	too_many_open_orders:
		'The account has reached the limit of open orders or, if one of them has a prefix, of open orders and fills that can be previewed together. Or an open order runs the same published code, or any published code for the same signer. Wait until it has ended.',
	account_paused:
		'Orders of the account were published and could not settle, because it had moved the funds that they sell. Retry after the time in Retry-After.',
	package_paused:
		'Orders that run this package’s code before their fixed instructions were published and could not settle, or cost more than in their preview. Retry after the time in Retry-After.',
	order_denied: 'The operator screens orders, and does not accept this one. Nothing was stored or shown to a maker.',
	insufficient_funds:
		'The account does not hold enough for this intent together with its other open ones. missing_amount is how much it lacks.',
	allowance_exceeded:
		'What the prefix mints on credit, together with the customer’s loans and what its open fills mint, is worth more than its Instamint allowance. Repay, or wait until a fill has ended.',
	not_account_owner:
		'The ledger does not accept these signatures for a withdrawal from the account or, when cancelling, it is not signed by the key of the account (or all keys that signed the order).',
	execution_cost_too_high: 'Executing the subintent would cost more than the limit of 5 XRD.',
	execution_units_too_high: 'The subintent would leave too few execution units for the rest of the transaction.',
	too_many_events: 'The subintent would leave too few events for the rest of the transaction.',
	preview_failed: 'The subintent failed in a preview on the ledger; the detail gives the reason.',
	exposure_limit:
		'The order book matches, but its makers have reached their limit of open amounts in this pair. Retry when some of them have settled.',
	self_trade:
		'Only makers that the account, or a key that signed the order, belongs to could fill the order, and no one trades with itself. Retry when other makers offer enough.',
	no_liquidity:
		'No maker offers this trade at this limit now, and orders do not rest. largest_amount is the largest amount that would match.',
}
