import * as z from '#schema'
import { Pair } from '../amount/pair.ts'
import { problemWire } from '../error/problem.ts'
import { countWire, decimal, symbolWire, textWire, timestampWire } from '../fields.ts'
import { fixed, list, message, named, record, request, type ValueOf } from '../message.ts'
import { HiddenLevels, MakerBookStatus } from './maker-book.ts'
import { occurredAtMembers } from './occurred-at.ts'

/** The methods of the Flash Liquidity API by their names on the wire. */
export const flashMethods = {
	priceBookChanged: 'platform.price_books.on_change',
	cancelAllPriceBooks: 'platform.price_books.cancel_all',
	priceBooksStatus: 'platform.price_books.status',
	startNewOrders: 'platform.new_orders.start_stream',
	newOrder: 'platform.new_orders.new',
	rejectOrder: 'platform.new_orders.reject',
	fill: 'platform.fills.fill',
	startFillExecution: 'platform.fill_execution.start_stream',
	nextFillExecution: 'maker.fill_execution.next',
	breakerChanged: 'maker.breaker.changed',
	booksWithdrawn: 'maker.price_books.withdrawn',
	bookHeldBack: 'maker.price_books.held_back',
	ping: 'platform.ping',
	shortPing: 'ping',
	error: 'platform.error',
} as const

/** Result of platform.price_books.on_change, for those who send it as a request. */
export const PriceBookSet = message({
	success: fixed(true),
	hidden: list(HiddenLevels)
		.optional()
		.describe('Levels that are held back from the order book, and why; absent: none.'),
})

const ofPairs = { pairs: named('token_pairs', list(Pair).optional()) }

/** Params of platform.price_books.cancel_all, which are optional; if pairs are absent, all books are withdrawn. */
export const CancelAllPriceBooks = message(ofPairs)

/** Result of platform.price_books.cancel_all, sent once the maker's books are withdrawn in all its sessions. */
export const priceBooksCancelledWire = z.object({ success: z.literal(true), cancelled: countWire })

/** Params of platform.price_books.status, which are optional; if pairs are absent, all books. */
export const PriceBooksStatus = request(ofPairs)

/**
 * Params of maker.price_books.withdrawn, sent to every session of the maker that has the new orders stream: the service
 * has withdrawn these books without being asked.
 */
export type BooksWithdrawn = ValueOf<typeof BooksWithdrawn>
export const BooksWithdrawn = message({
	pairs: named('token_pairs', list(Pair)),
	reason: z.enum(['session_silent']).describe('session_silent: the dead-man timer of a session ran out.'),
	...occurredAtMembers,
})

/**
 * Params of maker.price_books.held_back, sent to every session of the maker that has the new orders stream: levels of
 * this book are too far from the operator's price, or no longer are.
 */
export type BookHeldBack = ValueOf<typeof BookHeldBack>
export const BookHeldBack = message({
	pair: named('token_pair', Pair),
	hidden: list(HiddenLevels).describe('Which levels are held back, and why; empty: none any more.'),
	...occurredAtMembers,
})

/** Result of platform.price_books.status: the books of GET /maker/books, and which session is asking. */
export const PriceBooksReported = message({
	books: list(MakerBookStatus),
	success: fixed(true),
	sessionId: z.string(),
})

/** Which orders a session wants, and when its maker's books are withdrawn. */
export type NewOrdersOptions = Omit<ValueOf<typeof StartNewOrders>, 'enabled'>
/**
 * Params of platform.new_orders.start_stream (decision 22). The params and all their members are optional; each call
 * replaces those of the session's previous call, and an unknown member is refused. Orders already forwarded stay
 * fillable whatever happens to the books.
 */
export const StartNewOrders = request({
	enabled: z.boolean().optional().describe('True when absent; false stops the stream.'),
	pairs: named('token_pairs', list(Pair).optional().describe('Only orders of these pairs.')),
	/** Amounts by symbol. */
	minAmounts: record(symbolWire, decimal).optional().describe('No part that sells less of the token than this.'),
	cancelOnDisconnect: z
		.enum(['session', 'account'])
		.optional()
		.describe(
			'Which books are withdrawn at once when this session ends: those it set last, or all of the maker’s. Absent: those it set last, 2 s later.',
		),
	deadManTimerS: z
		.number()
		.int()
		.min(1)
		.max(3600)
		.optional()
		.describe(
			'Withdraw the same books after this long without a message from this session (a ping counts, a WebSocket pong does not); the next book counts again.',
		),
})

/** Result of platform.new_orders.start_stream. */
export const streamStartedWire = z.object({ success: z.literal(true) })

/** Params of platform.new_orders.reject (decision 20). */
export const RejectOrder = request({ orderId: textWire, reason: textWire.max(256).optional() })

/** Result of platform.new_orders.reject. */
export const orderRejectedWire = z.object({ success: z.literal(true) })

/** Params of platform.fills.fill (decision 21). */
export const SubmitFill = request({ orderId: textWire, signedPartialTransaction: z.string() })

/** Result of platform.ping and ping (decision 23): the service's clock. */
export const Pong = message({ pong: fixed(true), timestampMs: timestampWire })

/** Params of platform.error, which reports a refused notification (decision 24). */
export const platformErrorWire = z.object({
	method: z.string(),
	code: z.number().int(),
	message: z.string(),
	data: problemWire.optional(),
})
