import type { ErrorEntry } from './error-entry.ts'

/** What the operator's own interface refuses beside what every request may be refused for. */
export const operatorErrors = {
	unknown_maker: {
		httpStatus: 404,
		jsonRpcCode: 1060,
		retry: 'never',
		title: 'Unknown maker',
		meaning: 'There is no maker of this id. GET /operator/makers lists them all.',
	},
	unknown_key: {
		httpStatus: 404,
		jsonRpcCode: 1061,
		retry: 'never',
		title: 'Unknown API key',
		meaning: 'There is no API key of this key_id. GET /operator/makers lists the keys of every maker.',
	},
	account_taken: {
		httpStatus: 409,
		jsonRpcCode: 1062,
		retry: 'changed',
		title: 'Account of another maker',
		meaning: 'An account is registered for one maker, for ever, and this one is registered already.',
	},
	key_ended: {
		httpStatus: 409,
		jsonRpcCode: 1063,
		retry: 'changed',
		title: 'API key has ended',
		meaning: 'The API key is revoked or expired and cannot be rotated. Issue a new one.',
	},
} as const satisfies Record<string, ErrorEntry>
