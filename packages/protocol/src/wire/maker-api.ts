import { z } from 'zod'
import { partStateWire } from './orders-api.ts'
import {
	countWire,
	decimalWire,
	limitOrderWire,
	pairWire,
	priceLevelWire,
	subintentIdWire,
	symbolWire,
	textWire,
	timestampWire,
} from './primitives.ts'

/** Why a maker's books do not count for now: its own wish, the circuit breaker, or the operator. */
export const makerPauseWire = z.object({
	by: z.enum(['maker', 'breaker', 'operator']),
	reason: z.string().optional(),
	since_ms: timestampWire,
	until_ms: timestampWire.optional().describe('When it ends by itself; absent: when somebody ends it.'),
})
export type MakerPauseWire = z.infer<typeof makerPauseWire>

/** Answer of POST /maker/pause and POST /maker/resume: what holds now. Resuming ends only the maker's own pause. */
export const makerPausesWire = z.object({ paused: z.boolean(), pauses: z.array(makerPauseWire) })
export type MakerPausesWire = z.infer<typeof makerPausesWire>

/** Body of POST /maker/pause. */
export const pauseMakerWire = z.strictObject({ reason: textWire.max(256).optional() })
export type PauseMakerWire = z.infer<typeof pauseMakerWire>

/** Body of POST /maker/resume, which may be left out. */
export const resumeMakerWire = z.strictObject({})
export type ResumeMakerWire = z.infer<typeof resumeMakerWire>

const sides = { bids: z.array(priceLevelWire), asks: z.array(priceLevelWire) }

/** What of a maker's book is promised to an order. `side` is that of the book, `amount` in base. */
export const reservationWire = z.object({
	order_id: z.string(),
	side: z.enum(['bids', 'asks']),
	amount: decimalWire,
	state: z.enum(['asked', 'filled', 'settled']),
	levels: z.array(priceLevelWire),
})
export type ReservationWire = z.infer<typeof reservationWire>

/** One of the caller's books as the service has it. */
export const makerBookWire = z.object({
	pair: pairWire,
	...sides,
	available: z
		.object(sides)
		.describe('What is left after reservations; what a side below the minimum shows is nothing.'),
	set_at_ms: timestampWire,
	in_force: z.boolean().describe('Whether orders are matched against it.'),
	not_in_force_because: z
		.enum(['no_stream', 'paused', 'withdrawn'])
		.optional()
		.describe('no_stream: no session has the new orders stream on for the pair.'),
	reservations: z.array(reservationWire),
})
export type MakerBookWire = z.infer<typeof makerBookWire>

/** GET /maker/books. */
export const makerBooksWire = z.object({ books: z.array(makerBookWire) })
export type MakerBooksWire = z.infer<typeof makerBooksWire>

/** Orders that one GET /maker/orders shows at most. */
export const makerOrdersMax = 500

/** Query of GET /maker/orders, newest first; `before` is the `next` of the page before. */
export const makerOrdersQueryWire = z
	.object({
		state: partStateWire.optional(),
		base: symbolWire.optional(),
		quote: symbolWire.optional(),
		limit: z.coerce.number().int().min(1).max(makerOrdersMax).optional().describe('100 when absent.'),
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
	limit_order: limitOrderWire,
	fill: limitOrderWire,
	state: partStateWire,
	answered_at_ms: timestampWire.optional().describe('When it was filled, rejected or timed out.'),
	reject_reason: z.string().optional(),
	fill_state: z.enum(['started', 'Settled', 'Expired', 'Released']).optional(),
	fill_subintent_id: subintentIdWire.optional(),
	transaction_id: z.string().optional(),
})
export type MakerOrderWire = z.infer<typeof makerOrderWire>

/** GET /maker/orders. */
export const makerOrdersWire = z.object({
	orders: z.array(makerOrderWire),
	next: z.string().optional().describe('For the next page; absent on the last one.'),
})
export type MakerOrdersWire = z.infer<typeof makerOrdersWire>

/** The circuit breaker's view of a maker. A rate is a fraction from 0 to 1. */
export const breakerWire = z.object({
	miss_rate: decimalWire.describe('Smoothed: silence counts whole, a rejection less.'),
	pauses_at: decimalWire,
	sample: countWire.describe('How many orders the rate is taken from: the newest ones since the last pause.'),
	sample_min: countWire.describe('Below so many orders it never pauses.'),
	next_pause_seconds: countWire.describe('Doubles with each pause, and falls back after a good time.'),
})
export type BreakerWire = z.infer<typeof breakerWire>

/** GET /maker/stats: since `since_ms`, the last 24 hours at most. */
export const makerStatsWire = z.object({
	since_ms: timestampWire,
	orders: z.object({ asked: countWire, filled: countWire, rejected: countWire, timed_out: countWire }),
	fills: z.object({ started: countWire, settled: countWire, expired: countWire, released: countWire }),
	fill_rate: decimalWire.optional().describe('Filled of those answered or timed out; absent when there are none.'),
	answer_ms: z
		.object({ p50: countWire, p95: countWire, p99: countWire, max: countWire })
		.optional()
		.describe('From asking to the fill or rejection; absent when there are none.'),
	sessions: countWire,
	breaker: breakerWire,
	paused: z.boolean(),
	pauses: z.array(makerPauseWire),
})
export type MakerStatsWire = z.infer<typeof makerStatsWire>

/** What of one pair a maker has promised in open parts and unsettled fills, and the most it may; in base. */
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
