import type { ErrorEntry } from './error-entry.ts'

/** What is wrong on our side, or with the connection. */
export const serviceErrors = {
	shutting_down: {
		httpStatus: 503,
		jsonRpcCode: -32053,
		retry: 'later',
		title: 'Shutting down',
		meaning: 'The service is stopping. Connect again in a moment.',
	},
	busy: {
		httpStatus: 503,
		jsonRpcCode: -32050,
		retry: 'later',
		title: 'Busy',
		meaning: 'A queue is full. Nothing was done; try again after Retry-After.',
	},
	ledger_unavailable: {
		httpStatus: 503,
		jsonRpcCode: -32052,
		retry: 'later',
		title: 'Ledger unavailable',
		meaning: 'The ledger cannot be reached. Nothing was done.',
	},
	database_unavailable: {
		httpStatus: 503,
		jsonRpcCode: -32051,
		retry: 'later',
		title: 'Database unavailable',
		meaning: 'The database cannot be reached. Nothing was acknowledged.',
	},
	slow_consumer: {
		httpStatus: 503,
		jsonRpcCode: -32060,
		retry: 'later',
		title: 'Reading too slowly',
		meaning:
			'The connection did not take its messages in time and was closed. Connect again; the fill stream resumes from any number.',
	},
	connection_closed: {
		httpStatus: 503,
		jsonRpcCode: -32062,
		retry: 'later',
		title: 'Connection closed',
		meaning: 'The connection ended before the answer came. The request may or may not have been carried out.',
	},
	request_timeout: {
		httpStatus: 504,
		jsonRpcCode: -32063,
		retry: 'later',
		title: 'No answer in time',
		meaning: 'The other side did not answer in time. The request may or may not have been carried out.',
	},
	internal: {
		httpStatus: 500,
		jsonRpcCode: -32603,
		retry: 'later',
		title: 'Internal error',
		meaning: 'A fault on our side; report it with request_id. Nothing is known about the outcome.',
	},
} as const satisfies Record<string, ErrorEntry>
