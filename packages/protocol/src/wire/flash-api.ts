import { z } from 'zod'
import {
	countWire,
	decimalWire,
	limitOrderWire,
	pairWire,
	priceBookWire,
	symbolWire,
	timestampWire,
} from './primitives.ts'
import { problemWire } from './problem.ts'
import { submissionResultWire } from './trade-api.ts'

/** The methods of the Flash Liquidity API by their names on the wire. */
export const flashMethods = {
	priceBookChanged: 'platform.price_books.on_change',
	startNewOrders: 'platform.new_orders.start_stream',
	newOrder: 'platform.new_orders.new',
	rejectOrder: 'platform.new_orders.reject',
	fill: 'platform.fills.fill',
	startFillExecution: 'platform.fill_execution.start_stream',
	nextFillExecution: 'maker.fill_execution.next',
	ping: 'platform.ping',
	shortPing: 'ping',
	error: 'platform.error',
} as const

/** Params of platform.price_books.on_change; the service reads them with `parsePriceBook`, which names every wrong level. */
export const priceBookChangedWire = priceBookWire
export type PriceBookChangedWire = z.infer<typeof priceBookChangedWire>

/** Params of platform.new_orders.start_stream. All are optional, and so are the params (decision 22). */
export const startNewOrdersWire = z.object({
	enabled: z.boolean().optional(),
	token_pairs: z.array(pairWire).optional(),
	min_amounts: z.record(symbolWire, decimalWire).optional(),
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
export const rejectOrderWire = z.strictObject({ order_id: z.string(), reason: z.string().max(256).optional() })
export type RejectOrderWire = z.infer<typeof rejectOrderWire>

/** Result of platform.new_orders.reject. */
export const orderRejectedWire = z.object({ success: z.literal(true) })
export type OrderRejectedWire = z.infer<typeof orderRejectedWire>

/** Params of platform.fills.fill (decision 21). */
export const fillWire = z.strictObject({ order_id: z.string(), signed_partial_transaction: z.string() })
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
		z.strictObject({ completed: z.object({ outcome: z.enum(['Settled', 'Expired', 'Released']) }) }),
	]),
})
export type FillExecutionWire = z.infer<typeof fillExecutionWire>

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
