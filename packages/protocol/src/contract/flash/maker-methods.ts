import { PriceBook } from '../../book/price-book.ts'
import { fillExecutionStartedWire, StartFillExecution } from '../../maker/fill-execution.ts'
import {
	CancelAllPriceBooks,
	flashMethods,
	orderRejectedWire,
	Pong,
	PriceBookSet,
	PriceBooksReported,
	PriceBooksStatus,
	priceBooksCancelledWire,
	RejectOrder,
	StartNewOrders,
	SubmitFill,
	streamStartedWire,
} from '../../maker/flash-methods.ts'
import { SubmissionResult } from '../../order/submission.ts'
import {
	exampleBook,
	exampleMakerBook,
	exampleOrderId,
	examplePair,
	exampleSessionId,
	exampleTime,
} from '../examples/market.ts'
import { exampleIncarnation } from '../examples/problems.ts'
import { signedOrderExample } from '../examples/signed-order.ts'
import { sample } from '../operation.ts'
import { fillErrors } from '../order-errors.ts'
import type { FlashMethod } from './flash-method.ts'

const success = { success: true } as const
const specification = 'Flash Liquidity API'
const { subintentId, signedPartialTransaction } = signedOrderExample

const ping: FlashMethod = {
	name: flashMethods.ping,
	id: 'ping',
	channel: 'Ping',
	sentBy: 'maker',
	kind: 'request',
	summary: 'Check that the service answers',
	description:
		'WebSocket pings are answered too, and the service sends one every 5 s: a connection without any frame for 10 s is closed.',
	specification,
	result: sample(Pong, { pong: true, timestamp_ms: exampleTime.ms }),
	errors: [],
}

/** The methods that a maker calls. */
export const makerMethods: readonly FlashMethod[] = [
	{
		name: flashMethods.priceBookChanged,
		id: 'changePriceBook',
		channel: 'Pricebooks',
		sentBy: 'maker',
		kind: 'notification',
		summary: 'Replace the book of one pair',
		description:
			'Send only pairs that changed. With both sides empty the pair is no longer traded. An invalid book is refused completely: every invalid level is named, and the previous book of the pair is withdrawn (`withdrawn: true`), since its prices are stale. With `net_of` the book accounts for that order and all that you were sent before it. The last update processed for a pair counts, whichever session sent it; a book is in force while a session has the new orders stream on for its pair.',
		specification: 'Flash Liquidity API, rule 1; Multi-session rules, rule 1',
		params: sample(PriceBook, exampleBook),
		result: sample(PriceBookSet, success),
		errors: [
			'unknown_pair',
			'unknown_order',
			'invalid_price_book',
			'too_many_levels',
			'invalid_decimal',
			'database_unavailable',
		],
	},
	{
		name: flashMethods.cancelAllPriceBooks,
		id: 'cancelAllPriceBooks',
		channel: 'Pricebooks',
		sentBy: 'maker',
		kind: 'request',
		summary: 'Withdraw all books, of all sessions, at once',
		description: 'Orders already forwarded stay fillable. A new book is in force again.',
		params: { ...sample(CancelAllPriceBooks, { token_pairs: [examplePair] }), optional: true },
		result: sample(priceBooksCancelledWire, { success: true, cancelled: 1 }),
		errors: ['unknown_pair'],
	},
	{
		name: flashMethods.priceBooksStatus,
		id: 'getPriceBooksStatus',
		channel: 'Pricebooks',
		sentBy: 'maker',
		kind: 'request',
		summary: 'What stands of your books, and why something of them is not shown',
		description:
			'For each pair for which you have sent a book: what is in force, since when, from which session, what is reserved of it, and what of it is not in the order book. GET /maker/books answers the same.',
		params: { ...sample(PriceBooksStatus, { token_pairs: [examplePair] }), optional: true },
		result: sample(PriceBooksReported, { success: true, session_id: exampleSessionId, books: [exampleMakerBook] }),
		errors: ['unknown_field', 'unknown_pair', 'database_unavailable'],
	},
	{
		name: flashMethods.startNewOrders,
		id: 'startNewOrders',
		channel: 'New Orders',
		sentBy: 'maker',
		kind: 'request',
		summary: 'Start, change or stop this session’s new orders',
		description:
			'All fields are optional; an unknown one is refused. Orders that are still open are sent at once, each only once in a session. Each call replaces what the session requested before.',
		specification,
		params: {
			...sample(StartNewOrders, {
				token_pairs: [examplePair],
				min_amounts: { xUSDC: '1' },
				cancel_on_disconnect: 'session',
				dead_man_timer_s: 10,
			}),
			optional: true,
		},
		result: sample(streamStartedWire, success),
		errors: ['unknown_field', 'invalid_decimal', 'unknown_token', 'unknown_pair'],
	},
	{
		name: flashMethods.rejectOrder,
		id: 'rejectOrder',
		channel: 'New Orders',
		sentBy: 'maker',
		kind: 'request',
		summary: 'Reject an order',
		description:
			'Its liquidity is released at once and the order goes to other makers. Rejecting counts less than silence, and not at all for small parts.',
		params: sample(RejectOrder, { order_id: exampleOrderId, reason: 'price moved' }),
		result: sample(orderRejectedWire, success),
		errors: ['unknown_field', 'unknown_order', 'fill_too_late', 'already_filled', 'database_unavailable'],
	},
	{
		name: flashMethods.fill,
		id: 'fillOrder',
		channel: 'Fills',
		sentBy: 'maker',
		kind: 'request',
		summary: 'Fill an order with a signed limit order',
		description:
			'It must sell at least and buy at most what `fill` of the order says (a surplus goes to the solver), from one of the key’s accounts, and arrive by `fill_before_ms`. An accepted fill settles only together with the user’s order; let it expire as soon as the rules allow. Submitting the same fill again gets the same answer.',
		specification: 'Flash Liquidity API; States and transitions',
		params: sample(SubmitFill, { order_id: exampleOrderId, signed_partial_transaction: signedPartialTransaction }),
		result: sample(SubmissionResult, { success: true, success_response: { subintent_id: subintentId } }),
		errors: ['unknown_field', ...fillErrors],
	},
	{
		name: flashMethods.startFillExecution,
		id: 'startFillExecution',
		channel: 'Fill Execution',
		sentBy: 'maker',
		kind: 'request',
		summary: 'Start, resume or stop this session’s fill updates',
		description:
			'Numbers begin at 1 and grow by 1. `historical_starting_point` is the first number wanted: a number, or `{at_sequence_number}`; 0 means all that is kept; absent means only new entries. The result names the log’s `incarnation`, which is another one after the service was restored from a backup: give it with the next starting point.',
		specification: 'Flash Liquidity API, rule 3',
		params: {
			...sample(StartFillExecution, {
				enabled: true,
				historical_starting_point: 4711,
				incarnation: exampleIncarnation,
			}),
			optional: true,
		},
		result: sample(fillExecutionStartedWire, { ...success, incarnation: exampleIncarnation }),
		errors: ['unknown_field', 'sequence_ahead', 'sequence_too_old', 'log_restarted', 'database_unavailable'],
	},
	ping,
	{ ...ping, name: flashMethods.shortPing, id: 'shortPing', summary: 'The same as platform.ping' },
]
