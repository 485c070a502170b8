import type { ErrorEntry } from './error-entry.ts'

/** Errors that only the operator API returns. */
export const operatorErrors = {
	unknown_maker: {
		httpStatus: 404,
		jsonRpcCode: 1060,
		retry: 'never',
		title: 'Unknown maker',
		meaning: 'There is no maker with this id. GET /operator/makers lists all makers.',
	},
	unknown_key: {
		httpStatus: 404,
		jsonRpcCode: 1061,
		retry: 'never',
		title: 'Unknown API key',
		meaning:
			'There is no key with this key_id. GET /operator/makers lists every maker’s keys, GET /operator/operator-keys the operators’.',
	},
	account_taken: {
		httpStatus: 409,
		jsonRpcCode: 1062,
		retry: 'changed',
		title: 'Account belongs to another maker',
		meaning: 'The account is already registered to another maker. A registration is permanent.',
	},
	key_ended: {
		httpStatus: 409,
		jsonRpcCode: 1063,
		retry: 'changed',
		title: 'API key is no longer valid',
		meaning: 'The API key is revoked or expired and cannot be rotated. Issue a new one.',
	},
	forbidden: {
		httpStatus: 403,
		jsonRpcCode: 1064,
		retry: 'changed',
		title: 'Role does not allow this',
		meaning:
			'The operator’s key is valid, but its role does not allow the request; the detail names the role that does.',
	},
	name_taken: {
		httpStatus: 409,
		jsonRpcCode: 1065,
		retry: 'changed',
		title: 'Name is taken',
		meaning: 'Another valid key has this name. Choose another one, or revoke that key first.',
	},
} as const satisfies Record<string, ErrorEntry>
