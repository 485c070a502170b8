import { z } from 'zod'
import { outcomes } from '../order/states.ts'
import { makerPauseWire } from './maker-api.ts'
import { submissionResultWire } from './orders-api.ts'
import {
	countWire,
	decimalWire,
	limitOrderWire,
	pairWire,
	priceBookWire,
	symbolWire,
	textWire,
	timestampWire,
} from './primitives.ts'
import { problemWire } from './problem.ts'

/** The methods of the Flash Liquidity API by their names on the wire. */
export const flashMethods = {
	priceBookChanged: 'platform.price_books.on_change',
	cancelAllPriceBooks: 'platform.price_books.cancel_all',
	startNewOrders: 'platform.new_orders.start_stream',
	newOrder: 'platform.new_orders.new',
	rejectOrder: 'platform.new_orders.reject',
	fill: 'platform.fills.fill',
	startFillExecution: 'platform.fill_execution.start_stream',
	nextFillExecution: 'maker.fill_execution.next',
	breakerChanged: 'maker.breaker.changed',
	ping: 'platform.ping',
	shortPing: 'ping',
	error: 'platform.error',
} as const

/** Params of platform.price_books.on_change; the service reads them with `parsePriceBook`, which names every wrong level. */
export const priceBookChangedWire = priceBookWire
export type PriceBookChangedWire = z.infer<typeof priceBookChangedWire>

/** Params of platform.price_books.cancel_all, which may be left out; without pairs it means all. */
export const cancelAllPriceBooksWire = z.object({ token_pairs: z.array(pairWire).optional() })
export type CancelAllPriceBooksWire = z.infer<typeof cancelAllPriceBooksWire>

/** Result of platform.price_books.cancel_all: the maker's books of all its sessions are withdrawn before it is sent. */
export const priceBooksCancelledWire = z.object({ success: z.literal(true), cancelled: countWire })
export type PriceBooksCancelledWire = z.infer<typeof priceBooksCancelledWire>

/**
 * Params of platform.new_orders.start_stream (decision 22). All are optional, and so are the params; each call replaces what
 * the session asked for before. Orders already forwarded stay fillable whatever becomes of the books.
 */
export const startNewOrdersWire = z.object({
	enabled: z.boolean().optional().describe('True when absent; false stops the stream.'),
	token_pairs: z.array(pairWire).optional().describe('Only orders of these pairs.'),
	min_amounts: z.record(symbolWire, decimalWire).optional().describe('No part that sells less of the token than this.'),
	cancel_on_disconnect: z
		.enum(['session', 'account'])
		.optional()
		.describe(
			'Which books are withdrawn at once when this session ends: those it set last, or all of the maker. Absent: those it set last, 2 s later.',
		),
	dead_man_timer_s: z
		.number()
		.int()
		.min(1)
		.max(3600)
		.optional()
		.describe(
			'Withdraw the same books when no message (a ping is one, a WebSocket pong is not) came from this session for so long; the next book counts again.',
		),
})
export type StartNewOrdersWire = z.infer<typeof startNewOrdersWire>

/** Result of both start_stream methods. */
export const streamStartedWire = z.object({ success: z.literal(true) })
export type StreamStartedWire = z.infer<typeof streamStartedWire>

/**
 * Params of platform.new_orders.new. `limit_order` is the user's side of this maker's part, `fill` what the maker is to
 * sign. `created_at` and `fill_before` in seconds, with their
 * milliseconds beside them.
 */
export const newOrderWire = z.object({
	id: z.string(),
	created_at: timestampWire,
	created_at_ms: timestampWire,
	fill_before: timestampWire,
	fill_before_ms: timestampWire,
	limit_order: limitOrderWire,
	fill: limitOrderWire,
})
export type NewOrderWire = z.infer<typeof newOrderWire>

/** Params of platform.new_orders.reject (decision 20). */
export const rejectOrderWire = z.strictObject({ order_id: textWire, reason: textWire.max(256).optional() })
export type RejectOrderWire = z.infer<typeof rejectOrderWire>

/** Result of platform.new_orders.reject. */
export const orderRejectedWire = z.object({ success: z.literal(true) })
export type OrderRejectedWire = z.infer<typeof orderRejectedWire>

/** Params of platform.fills.fill (decision 21). */
export const fillWire = z.strictObject({ order_id: textWire, signed_partial_transaction: z.string() })
export type FillWire = z.infer<typeof fillWire>

/** Result of platform.fills.fill. */
export const fillResultWire = submissionResultWire
export type FillResultWire = z.infer<typeof fillResultWire>

/** Where to resume the fill log: inclusive; absent for live only; 0 or 1 for all. */
export const historicalStartingPointWire = z.union([countWire, z.object({ at_sequence_number: countWire })])
export type HistoricalStartingPointWire = z.infer<typeof historicalStartingPointWire>

/** Params of platform.fill_execution.start_stream. */
export const startFillExecutionWire = z.object({
	enabled: z.boolean().optional(),
	historical_starting_point: historicalStartingPointWire.optional(),
})
export type StartFillExecutionWire = z.infer<typeof startFillExecutionWire>

/** Params of maker.fill_execution.next; `occurred_at` in seconds. */
export const fillExecutionWire = z.object({
	sequence_number: countWire,
	occurred_at: timestampWire,
	order_id: z.string(),
	change: z.union([
		z.strictObject({ started: z.object({}) }),
		z.strictObject({ completed: z.object({ outcome: z.enum(outcomes) }) }),
	]),
})
export type FillExecutionWire = z.infer<typeof fillExecutionWire>

/**
 * Params of maker.breaker.changed, sent to every session with the new orders stream on when the circuit breaker pauses the
 * maker's books and when it lets them count again (decision 20).
 */
export const breakerChangedWire = z.object({
	paused: z.boolean(),
	pauses: z.array(makerPauseWire),
	miss_rate: decimalWire,
	sample: countWire,
	occurred_at: timestampWire,
	occurred_at_ms: timestampWire,
})
export type BreakerChangedWire = z.infer<typeof breakerChangedWire>

/** Result of platform.ping and ping (decision 23). */
export const pongWire = z.object({ pong: z.literal(true), timestamp_ms: timestampWire })
export type PongWire = z.infer<typeof pongWire>

/** Params of platform.error: the answer to a refused notification (decision 24). */
export const platformErrorWire = z.object({
	method: z.string(),
	code: z.number().int(),
	message: z.string(),
	data: problemWire.optional(),
})
export type PlatformErrorWire = z.infer<typeof platformErrorWire>
