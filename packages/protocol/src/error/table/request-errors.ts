import type { ErrorEntry } from './error-entry.ts'

/** What is wrong with a request before anybody looks at what it asks for. */
export const requestErrors = {
	not_found: {
		httpStatus: 404,
		jsonRpcCode: -32004,
		retry: 'never',
		title: 'Not found',
		meaning: 'There is no such path or resource. Check the path against the API description.',
	},
	method_not_found: {
		httpStatus: 404,
		jsonRpcCode: -32601,
		retry: 'never',
		title: 'Method not found',
		meaning: 'The JSON-RPC method does not exist. Method names are listed in the Flash Liquidity API.',
	},
	method_not_allowed: {
		httpStatus: 405,
		jsonRpcCode: -32005,
		retry: 'never',
		title: 'Method not allowed',
		meaning: 'The path exists, but not with this HTTP method; the Allow header lists those it has.',
	},
	upgrade_required: {
		httpStatus: 426,
		jsonRpcCode: -32026,
		retry: 'changed',
		title: 'Upgrade required',
		meaning: 'The path is a WebSocket and was asked by an ordinary request. Open it as a WebSocket.',
	},
	unauthorized: {
		httpStatus: 401,
		jsonRpcCode: -32001,
		retry: 'changed',
		title: 'API key missing or invalid',
		meaning:
			'The header SERVICE-API-KEY is missing, or its key unknown, revoked or expired; keys are issued by the operator. The operator’s own interface takes its key as Authorization: Bearer.',
	},
	rate_limited: {
		httpStatus: 429,
		jsonRpcCode: -32029,
		retry: 'later',
		title: 'Too many requests',
		meaning:
			'More requests, messages or event streams than allowed (GET /limits). Wait as long as Retry-After (or retry_after_s) says.',
	},
	body_too_large: {
		httpStatus: 413,
		jsonRpcCode: -32013,
		retry: 'changed',
		title: 'Message too large',
		meaning:
			'The body or message is larger, or nested deeper, than allowed (GET /limits). A signed partial transaction may have 64 KiB.',
	},
	unsupported_media_type: {
		httpStatus: 415,
		jsonRpcCode: -32015,
		retry: 'changed',
		title: 'Unsupported media type',
		meaning: 'Request bodies are application/json in UTF-8.',
	},
	malformed_json: {
		httpStatus: 400,
		jsonRpcCode: -32700,
		retry: 'changed',
		title: 'Malformed JSON',
		meaning: 'The text is not JSON.',
	},
	invalid_request: {
		httpStatus: 400,
		jsonRpcCode: -32600,
		retry: 'changed',
		title: 'Invalid request',
		meaning:
			'It is JSON, but no request of this interface: no JSON-RPC 2.0 object, an empty or too large batch, a request that HTTP does not allow.',
	},
	unknown_field: {
		httpStatus: 422,
		jsonRpcCode: -32602,
		retry: 'changed',
		title: 'Unknown field',
		meaning: 'The request has a field that does not exist there. errors[] points to each; look for a misspelt name.',
	},
	validation_failed: {
		httpStatus: 422,
		jsonRpcCode: -32602,
		retry: 'changed',
		title: 'Invalid parameters',
		meaning: 'A field is missing or has the wrong type or form. errors[] points to each with what was expected.',
	},
} as const satisfies Record<string, ErrorEntry>
