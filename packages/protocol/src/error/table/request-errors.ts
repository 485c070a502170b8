import type { ErrorEntry } from './error-entry.ts'

/** Errors in the request itself, found before its content is examined. */
export const requestErrors = {
	not_found: { httpStatus: 404, jsonRpcCode: -32004, retry: 'never', title: 'Not found' },
	method_not_found: { httpStatus: 404, jsonRpcCode: -32601, retry: 'never', title: 'Method not found' },
	method_not_allowed: { httpStatus: 405, jsonRpcCode: -32005, retry: 'never', title: 'Method not allowed' },
	upgrade_required: { httpStatus: 426, jsonRpcCode: -32026, retry: 'changed', title: 'Upgrade required' },
	unauthorized: { httpStatus: 401, jsonRpcCode: -32001, retry: 'changed', title: 'API key missing or invalid' },
	address_not_allowed: { httpStatus: 403, jsonRpcCode: -32003, retry: 'changed', title: 'Not from this address' },
	rate_limited: { httpStatus: 429, jsonRpcCode: -32029, retry: 'later', title: 'Too many requests' },
	body_too_large: { httpStatus: 413, jsonRpcCode: -32013, retry: 'changed', title: 'Message too large' },
	unsupported_media_type: { httpStatus: 415, jsonRpcCode: -32015, retry: 'changed', title: 'Unsupported media type' },
	malformed_json: { httpStatus: 400, jsonRpcCode: -32700, retry: 'changed', title: 'Malformed JSON' },
	invalid_request: { httpStatus: 400, jsonRpcCode: -32600, retry: 'changed', title: 'Invalid request' },
	unknown_field: { httpStatus: 422, jsonRpcCode: -32602, retry: 'changed', title: 'Unknown field' },
	validation_failed: { httpStatus: 422, jsonRpcCode: -32602, retry: 'changed', title: 'Invalid parameters' },
} as const satisfies Record<string, ErrorEntry>

/** For the docs: when each is returned, and what to do. */
export const requestMeanings: Readonly<Record<keyof typeof requestErrors, string>> = {
	not_found: 'There is no such path or resource. Check the path against the API reference.',
	method_not_found: 'The JSON-RPC method does not exist. The Flash Liquidity API reference lists all methods.',
	method_not_allowed: 'The path does not support this HTTP method; the Allow header lists those it does.',
	upgrade_required: 'The path is a WebSocket endpoint. Open a WebSocket instead of sending an ordinary request.',
	unauthorized:
		'The SERVICE-API-KEY header is missing, or its key is unknown, revoked or expired. The operator issues keys. The operator API takes an operator’s key as Authorization: Bearer.',
	address_not_allowed:
		'The key is valid, but may be used from other addresses only; the detail names yours. The operator sets them (accord keys allow).',
	rate_limited:
		'Too many requests, messages or event streams (GET /limits). Wait for the time in Retry-After or retry_after_s.',
	body_too_large:
		'The body or message is too large or too deeply nested (GET /limits). A signed partial transaction may have up to 64 KiB.',
	unsupported_media_type: 'Request bodies must be application/json in UTF-8.',
	malformed_json: 'The body or message is not valid JSON.',
	invalid_request: 'Not a JSON-RPC 2.0 object, an empty or oversized batch, or a malformed HTTP request.',
	unknown_field: 'The request has a field that is not part of its schema. errors[] points to each; check the spelling.',
	validation_failed:
		'A field is missing or has the wrong type or format. errors[] points to each and says what was expected.',
}
