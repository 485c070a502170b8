import type { ErrorEntry } from './error-entry.ts'

/** Errors that only the operator API returns. */
export const operatorErrors = {
	unknown_maker: { httpStatus: 404, jsonRpcCode: 1060, retry: 'never', title: 'Unknown maker' },
	unknown_key: { httpStatus: 404, jsonRpcCode: 1061, retry: 'never', title: 'Unknown API key' },
	account_taken: { httpStatus: 409, jsonRpcCode: 1062, retry: 'changed', title: 'Account belongs to another maker' },
	key_ended: { httpStatus: 409, jsonRpcCode: 1063, retry: 'changed', title: 'API key is no longer valid' },
	forbidden: { httpStatus: 403, jsonRpcCode: 1064, retry: 'changed', title: 'Role does not allow this' },
	name_taken: { httpStatus: 409, jsonRpcCode: 1065, retry: 'changed', title: 'Name is taken' },
	unknown_customer: { httpStatus: 404, jsonRpcCode: 1066, retry: 'never', title: 'Unknown Instamint customer' },
	customer_exists: { httpStatus: 409, jsonRpcCode: 1067, retry: 'changed', title: 'Account is a customer already' },
	reference_used: { httpStatus: 409, jsonRpcCode: 1068, retry: 'never', title: 'Repayment is reconciled already' },
	more_than_the_loan: { httpStatus: 409, jsonRpcCode: 1069, retry: 'changed', title: 'More than the loan' },
	instamint_refused: {
		httpStatus: 409,
		jsonRpcCode: 1070,
		retry: 'changed',
		title: 'Refused by the Instamint component',
	},
	settings_changed: { httpStatus: 409, jsonRpcCode: 1073, retry: 'changed', title: 'Settings have changed since' },
	transaction_undecided: {
		httpStatus: 503,
		jsonRpcCode: 1071,
		retry: 'later',
		title: 'The ledger has not decided yet',
	},
} as const satisfies Record<string, ErrorEntry>

/** For the docs: when each is returned, and what to do. */
export const operatorMeanings: Readonly<Record<keyof typeof operatorErrors, string>> = {
	unknown_maker: 'There is no maker with this id. GET /operator/makers lists all makers.',
	unknown_key:
		'There is no key with this key_id. GET /operator/makers lists every maker’s keys, GET /operator/operator-keys the operators’.',
	account_taken: 'The account is already registered to another maker. A registration is permanent.',
	key_ended: 'The API key is revoked or expired and cannot be rotated. Issue a new one.',
	forbidden:
		'The operator’s key is valid, but its role does not allow the request; the detail names the role that does.',
	name_taken:
		'Another valid key has this name: choose another one, or revoke that key first. An integrator’s code is never used again.',
	unknown_customer: 'The Instamint component has no customer with this id. GET /operator/instamint lists them all.',
	customer_exists: 'The account has a customer badge already. PUT /operator/instamint/allowance changes its allowance.',
	reference_used:
		'A repayment with this reference has been taken off a loan before. Nothing was done: each reference counts once.',
	more_than_the_loan: 'The repayment is more than the customer owes of that token. Nothing was done.',
	instamint_refused:
		'The ledger would refuse the transaction; the detail says why, in the component’s own words. Nothing was done.',
	settings_changed:
		'Other settings were applied since the version that these are based on. Nothing was applied: accord settings diff shows what would change now.',
	transaction_undecided:
		'The transaction, which the detail names, was submitted, but its outcome is not known yet. Repeat the request: nothing is done twice.',
}
