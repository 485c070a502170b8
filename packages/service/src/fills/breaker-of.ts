import { Decimal } from '@accord/protocol'
import type { Database } from '../db/tables.ts'

/** How a maker's circuit breaker stands. A rate is a fraction from 0 to 1. */
export type BreakerState = {
	readonly missRate: Decimal
	readonly pausesAt: Decimal
	readonly sample: number
	readonly sampleMin: number
	readonly nextPauseSeconds: number
}

/** How the maker's circuit breaker stands now. */
export async function breakerOf(
	_db: Database,
	_maker: { readonly makerId: string; readonly nowMs: number },
): Promise<BreakerState> {
	return { missRate: Decimal.zero, pausesAt: Decimal.one, sample: 0, sampleMin: 0, nextPauseSeconds: 0 }
}
