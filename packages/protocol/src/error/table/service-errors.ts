import type { ErrorEntry } from './error-entry.ts'

/** Errors in the service, its dependencies or the connection. */
export const serviceErrors = {
	shutting_down: { httpStatus: 503, jsonRpcCode: -32053, retry: 'later', title: 'Shutting down' },
	busy: { httpStatus: 503, jsonRpcCode: -32050, retry: 'later', title: 'Busy' },
	orders_paused: { httpStatus: 503, jsonRpcCode: -32054, retry: 'later', title: 'No new orders for now' },
	ledger_unavailable: { httpStatus: 503, jsonRpcCode: -32052, retry: 'later', title: 'Ledger unavailable' },
	database_unavailable: { httpStatus: 503, jsonRpcCode: -32051, retry: 'later', title: 'Database unavailable' },
	slow_consumer: { httpStatus: 503, jsonRpcCode: -32060, retry: 'later', title: 'Reading too slowly' },
	connection_closed: { httpStatus: 503, jsonRpcCode: -32062, retry: 'later', title: 'Connection closed' },
	request_timeout: { httpStatus: 504, jsonRpcCode: -32063, retry: 'later', title: 'Request timed out' },
	internal: { httpStatus: 500, jsonRpcCode: -32603, retry: 'later', title: 'Internal error' },
} as const satisfies Record<string, ErrorEntry>

/** For the docs: when each is returned, and what to do. */
export const serviceMeanings: Readonly<Record<keyof typeof serviceErrors, string>> = {
	shutting_down: 'The service is shutting down. Reconnect in a moment.',
	busy: 'A queue is full. Nothing was done; retry after the time in Retry-After.',
	orders_paused:
		'The service could not see a new order through to its end, so it takes none; the detail says why. Open orders go on. Retry after the time in Retry-After.',
	ledger_unavailable: 'The ledger is unreachable. Nothing was done; retry after the time in Retry-After.',
	database_unavailable: 'The database is unreachable. Nothing was acknowledged; retry after the time in Retry-After.',
	slow_consumer:
		'The client did not read its messages in time, so the connection was closed. Reconnect; streams resume from any number.',
	connection_closed:
		'The connection closed before the response arrived. The request may or may not have been processed.',
	request_timeout: 'The other side did not respond in time. The request may or may not have been processed.',
	internal:
		'Something failed in the service. Report it with request_id. The request may or may not have been processed.',
}
