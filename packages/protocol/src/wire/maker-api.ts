import * as z from 'zod'
import { Decimal } from '../amount/decimal.ts'
import {
	countWire,
	decimalWire,
	subintentIdWire,
	symbolWire,
	textWire,
	timestampWire,
	wholeNumberText,
} from '../fields.ts'
import type { MakerLimits } from '../maker/maker-limits.ts'
import type { MakerOrder, MakerOrderPage } from '../maker/maker-order.ts'
import { type MakerPause, pausers } from '../maker/maker-pause.ts'
import type { BreakerState, MakerStats } from '../maker/maker-stats.ts'
import { omitUndefined } from '../omit-undefined.ts'
import { LimitOrder } from '../order/limit-order.ts'
import { fillStateWire, partStateWire } from '../order/states.ts'
import { pairWire } from './primitives.ts'

/** Why no order is matched against a maker's books: it paused itself, or the circuit breaker or the operator did. */
export const makerPauseWire = z.object({
	by: z.enum(pausers),
	reason: z.string().optional(),
	since_ms: timestampWire,
	until_ms: timestampWire.optional().describe('When it ends by itself; absent: it lasts until it is ended.'),
})
export type MakerPauseWire = z.infer<typeof makerPauseWire>

/** Reads a pause. */
export function parsePause({ by, reason, since_ms, until_ms }: MakerPauseWire): MakerPause {
	return omitUndefined({ by, reason, sinceMs: since_ms, untilMs: until_ms })
}

/** The wire's pause. */
export function formatPause({ by, reason, sinceMs, untilMs }: MakerPause): MakerPauseWire {
	return omitUndefined({ by, reason, since_ms: sinceMs, until_ms: untilMs })
}

/** Answer of POST /maker/pause and POST /maker/resume: the pauses now in force. Resuming ends only the maker's own pause. */
export const makerPausesWire = z.object({ paused: z.boolean(), pauses: z.array(makerPauseWire) })
export type MakerPausesWire = z.infer<typeof makerPausesWire>

/** Reads the pauses in force. */
export function parsePauses({ pauses }: MakerPausesWire): MakerPause[] {
	return pauses.map(parsePause)
}

/** The pauses in force, and whether there are any. */
export function formatPauses(pauses: readonly MakerPause[]): MakerPausesWire {
	return { paused: pauses.length > 0, pauses: pauses.map(formatPause) }
}

/** Body of POST /maker/pause. */
export const pauseMakerWire = z.strictObject({ reason: textWire.max(256).optional() })
export type PauseMakerWire = z.infer<typeof pauseMakerWire>

/** Body of POST /maker/resume, which is optional. */
export const resumeMakerWire = z.strictObject({})
export type ResumeMakerWire = z.infer<typeof resumeMakerWire>

/** The most orders that one GET /maker/orders returns. */
export const makerOrdersMax = 500

/** Query of GET /maker/orders, newest first; `before` is the `next` of the previous page. */
export const makerOrdersQueryWire = z
	.object({
		state: partStateWire.optional(),
		base: symbolWire.optional(),
		quote: symbolWire.optional(),
		limit: wholeNumberText({ min: 1, max: makerOrdersMax }).optional().describe('100 when absent.'),
		before: z.string().max(128).optional(),
	})
	.refine(query => (query.base === undefined) === (query.quote === undefined), {
		path: ['quote'],
		error: 'both base and quote, or neither',
	})
export type MakerOrdersQueryWire = z.infer<typeof makerOrdersQueryWire>

/** One part that the caller was asked to fill, and what came of it. */
export const makerOrderWire = z.object({
	id: z.string(),
	pair: pairWire,
	created_at_ms: timestampWire,
	fill_before_ms: timestampWire,
	limit_order: LimitOrder.wire,
	fill: LimitOrder.wire,
	state: partStateWire,
	answered_at_ms: timestampWire.optional().describe('When it was filled, rejected or timed out.'),
	reject_reason: z.string().optional(),
	fill_state: fillStateWire.optional(),
	fill_subintent_id: subintentIdWire.optional(),
	transaction_id: z.string().optional(),
})
export type MakerOrderWire = z.infer<typeof makerOrderWire>

function parseMakerOrder(wire: MakerOrderWire): MakerOrder {
	const { fill_state: state, fill_subintent_id: subintentId, transaction_id: transactionId } = wire
	const isFilled = state !== undefined && subintentId !== undefined
	return omitUndefined({
		id: wire.id,
		pair: wire.pair,
		createdAtMs: wire.created_at_ms,
		fillBeforeMs: wire.fill_before_ms,
		limitOrder: LimitOrder.parse(wire.limit_order),
		fill: LimitOrder.parse(wire.fill),
		state: wire.state,
		answeredAtMs: wire.answered_at_ms,
		rejectReason: wire.reject_reason,
		filled: isFilled ? omitUndefined({ state, subintentId, transactionId }) : undefined,
	})
}

function formatMakerOrder(order: MakerOrder): MakerOrderWire {
	return omitUndefined({
		id: order.id,
		pair: { base: order.pair.base, quote: order.pair.quote },
		created_at_ms: order.createdAtMs,
		fill_before_ms: order.fillBeforeMs,
		limit_order: LimitOrder.format(order.limitOrder),
		fill: LimitOrder.format(order.fill),
		state: order.state,
		answered_at_ms: order.answeredAtMs,
		reject_reason: order.rejectReason,
		fill_state: order.filled?.state,
		fill_subintent_id: order.filled?.subintentId,
		transaction_id: order.filled?.transactionId,
	})
}

/** GET /maker/orders. */
export const makerOrdersWire = z.object({
	orders: z.array(makerOrderWire),
	next: z.string().optional().describe('For the next page; absent on the last one.'),
})
export type MakerOrdersWire = z.infer<typeof makerOrdersWire>

/** Reads the answer of GET /maker/orders. @throws TradeError `invalid_decimal` */
export function parseMakerOrders({ orders, next }: MakerOrdersWire): MakerOrderPage {
	return omitUndefined({ orders: orders.map(parseMakerOrder), next })
}

/** The answer of GET /maker/orders. */
export function formatMakerOrders({ orders, next }: MakerOrderPage): MakerOrdersWire {
	return omitUndefined({ orders: orders.map(formatMakerOrder), next })
}

/** The state of a maker's circuit breaker. A rate is a fraction from 0 to 1. */
export const breakerWire = z.object({
	miss_rate: decimalWire.describe('Smoothed: silence counts as a whole miss, a rejection as less.'),
	pauses_at: decimalWire,
	sample: countWire.describe('How many orders the rate is taken from: the newest ones since the last pause.'),
	sample_min: countWire.describe('With fewer orders it never pauses.'),
	next_pause_seconds: countWire.describe('Doubles with each pause, and falls back over time.'),
})
export type BreakerWire = z.infer<typeof breakerWire>

function parseBreaker(wire: BreakerWire): BreakerState {
	return {
		missRate: Decimal.parse(wire.miss_rate),
		pausesAt: Decimal.parse(wire.pauses_at),
		sample: wire.sample,
		sampleMin: wire.sample_min,
		nextPauseSeconds: wire.next_pause_seconds,
	}
}

function formatBreaker(breaker: BreakerState): BreakerWire {
	return {
		miss_rate: Decimal.format(breaker.missRate),
		pauses_at: Decimal.format(breaker.pausesAt),
		sample: breaker.sample,
		sample_min: breaker.sampleMin,
		next_pause_seconds: breaker.nextPauseSeconds,
	}
}

/** GET /maker/stats: since `since_ms`, the last 24 hours or the newest 5,000 orders. */
export const makerStatsWire = z.object({
	since_ms: timestampWire,
	orders: z.object({ asked: countWire, filled: countWire, rejected: countWire, timed_out: countWire }),
	fills: z.object({ started: countWire, settled: countWire, expired: countWire, released: countWire }),
	fill_rate: decimalWire.optional().describe('Filled of those answered or timed out; absent when there are none.'),
	answer_ms: z
		.object({ p50: countWire, p95: countWire, p99: countWire, max: countWire })
		.optional()
		.describe('Time until the fill or rejection; absent when there are none.'),
	sessions: countWire,
	breaker: breakerWire,
	paused: z.boolean(),
	pauses: z.array(makerPauseWire),
})
export type MakerStatsWire = z.infer<typeof makerStatsWire>

/** Reads the answer of GET /maker/stats. @throws TradeError `invalid_decimal` */
export function parseMakerStats(wire: MakerStatsWire): MakerStats {
	const { timed_out: timedOut, ...orders } = wire.orders
	return omitUndefined({
		sinceMs: wire.since_ms,
		orders: { ...orders, timedOut },
		fills: wire.fills,
		fillRate: wire.fill_rate === undefined ? undefined : Decimal.parse(wire.fill_rate),
		answerMs: wire.answer_ms,
		sessions: wire.sessions,
		breaker: parseBreaker(wire.breaker),
		pauses: wire.pauses.map(parsePause),
	})
}

/** The answer of GET /maker/stats. */
export function formatMakerStats(stats: MakerStats): MakerStatsWire {
	const { timedOut, ...orders } = stats.orders
	return omitUndefined({
		since_ms: stats.sinceMs,
		orders: { ...orders, timed_out: timedOut },
		fills: stats.fills,
		fill_rate: stats.fillRate === undefined ? undefined : Decimal.format(stats.fillRate),
		answer_ms: stats.answerMs,
		sessions: stats.sessions,
		breaker: formatBreaker(stats.breaker),
		...formatPauses(stats.pauses),
	})
}

/** What a maker has promised in one pair, in open parts and unsettled fills, and the most it may promise; in base. */
export const exposureWire = z.object({ pair: pairWire, used: decimalWire, max: decimalWire })
export type ExposureWire = z.infer<typeof exposureWire>

/** GET /maker/limits. */
export const makerLimitsWire = z.object({
	sessions: z.object({ open: countWire, max: countWire }),
	requests_per_minute: countWire,
	messages_per_second: countWire,
	price_book_levels: countWire,
	exposure: z.array(exposureWire),
})
export type MakerLimitsWire = z.infer<typeof makerLimitsWire>

/** Reads the answer of GET /maker/limits. @throws TradeError `invalid_decimal` */
export function parseMakerLimits(wire: MakerLimitsWire): MakerLimits {
	return {
		sessions: wire.sessions,
		requestsPerMinute: wire.requests_per_minute,
		messagesPerSecond: wire.messages_per_second,
		priceBookLevels: wire.price_book_levels,
		exposure: wire.exposure.map(({ pair, used, max }) => ({
			pair,
			used: Decimal.parse(used),
			max: Decimal.parse(max),
		})),
	}
}

/** The answer of GET /maker/limits. */
export function formatMakerLimits(limits: MakerLimits): MakerLimitsWire {
	return {
		sessions: limits.sessions,
		requests_per_minute: limits.requestsPerMinute,
		messages_per_second: limits.messagesPerSecond,
		price_book_levels: limits.priceBookLevels,
		exposure: limits.exposure.map(({ pair, used, max }) => ({
			pair: { base: pair.base, quote: pair.quote },
			used: Decimal.format(used),
			max: Decimal.format(max),
		})),
	}
}
