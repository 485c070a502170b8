import type { ErrorEntry } from './error-entry.ts'

/** Errors in the bytes of a signed intent, or in the values that describe it. */
export const bytesErrors = {
	invalid_hex: {
		httpStatus: 422,
		jsonRpcCode: 1001,
		retry: 'changed',
		title: 'Not hexadecimal',
		meaning: 'Expected an even number of hexadecimal digits, upper or lower case, without 0x.',
	},
	invalid_decimal: {
		httpStatus: 422,
		jsonRpcCode: 1002,
		retry: 'changed',
		title: 'Not a decimal',
		meaning:
			'Amounts and prices are decimal strings with at most 18 decimal places, no exponent, and within the ledger’s range.',
	},
	invalid_address: {
		httpStatus: 422,
		jsonRpcCode: 1003,
		retry: 'changed',
		title: 'Not an address of the expected kind',
		meaning: 'The text is not a Bech32m address, or it is not the address of an account.',
	},
	wrong_network: {
		httpStatus: 422,
		jsonRpcCode: 1004,
		retry: 'changed',
		title: 'Wrong network',
		meaning:
			'An address, subintent or transaction is for a different Radix network from this service’s (GET /network/status).',
	},
	invalid_manifest: {
		httpStatus: 422,
		jsonRpcCode: 1005,
		retry: 'changed',
		title: 'Manifest does not compile',
		meaning: 'The manifest could not be compiled; the detail says where.',
	},
	invalid_subintent: {
		httpStatus: 422,
		jsonRpcCode: 1006,
		retry: 'changed',
		title: 'Not a subintent',
		meaning: 'The bytes are not an encoded subintent, or they encode one that the ledger would reject.',
	},
	invalid_signed_partial_transaction: {
		httpStatus: 422,
		jsonRpcCode: 1007,
		retry: 'changed',
		title: 'Not a signed partial transaction',
		meaning:
			'The bytes are not a signed partial transaction, or they fail the ledger’s static validation; the detail gives the reason.',
	},
	invalid_signature: {
		httpStatus: 422,
		jsonRpcCode: 1008,
		retry: 'changed',
		title: 'Signature does not verify',
		meaning:
			'A signature does not verify over the subintent’s hash, or was made by a different key from the one sent with it.',
	},
	not_signed: {
		httpStatus: 422,
		jsonRpcCode: 1009,
		retry: 'changed',
		title: 'Not signed',
		meaning: 'The partial transaction has no signature.',
	},
	subintent_in_use: {
		httpStatus: 409,
		jsonRpcCode: 1010,
		retry: 'never',
		title: 'Subintent already used in the other role',
		meaning:
			'This subintent was already accepted as an order and cannot be used as a fill, or the other way round. Sign a new one.',
	},
	already_committed: {
		httpStatus: 409,
		jsonRpcCode: 1011,
		retry: 'never',
		title: 'Already on the ledger',
		meaning: 'This subintent has already been committed, and a subintent can be committed only once. Sign a new one.',
	},
} as const satisfies Record<string, ErrorEntry>
