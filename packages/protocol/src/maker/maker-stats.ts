import type { Decimal } from '../amount/decimal.ts'
import type { MakerPause } from './maker-pause.ts'

/** How a maker answered, and how its fills ended, over a period. */
export type MakerRecord = {
	readonly orders: Readonly<Record<'asked' | 'filled' | 'rejected' | 'timedOut', number>>
	readonly fills: Readonly<Record<'started' | 'settled' | 'expired' | 'released', number>>
	/** Filled of those answered or timed out, to six places; absent when there are none. */
	readonly fillRate?: Decimal
	/** Milliseconds until the fill or the rejection; absent when there are none. */
	readonly answerMs?: Readonly<Record<'p50' | 'p95' | 'p99' | 'max', number>>
}

/** The state of a maker's circuit breaker. A rate is a fraction from 0 to 1. */
export type BreakerState = {
	/** Smoothed: silence counts as a whole miss, a rejection as less. */
	readonly missRate: Decimal
	readonly pausesAt: Decimal
	/** How many orders the rate is taken from: the newest ones since the last pause. */
	readonly sample: number
	/** With fewer orders it never pauses. */
	readonly sampleMin: number
	/** Doubles with each pause, and falls back over time. */
	readonly nextPauseSeconds: number
}

/** How a maker did since `sinceMs`, the last 24 hours or the newest 5,000 orders (GET /maker/stats). */
export type MakerStats = MakerRecord & {
	readonly sinceMs: number
	readonly sessions: number
	readonly breaker: BreakerState
	/** In force now. */
	readonly pauses: readonly MakerPause[]
}

/** Of a circuit breaker: `warned`, the next order left unanswered pauses the maker. */
export const breakerSteps = ['ok', 'warned', 'paused'] as const
export type BreakerStep = (typeof breakerSteps)[number]

/** The circuit breaker is about to pause a maker's books, has paused them, or has ended its pause (maker.breaker.changed). */
export type BreakerChange = Pick<BreakerState, 'missRate' | 'sample'> & {
	readonly state: BreakerStep
	readonly pauses: readonly MakerPause[]
	readonly occurredAtMs: number
}
