import * as z from 'zod'
import { Decimal } from '../amount/decimal.ts'
import { problemWire } from '../error/problem.ts'
import { countWire, decimalWire, symbolWire, textWire, timestampWire } from '../fields.ts'
import type { FillExecution, NewOrder, NewOrdersOptions } from '../maker/maker-order.ts'
import { type BreakerChange, breakerSteps } from '../maker/maker-stats.ts'
import { omitUndefined } from '../omit-undefined.ts'
import { LimitOrder } from '../order/limit-order.ts'
import { outcomes } from '../order/states.ts'
import { formatPauses, makerPauseWire, parsePauses } from './maker-api.ts'
import { pairWire, priceBookWire } from './primitives.ts'

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
	ping: 'platform.ping',
	shortPing: 'ping',
	error: 'platform.error',
} as const

/** Params of platform.price_books.on_change; the service reads them with `parsePriceBook`, which reports every invalid level. */
export const priceBookChangedWire = priceBookWire
export type PriceBookChangedWire = z.infer<typeof priceBookChangedWire>

/** Params of platform.price_books.cancel_all, which are optional; without pairs, all books are withdrawn. */
export const cancelAllPriceBooksWire = z.object({ token_pairs: z.array(pairWire).optional() })
export type CancelAllPriceBooksWire = z.infer<typeof cancelAllPriceBooksWire>

/** Result of platform.price_books.cancel_all, sent once the maker's books of all its sessions are withdrawn. */
export const priceBooksCancelledWire = z.object({ success: z.literal(true), cancelled: countWire })
export type PriceBooksCancelledWire = z.infer<typeof priceBooksCancelledWire>

/**
 * Params of platform.new_orders.start_stream (decision 22). All are optional, and so are the params; each call replaces
 * those of the session's last one, and an unknown one is refused. Orders already forwarded stay fillable whatever happens to
 * the books.
 */
export const startNewOrdersWire = z.strictObject({
	enabled: z.boolean().optional().describe('True when absent; false stops the stream.'),
	token_pairs: z.array(pairWire).optional().describe('Only orders of these pairs.'),
	min_amounts: z.record(symbolWire, decimalWire).optional().describe('No part that sells less of the token than this.'),
	cancel_on_disconnect: z
		.enum(['session', 'account'])
		.optional()
		.describe(
			'Which books are withdrawn at once when this session ends: those it set last, or all of the maker’s. Absent: those it set last, 2 s later.',
		),
	dead_man_timer_s: z
		.number()
		.int()
		.min(1)
		.max(3600)
		.optional()
		.describe(
			'Withdraw the same books after this long without a message from this session (a ping counts, a WebSocket pong does not); the next book counts again.',
		),
})
export type StartNewOrdersWire = z.infer<typeof startNewOrdersWire>

/** Reads which orders a session wants; whether it wants any is in `enabled`. @throws TradeError `invalid_decimal` */
export function parseNewOrdersOptions(wire: StartNewOrdersWire): NewOrdersOptions {
	return omitUndefined({
		pairs: wire.token_pairs,
		minAmounts: wire.min_amounts && mapAmounts(wire.min_amounts, Decimal.parse),
		cancelOnDisconnect: wire.cancel_on_disconnect,
		deadManTimerS: wire.dead_man_timer_s,
	})
}

/** The params of platform.new_orders.start_stream that start the stream. */
export function formatNewOrdersOptions(options: NewOrdersOptions): StartNewOrdersWire {
	return omitUndefined({
		token_pairs: options.pairs?.map(({ base, quote }) => ({ base, quote })),
		min_amounts: options.minAmounts && mapAmounts(options.minAmounts, Decimal.format),
		cancel_on_disconnect: options.cancelOnDisconnect,
		dead_man_timer_s: options.deadManTimerS,
	})
}

function mapAmounts<From, To>(amounts: Readonly<Record<string, From>>, map: (amount: From) => To): Record<string, To> {
	return Object.fromEntries(Object.entries(amounts).map(([symbol, amount]) => [symbol, map(amount)]))
}

/** Result of platform.new_orders.start_stream. */
export const streamStartedWire = z.object({ success: z.literal(true) })
export type StreamStartedWire = z.infer<typeof streamStartedWire>

/** Names one life of the numbered logs: it is another one after each restore of the service from a backup. */
export const incarnationWire = z.string().regex(/^[0-9a-z]{1,32}$/, 'the incarnation of a log')

/** Result of platform.fill_execution.start_stream; stopping the stream has no incarnation. */
export const fillExecutionStartedWire = streamStartedWire.extend({ incarnation: incarnationWire.optional() })
export type FillExecutionStartedWire = z.infer<typeof fillExecutionStartedWire>

/**
 * Params of platform.new_orders.new. `limit_order` is the user's side of this maker's part, `fill` what the maker is to
 * sign. `created_at` and `fill_before` are in seconds, rounded down, so that a maker that uses them is never late.
 */
export const newOrderWire = z.object({
	id: z.string(),
	created_at: timestampWire,
	created_at_ms: timestampWire,
	fill_before: timestampWire,
	fill_before_ms: timestampWire,
	limit_order: LimitOrder.wire,
	fill: LimitOrder.wire,
})
export type NewOrderWire = z.infer<typeof newOrderWire>

/** Reads the params of platform.new_orders.new. @throws TradeError `invalid_decimal` */
export function parseNewOrder(wire: NewOrderWire): NewOrder {
	return {
		id: wire.id,
		createdAtMs: wire.created_at_ms,
		fillBeforeMs: wire.fill_before_ms,
		limitOrder: LimitOrder.parse(wire.limit_order),
		fill: LimitOrder.parse(wire.fill),
	}
}

/** The params of platform.new_orders.new. */
export function formatNewOrder(order: NewOrder): NewOrderWire {
	return {
		id: order.id,
		created_at: secondsOf(order.createdAtMs),
		created_at_ms: order.createdAtMs,
		fill_before: secondsOf(order.fillBeforeMs),
		fill_before_ms: order.fillBeforeMs,
		limit_order: LimitOrder.format(order.limitOrder),
		fill: LimitOrder.format(order.fill),
	}
}

/** Params of platform.new_orders.reject (decision 20). */
export const rejectOrderWire = z.strictObject({ order_id: textWire, reason: textWire.max(256).optional() })
export type RejectOrderWire = z.infer<typeof rejectOrderWire>

/** Result of platform.new_orders.reject. */
export const orderRejectedWire = z.object({ success: z.literal(true) })
export type OrderRejectedWire = z.infer<typeof orderRejectedWire>

/** Params of platform.fills.fill (decision 21). */
export const fillWire = z.strictObject({ order_id: textWire, signed_partial_transaction: z.string() })
export type FillWire = z.infer<typeof fillWire>

/** Where to resume the fill log: inclusive; absent for live only; 0 or 1 for all. */
export const historicalStartingPointWire = z.union([countWire, z.object({ at_sequence_number: countWire })])
export type HistoricalStartingPointWire = z.infer<typeof historicalStartingPointWire>

/** Params of platform.fill_execution.start_stream. */
export const startFillExecutionWire = z.strictObject({
	enabled: z.boolean().optional(),
	historical_starting_point: historicalStartingPointWire.optional(),
	incarnation: incarnationWire
		.optional()
		.describe('Of the log that the starting point is a number of: if it is no longer this one, log_restarted.'),
})
export type StartFillExecutionWire = z.infer<typeof startFillExecutionWire>

/** Params of maker.fill_execution.next; `occurred_at` in seconds. */
export const fillExecutionWire = z.object({
	sequence_number: countWire,
	occurred_at: timestampWire,
	order_id: z.string(),
	change: z.union([
		z.strictObject({ started: z.object({}) }),
		z.strictObject({ completed: z.object({ outcome: z.enum(outcomes), corrects: countWire.optional() }) }),
	]),
})
export type FillExecutionWire = z.infer<typeof fillExecutionWire>

/** Reads the params of maker.fill_execution.next. */
export function parseFillExecution({ change, ...wire }: FillExecutionWire): FillExecution {
	return omitUndefined({
		sequenceNumber: wire.sequence_number,
		occurredAtMs: wire.occurred_at * 1000,
		orderId: wire.order_id,
		outcome: 'completed' in change ? change.completed.outcome : undefined,
		corrects: 'completed' in change ? change.completed.corrects : undefined,
	})
}

/** The params of maker.fill_execution.next. */
export function formatFillExecution(entry: FillExecution): FillExecutionWire {
	return {
		sequence_number: entry.sequenceNumber,
		occurred_at: secondsOf(entry.occurredAtMs),
		order_id: entry.orderId,
		change: formatChange(entry),
	}
}

function formatChange({ outcome, corrects }: FillExecution): FillExecutionWire['change'] {
	return outcome === undefined ? { started: {} } : { completed: omitUndefined({ outcome, corrects }) }
}

/**
 * Params of maker.breaker.changed, sent to every session with the new orders stream on one step before the circuit breaker
 * pauses the maker's books, when it does and when its pause ends (decision 20).
 */
export const breakerChangedWire = z.object({
	state: z
		.enum(breakerSteps)
		.describe('warned: the next order left unanswered pauses your books; paused; ok: the pause has ended.'),
	paused: z.boolean(),
	pauses: z.array(makerPauseWire),
	miss_rate: decimalWire,
	sample: countWire,
	occurred_at: timestampWire,
	occurred_at_ms: timestampWire,
})
export type BreakerChangedWire = z.infer<typeof breakerChangedWire>

/** Reads the params of maker.breaker.changed. @throws TradeError `invalid_decimal` */
export function parseBreakerChange(wire: BreakerChangedWire): BreakerChange {
	return {
		state: wire.state,
		pauses: parsePauses(wire),
		missRate: Decimal.parse(wire.miss_rate),
		sample: wire.sample,
		occurredAtMs: wire.occurred_at_ms,
	}
}

/** The params of maker.breaker.changed. */
export function formatBreakerChange(change: BreakerChange): BreakerChangedWire {
	return {
		state: change.state,
		...formatPauses(change.pauses),
		miss_rate: Decimal.format(change.missRate),
		sample: change.sample,
		occurred_at: secondsOf(change.occurredAtMs),
		occurred_at_ms: change.occurredAtMs,
	}
}

function secondsOf(ms: number): number {
	return Math.floor(ms / 1000)
}

/** Result of platform.ping and ping (decision 23). */
export const pongWire = z.object({ pong: z.literal(true), timestamp_ms: timestampWire })
export type PongWire = z.infer<typeof pongWire>

/** Params of platform.error, which reports a refused notification (decision 24). */
export const platformErrorWire = z.object({
	method: z.string(),
	code: z.number().int(),
	message: z.string(),
	data: problemWire.optional(),
})
export type PlatformErrorWire = z.infer<typeof platformErrorWire>
