import type { ErrorEntry } from './error-entry.ts'

/** Why an order or a fill is refused, in the order in which it is judged: schema, amounts, fees, header, market, account, preview. */
export const validationErrors = {
	children_not_allowed: {
		httpStatus: 422,
		jsonRpcCode: 1020,
		retry: 'changed',
		title: 'Children are not allowed',
		meaning: 'A limit order subintent may not have children of its own.',
	},
	prefix_not_allowed: {
		httpStatus: 422,
		jsonRpcCode: 1021,
		retry: 'changed',
		title: 'Prefix not allowed',
		meaning:
			'An instruction before VERIFY_PARENT is not allowed there: lock_fee methods, USE_CHILD, yields, VERIFY_PARENT, or more instructions than fit.',
	},
	manifest_schema: {
		httpStatus: 422,
		jsonRpcCode: 1022,
		retry: 'changed',
		title: 'Not the limit order schema',
		meaning:
			'The instructions are not those of the limit order subintent manifest. errors[] names the instruction, what was expected and what was found.',
	},
	verify_parent_mismatch: {
		httpStatus: 422,
		jsonRpcCode: 1023,
		retry: 'changed',
		title: 'Wrong VERIFY_PARENT rule',
		meaning: 'The access rule of VERIFY_PARENT is not the one of GET /trade/info.',
	},
	foreign_account: {
		httpStatus: 422,
		jsonRpcCode: 1024,
		retry: 'changed',
		title: 'Account is not registered for this key',
		meaning: 'A fill must trade from one of the accounts of its API key (GET /trade/accounts).',
	},
	invalid_amount: {
		httpStatus: 422,
		jsonRpcCode: 1025,
		retry: 'changed',
		title: 'Amount not allowed',
		meaning: 'An amount is not positive or has more decimal places than its token.',
	},
	unknown_token: {
		httpStatus: 422,
		jsonRpcCode: 1026,
		retry: 'changed',
		title: 'Unknown token',
		meaning: 'The token is not traded here (GET /trade/tokens).',
	},
	unknown_pair: {
		httpStatus: 422,
		jsonRpcCode: 1027,
		retry: 'changed',
		title: 'Unknown pair',
		meaning:
			'The two tokens are no pair that is traded here, or the pair is written the other way round (GET /trade/token_pairs).',
	},
	fee_token: {
		httpStatus: 422,
		jsonRpcCode: 1028,
		retry: 'changed',
		title: 'Fees in another token',
		meaning: 'Both fees are paid in the token that is sold.',
	},
	fee_too_low: {
		httpStatus: 422,
		jsonRpcCode: 1029,
		retry: 'changed',
		title: 'Fee too low',
		meaning: 'The platform or the settlement fee is below the one of GET /trade/info for the level of the account.',
	},
	withdraw_mismatch: {
		httpStatus: 422,
		jsonRpcCode: 1030,
		retry: 'changed',
		title: 'Withdrawn amount does not add up',
		meaning: 'The withdrawn amount must be exactly sell amount + platform fee + settlement fee.',
	},
	fill_amount_mismatch: {
		httpStatus: 422,
		jsonRpcCode: 1031,
		retry: 'changed',
		title: 'Not the amounts asked for',
		meaning:
			'A fill must sell and buy exactly what the order in question asks of this maker (fill in platform.new_orders.new).',
	},
	invalid_header: {
		httpStatus: 422,
		jsonRpcCode: 1032,
		retry: 'changed',
		title: 'Header not allowed',
		meaning:
			'The subintent must be usable at once: start epoch not ahead, end epoch ahead, no minimum timestamp ahead of the ledger.',
	},
	invalid_expiry: {
		httpStatus: 422,
		jsonRpcCode: 1033,
		retry: 'changed',
		title: 'Expiry not allowed',
		meaning:
			'Orders expire 15 to 60 seconds after they are received; fills not before the order does, or 10 seconds after receipt, and within 60 seconds.',
	},
	too_many_open_orders: {
		httpStatus: 409,
		jsonRpcCode: 1034,
		retry: 'later',
		title: 'Too many open orders',
		meaning:
			'The account has as many open orders as are allowed or, where one has instructions before the schema, as many open orders and fills as can be previewed together. Wait until one has ended.',
	},
	insufficient_funds: {
		httpStatus: 422,
		jsonRpcCode: 1035,
		retry: 'changed',
		title: 'Insufficient funds',
		meaning: 'The account does not hold enough for this intent and for its other open ones.',
	},
	not_account_owner: {
		httpStatus: 422,
		jsonRpcCode: 1036,
		retry: 'changed',
		title: 'Signer does not own the account',
		meaning:
			'The ledger refuses these signatures the withdrawal from the account; or, when cancelling, the key is none that signed the order.',
	},
	execution_cost_too_high: {
		httpStatus: 422,
		jsonRpcCode: 1037,
		retry: 'changed',
		title: 'Execution cost too high',
		meaning: 'Executing the subintent would cost more than 5 XRD.',
	},
	execution_units_too_high: {
		httpStatus: 422,
		jsonRpcCode: 1038,
		retry: 'changed',
		title: 'Too many execution units',
		meaning: 'The subintent would leave too few execution units to the rest of the transaction.',
	},
	preview_failed: {
		httpStatus: 422,
		jsonRpcCode: 1039,
		retry: 'changed',
		title: 'Preview failed',
		meaning: 'The ledger would not execute the subintent; the detail gives its reason.',
	},
	exposure_limit: {
		httpStatus: 409,
		jsonRpcCode: 1041,
		retry: 'later',
		title: 'Makers have promised all they may',
		meaning:
			'The book would match, but its makers have as much open in this pair as they may have at once. Try again when some of it has settled.',
	},
	no_liquidity: {
		httpStatus: 422,
		jsonRpcCode: 1040,
		retry: 'later',
		title: 'No liquidity',
		meaning:
			'No maker offers this trade at this limit now. largest_amount is the most that would match; orders do not rest.',
	},
} as const satisfies Record<string, ErrorEntry>
