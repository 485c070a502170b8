import type { ErrorEntry } from './error-entry.ts'

/** What makers, and those who follow an order, are told about orders, books and streams. */
export const fillErrors = {
	unknown_order: {
		httpStatus: 404,
		jsonRpcCode: 1100,
		retry: 'never',
		title: 'Unknown order',
		meaning: 'There is no such order, or it is not yours.',
	},
	fill_too_late: {
		httpStatus: 409,
		jsonRpcCode: 1101,
		retry: 'never',
		title: 'Fill too late',
		meaning: 'The fill arrived after fill_before_ms, or the part has timed out. Nothing was traded.',
	},
	already_filled: {
		httpStatus: 409,
		jsonRpcCode: 1102,
		retry: 'never',
		title: 'Already filled',
		meaning: 'Another fill for this order has been accepted; it can no longer be filled or rejected.',
	},
	order_not_open: {
		httpStatus: 409,
		jsonRpcCode: 1103,
		retry: 'never',
		title: 'Order is not open',
		meaning: 'The order has already ended, or its part has been rejected.',
	},
	order_not_cancellable: {
		httpStatus: 409,
		jsonRpcCode: 1104,
		retry: 'never',
		title: 'Order cannot be cancelled',
		meaning: 'The order has been published and may settle until its expiry, given as expires_at.',
	},
	invalid_price_book: {
		httpStatus: 422,
		jsonRpcCode: 1105,
		retry: 'changed',
		title: 'Invalid price book',
		meaning: 'The whole book is refused and the former one stays. errors[] points to every wrong level.',
	},
	too_many_levels: {
		httpStatus: 422,
		jsonRpcCode: 1106,
		retry: 'changed',
		title: 'Too many levels',
		meaning:
			'A side of a price book has more levels than allowed. It appears as rule in the errors[] of invalid_price_book.',
	},
	sequence_ahead: {
		httpStatus: 422,
		jsonRpcCode: 1107,
		retry: 'changed',
		title: 'Starting point ahead of the log',
		meaning:
			'historical_starting_point is beyond the last number + 1, which is given as last_sequence_number; or since, or Last-Event-ID, is ahead of its stream.',
	},
} as const satisfies Record<string, ErrorEntry>
