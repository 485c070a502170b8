import type { ErrorEntry } from './error-entry.ts'

/** What is wrong with the bytes of a signed intent, or with the words it is described by. */
export const bytesErrors = {
	invalid_hex: {
		httpStatus: 422,
		jsonRpcCode: 1001,
		retry: 'changed',
		title: 'Not hexadecimal',
		meaning: 'Expected an even number of hexadecimal digits, in any case, without 0x.',
	},
	invalid_decimal: {
		httpStatus: 422,
		jsonRpcCode: 1002,
		retry: 'changed',
		title: 'Not a decimal',
		meaning:
			'Amounts and prices are strings of digits with at most 18 decimal places, without exponent, within the range of the ledger.',
	},
	invalid_address: {
		httpStatus: 422,
		jsonRpcCode: 1003,
		retry: 'changed',
		title: 'Not an address of the expected kind',
		meaning: 'The text is no Bech32m address, or the address of something else (an account is expected).',
	},
	wrong_network: {
		httpStatus: 422,
		jsonRpcCode: 1004,
		retry: 'changed',
		title: 'Made for another network',
		meaning:
			'An address, subintent or transaction belongs to another Radix network than the one of this service (GET /network/status).',
	},
	invalid_manifest: {
		httpStatus: 422,
		jsonRpcCode: 1005,
		retry: 'changed',
		title: 'Manifest does not compile',
		meaning: 'The manifest text could not be compiled; the detail says where.',
	},
	invalid_subintent: {
		httpStatus: 422,
		jsonRpcCode: 1006,
		retry: 'changed',
		title: 'Not a subintent',
		meaning: 'The bytes are no encoded subintent, or a subintent that the ledger would not accept.',
	},
	invalid_signed_partial_transaction: {
		httpStatus: 422,
		jsonRpcCode: 1007,
		retry: 'changed',
		title: 'Not a signed partial transaction',
		meaning:
			'The bytes are no signed partial transaction, or one that fails the static validation of the ledger; the detail gives its reason.',
	},
	invalid_signature: {
		httpStatus: 422,
		jsonRpcCode: 1008,
		retry: 'changed',
		title: 'Signature does not verify',
		meaning:
			'A signature does not verify over the hash of the subintent, or belongs to another key than the one given with it.',
	},
	not_signed: {
		httpStatus: 422,
		jsonRpcCode: 1009,
		retry: 'changed',
		title: 'Not signed',
		meaning: 'The partial transaction carries no signature.',
	},
	subintent_in_use: {
		httpStatus: 409,
		jsonRpcCode: 1010,
		retry: 'never',
		title: 'Subintent already used in another role',
		meaning: 'This subintent is already known as an order (or as a fill) and cannot become the other. Sign a new one.',
	},
	already_committed: {
		httpStatus: 409,
		jsonRpcCode: 1011,
		retry: 'never',
		title: 'Already on the ledger',
		meaning: 'This subintent has already been committed. A subintent settles only once: sign a new one.',
	},
} as const satisfies Record<string, ErrorEntry>
