import type { ErrorEntry } from './error-entry.ts'

/** Errors in the bytes of a signed intent, or in the values that describe it. */
export const bytesErrors = {
	invalid_hex: { httpStatus: 422, jsonRpcCode: 1001, retry: 'changed', title: 'Not hexadecimal' },
	invalid_decimal: { httpStatus: 422, jsonRpcCode: 1002, retry: 'changed', title: 'Not a decimal' },
	invalid_address: {
		httpStatus: 422,
		jsonRpcCode: 1003,
		retry: 'changed',
		title: 'Not an address of the expected kind',
	},
	wrong_network: { httpStatus: 422, jsonRpcCode: 1004, retry: 'changed', title: 'Wrong network' },
	invalid_manifest: { httpStatus: 422, jsonRpcCode: 1005, retry: 'changed', title: 'Manifest does not compile' },
	invalid_subintent: { httpStatus: 422, jsonRpcCode: 1006, retry: 'changed', title: 'Not a subintent' },
	invalid_signed_partial_transaction: {
		httpStatus: 422,
		jsonRpcCode: 1007,
		retry: 'changed',
		title: 'Not a signed partial transaction',
	},
	invalid_signature: { httpStatus: 422, jsonRpcCode: 1008, retry: 'changed', title: 'Signature does not verify' },
	not_signed: { httpStatus: 422, jsonRpcCode: 1009, retry: 'changed', title: 'Not signed' },
	subintent_in_use: {
		httpStatus: 409,
		jsonRpcCode: 1010,
		retry: 'never',
		title: 'Subintent already used in the other role',
	},
	already_committed: { httpStatus: 409, jsonRpcCode: 1011, retry: 'never', title: 'Already on the ledger' },
} as const satisfies Record<string, ErrorEntry>

/** For the docs: when each is returned, and what to do. */
export const bytesMeanings: Readonly<Record<keyof typeof bytesErrors, string>> = {
	invalid_hex: 'Expected an even number of hexadecimal digits, upper or lower case, without 0x.',
	invalid_decimal:
		'Amounts and prices are decimal strings with at most 18 decimal places, no exponent, and within the ledger’s range.',
	invalid_address: 'The text is not a Bech32m address, or it is not the address of an account.',
	wrong_network:
		'An address, subintent or transaction is for a different Radix network from this service’s (GET /network/status).',
	invalid_manifest: 'The manifest could not be compiled; the detail says where.',
	invalid_subintent: 'The bytes are not an encoded subintent, or they encode one that the ledger would reject.',
	invalid_signed_partial_transaction:
		'The bytes are not a signed partial transaction, or they fail the ledger’s static validation; the detail gives the reason.',
	invalid_signature:
		'A signature does not verify over the subintent’s hash, or was made by a different key from the one sent with it.',
	not_signed: 'The partial transaction has no signature.',
	subintent_in_use:
		'This subintent was already accepted as an order and cannot be used as a fill, or the other way round. Sign a new one.',
	already_committed:
		'This subintent has already been committed, and a subintent can be committed only once. Sign a new one.',
}
