import type { ErrorEntry } from './error-entry.ts'

/** Errors about orders, price books and streams, returned to makers and to clients that follow an order. */
export const fillErrors = {
	unknown_order: { httpStatus: 404, jsonRpcCode: 1100, retry: 'never', title: 'Unknown order' },
	fill_too_late: { httpStatus: 409, jsonRpcCode: 1101, retry: 'never', title: 'Fill too late' },
	already_filled: { httpStatus: 409, jsonRpcCode: 1102, retry: 'never', title: 'Already filled' },
	order_not_open: { httpStatus: 409, jsonRpcCode: 1103, retry: 'never', title: 'Order is not open' },
	order_not_cancellable: { httpStatus: 409, jsonRpcCode: 1104, retry: 'never', title: 'Order cannot be cancelled' },
	invalid_price_book: { httpStatus: 422, jsonRpcCode: 1105, retry: 'changed', title: 'Invalid price book' },
	too_many_levels: { httpStatus: 422, jsonRpcCode: 1106, retry: 'changed', title: 'Too many levels' },
	sequence_ahead: { httpStatus: 422, jsonRpcCode: 1107, retry: 'changed', title: 'Starting point is ahead of the log' },
	log_restarted: { httpStatus: 409, jsonRpcCode: 1108, retry: 'changed', title: 'Log has restarted' },
	sequence_too_old: { httpStatus: 422, jsonRpcCode: 1109, retry: 'changed', title: 'Starting point has been removed' },
	instamint_not_offered: { httpStatus: 404, jsonRpcCode: 1110, retry: 'never', title: 'No minting on credit here' },
	not_an_instamint_customer: { httpStatus: 404, jsonRpcCode: 1111, retry: 'never', title: 'Not an Instamint customer' },
} as const satisfies Record<string, ErrorEntry>

/** For the docs: when each is returned, and what to do. */
export const fillMeanings: Readonly<Record<keyof typeof fillErrors, string>> = {
	unknown_order: 'There is no order with this id, or it is not yours.',
	fill_too_late: 'The fill arrived after fill_before_ms, or its part had already timed out. Nothing was traded.',
	already_filled: 'Another fill for this order has been accepted; it can no longer be filled or rejected.',
	order_not_open: 'The order has already ended, or the maker has rejected its part.',
	order_not_cancellable: 'The order has been published and may still settle until it expires (expires_at).',
	invalid_price_book:
		'The whole book is refused, and the previous one of the pair is withdrawn (withdrawn: true), since its prices are stale. errors[] lists every invalid level.',
	too_many_levels:
		'One side of a price book has too many levels. Reported as a rule in the errors[] of invalid_price_book.',
	sequence_ahead:
		'historical_starting_point is greater than last_sequence_number + 1, or since or Last-Event-ID is ahead of its stream.',
	log_restarted:
		'The service was restored from a backup since this starting point was given out, and its numbers may since mean something else. Begin again: a fill log at first_sequence_number, with the new incarnation; the solver stream without since.',
	sequence_too_old:
		'historical_starting_point or since lies before what is kept of the log. first_sequence_number is the first number kept: begin there (since = first_sequence_number − 1).',
	instamint_not_offered: 'The service has no Instamint component, or the one that it names is not on the ledger.',
	not_an_instamint_customer:
		'None of your accounts (GET /trade/accounts) has a customer badge of the Instamint component. The operator makes customers.',
}
