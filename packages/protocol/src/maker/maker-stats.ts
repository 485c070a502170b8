import * as z from '#schema'
import { countWire, decimal, timestampWire } from '../fields.ts'
import { list, message, type ValueOf } from '../message.ts'
import { pausesMembers } from './maker-pause.ts'
import { occurredAtMembers } from './occurred-at.ts'
import { partEndCounts } from './part-ends.ts'

/** The state of a maker's circuit breaker. A rate is a fraction from 0 to 1. */
export type BreakerState = ValueOf<typeof BreakerState>
export const BreakerState = message({
	missRate: decimal.describe('Smoothed: silence counts as a whole miss, a rejection as less.'),
	pausesAt: decimal,
	sample: countWire.describe('How many orders the rate is taken from: the newest ones since the last pause.'),
	sampleMin: countWire.describe('With fewer orders it never pauses.'),
	nextPauseSeconds: countWire.describe('Doubles with each pause, and falls back over time.'),
})

/** A maker's results since `sinceMs`: over the last 24 hours or the newest 5,000 orders. */
export type MakerStats = ValueOf<typeof MakerStats>
/** GET /maker/stats. */
export const MakerStats = message({
	makerId: z.string().describe('Whose key it is.'),
	name: z.string().describe('What the operator calls this maker.'),
	sinceMs: timestampWire.describe('A whole minute.'),
	orders: message({ asked: countWire, ...partEndCounts }),
	fills: z.object({ started: countWire, settled: countWire, expired: countWire, released: countWire }),
	refusedFills: list(message({ code: z.string(), orders: countWire }))
		.describe('By code, of how many of these orders a fill was refused; the first of each code counts.')
		.optional(),
	/** Rounded to six places. */
	fillRate: decimal.optional().describe('Filled of those answered or timed out; absent when there are none.'),
	answerMs: z
		.object({ p50: countWire, p95: countWire, p99: countWire, max: countWire })
		.optional()
		.describe('Time until the fill or rejection; absent when there are none.'),
	sessions: countWire,
	breaker: BreakerState,
	...pausesMembers,
})

/** How a maker answered, and how its fills ended, over a period. */
export type MakerRecord = Pick<MakerStats, 'orders' | 'fills' | 'refusedFills' | 'fillRate' | 'answerMs'>

/** The state of a circuit breaker. `warned`: the next order left unanswered pauses the maker. */
export const breakerSteps = ['ok', 'warned', 'paused'] as const
export type BreakerStep = (typeof breakerSteps)[number]

/** The circuit breaker is about to pause a maker's books, has paused them, or has ended its pause. */
export type BreakerChange = ValueOf<typeof BreakerChange>
/**
 * Params of maker.breaker.changed, sent to every session that has the new orders stream: one step before the circuit
 * breaker pauses the maker's books, when it pauses them, and when the pause ends (decision 20).
 */
export const BreakerChange = message({
	state: z
		.enum(breakerSteps)
		.describe('warned: the next order left unanswered pauses your books; paused; ok: the pause has ended.'),
	...pausesMembers,
	missRate: decimal,
	sample: countWire,
	...occurredAtMembers,
})
