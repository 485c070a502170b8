import {
	type BreakerChange,
	breakerChangedWire,
	type FillExecution,
	fillExecutionStartedWire,
	fillExecutionWire,
	fromProblem,
	type JsonRpcParams,
	type MakerBookStatus,
	type NewOrder,
	newOrderWire,
	type Pair,
	parseBreakerChange,
	parseFillExecution,
	parseMakerBooks,
	parseNewOrder,
	parseWire,
	platformErrorWire,
	pongWire,
	priceBooksCancelledWire,
	priceBooksReportedWire,
	SubmissionResult,
	TradeError,
} from '@accord/protocol'

// The params and results of the Flash Liquidity API's methods, as domain types. A reader throws TradeError `validation_failed`
// for a message that does not follow the specification.

/** Reads the params of platform.new_orders.new. */
export function readNewOrder(params: unknown): NewOrder {
	return parseNewOrder(parseWire(newOrderWire, params))
}

/** Reads the params of maker.fill_execution.next. */
export function readFillExecution(params: unknown): FillExecution {
	return parseFillExecution(parseWire(fillExecutionWire, params))
}

/** Reads the result of platform.fill_execution.start_stream: the log's incarnation, which an older service does not say. */
export function readFillLogStarted(result: unknown): string | undefined {
	return parseWire(fillExecutionStartedWire, result).incarnation
}

/** The params of platform.fill_execution.start_stream, from a number on. */
export function formatFillLogStart(place: { from: number; incarnation?: string | undefined }): JsonRpcParams {
	const { from, incarnation } = place
	return {
		enabled: true,
		historical_starting_point: from,
		...(incarnation === undefined ? {} : { incarnation }),
	}
}

/** Reads the params of maker.breaker.changed. */
export function readBreakerChange(params: unknown): BreakerChange {
	return parseBreakerChange(parseWire(breakerChangedWire, params))
}

/** Reads the params of platform.error: which notification was refused, and why. */
export function readPlatformError(params: unknown): { method: string; error: TradeError } {
	const { method, message, data } = parseWire(platformErrorWire, params)
	return { method, error: data === undefined ? new TradeError('internal', message) : fromProblem(data) }
}

/** Reads the result of platform.fills.fill: the fill's subintent id. */
export function readFillResult(result: unknown): string {
	return SubmissionResult.parse(parseWire(SubmissionResult.wire, result))
}

/** Reads the result of platform.price_books.cancel_all: how many books were withdrawn. */
export function readCancelled(result: unknown): number {
	return parseWire(priceBooksCancelledWire, result).cancelled
}

/** Reads the result of platform.price_books.status. */
export function readBooksStatus(result: unknown): { sessionId: string; books: MakerBookStatus[] } {
	const wire = parseWire(priceBooksReportedWire, result)
	return { sessionId: wire.session_id, books: parseMakerBooks(wire) }
}

/** Reads the result of platform.ping: the service's clock in milliseconds. */
export function readPong(result: unknown): number {
	return parseWire(pongWire, result).timestamp_ms
}

/** The result of platform.ping and ping. */
export function formatPong(nowMs: number): JsonRpcParams {
	return { pong: true, timestamp_ms: nowMs }
}

/** The params of platform.price_books.cancel_all and status; undefined means all pairs. */
export function formatPairs(pairs: readonly Pair[] | undefined): JsonRpcParams {
	return pairs === undefined ? {} : { token_pairs: pairs.map(({ base, quote }) => ({ base, quote })) }
}
