import {
	breakerChangedWire,
	Decimal,
	fillExecutionWire,
	formatPriceBook,
	fromProblem,
	type JsonRpcParams,
	newOrderWire,
	type Pair,
	type PriceBook,
	parseLimitOrder,
	parseSubmissionResult,
	parseWire,
	platformErrorWire,
	pongWire,
	priceBooksCancelledWire,
	submissionResultWire,
	TradeError,
} from '@accord/protocol'
import type { FillExecution } from '../maker/fill-log.ts'
import type { BreakerChange } from '../maker/maker-state.ts'
import type { NewOrder, NewOrdersOptions } from '../maker/new-order.ts'
import { type DecimalLike, toDecimal } from './amount-like.ts'
import { parsePause } from './maker-messages.ts'

// The params and results of the Flash Liquidity API's methods. A reader throws TradeError `validation_failed` for a message
// that does not follow the specification.

/** Reads the params of platform.new_orders.new. */
export function readNewOrder(params: unknown): NewOrder {
	const wire = parseWire(newOrderWire, params)
	return {
		id: wire.id,
		createdAtMs: wire.created_at_ms,
		fillBeforeMs: wire.fill_before_ms,
		limitOrder: parseLimitOrder(wire.limit_order),
		fill: parseLimitOrder(wire.fill),
	}
}

/** Reads the params of maker.fill_execution.next. */
export function readFillExecution(params: unknown): FillExecution {
	const { sequence_number, occurred_at, order_id, change } = parseWire(fillExecutionWire, params)
	return {
		sequenceNumber: sequence_number,
		occurredAtS: occurred_at,
		orderId: order_id,
		change: 'completed' in change ? { kind: 'completed', outcome: change.completed.outcome } : { kind: 'started' },
	}
}

/** Reads the params of maker.breaker.changed. */
export function readBreakerChange(params: unknown): BreakerChange {
	const { paused, pauses, miss_rate, sample, occurred_at_ms } = parseWire(breakerChangedWire, params)
	return {
		isPaused: paused,
		pauses: pauses.map(parsePause),
		missRate: Decimal.parse(miss_rate),
		sample,
		occurredAtMs: occurred_at_ms,
	}
}

/** Reads the params of platform.error: which notification was refused, and why. */
export function readPlatformError(params: unknown): { method: string; error: TradeError } {
	const { method, message, data } = parseWire(platformErrorWire, params)
	return { method, error: data === undefined ? new TradeError('internal', message) : fromProblem(data) }
}

/** Reads the result of platform.fills.fill: the fill's subintent id. */
export function readFillResult(result: unknown): string {
	return parseSubmissionResult(parseWire(submissionResultWire, result))
}

/** Reads the result of platform.price_books.cancel_all: how many books were withdrawn. */
export function readCancelled(result: unknown): number {
	return parseWire(priceBooksCancelledWire, result).cancelled
}

/** Reads the result of platform.ping: the service's clock in milliseconds. */
export function readPong(result: unknown): number {
	return parseWire(pongWire, result).timestamp_ms
}

/** The result of platform.ping and ping. */
export function formatPong(nowMs: number): JsonRpcParams {
	return { pong: true, timestamp_ms: nowMs }
}

/** The params of platform.price_books.on_change. */
export function formatBook(book: PriceBook): JsonRpcParams {
	return formatPriceBook(book)
}

/** The params of platform.price_books.cancel_all; undefined means all pairs. */
export function formatCancelAll(pairs: readonly Pair[] | undefined): JsonRpcParams {
	return pairs === undefined ? {} : { token_pairs: pairs.map(formatPair) }
}

/** The params of platform.new_orders.start_stream. @throws TradeError `invalid_decimal` */
export function formatNewOrdersOptions(options: NewOrdersOptions): JsonRpcParams {
	const { pairs, minAmounts, cancelOnDisconnect, deadManTimerS } = options
	return {
		...(pairs === undefined ? {} : { token_pairs: pairs.map(formatPair) }),
		...(minAmounts === undefined ? {} : { min_amounts: formatAmounts(minAmounts) }),
		...(cancelOnDisconnect === undefined ? {} : { cancel_on_disconnect: cancelOnDisconnect }),
		...(deadManTimerS === undefined ? {} : { dead_man_timer_s: deadManTimerS }),
	}
}

/** Whatever else the caller's object holds stays off the wire. */
function formatPair({ base, quote }: Pair): Pair {
	return { base, quote }
}

function formatAmounts(amounts: Readonly<Record<string, DecimalLike>>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(amounts).map(([symbol, amount]) => [symbol, Decimal.format(toDecimal(amount))]),
	)
}
