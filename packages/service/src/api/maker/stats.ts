import { type BreakerWire, type Clock, Decimal, type MakerStatsWire } from '@accord/protocol'
import type { BreakerState } from '../../breaker/breaker.ts'
import type { MakerPause } from '../../breaker/maker-pauses.ts'
import type { MakerStats } from '../../fills/maker-stats.ts'
import type { TradeApp } from '../trade/trade-app.ts'
import type { KeyRequired } from './maker-routes.ts'
import { formatPauses } from './pauses-wire.ts'

export type StatsDeps = {
	readonly clock: Clock
	readonly makerStats: (of: { makerId: string; sinceMs: number }) => Promise<MakerStats>
	readonly breakerOf: (makerId: string) => Promise<BreakerState>
	readonly pausesOf: (makerId: string) => Promise<readonly MakerPause[]>
	readonly sessionsOf: (makerId: string) => number
}

const dayMs = 86_400_000

/** GET /maker/stats: of the last 24 hours. */
export function stats(app: TradeApp, deps: StatsDeps, keyRequired: KeyRequired): void {
	app.get('/maker/stats', keyRequired, async ({ makerId }): Promise<MakerStatsWire> => {
		const sinceMs = deps.clock.nowMs() - dayMs
		const [counted, breaker, pauses] = await Promise.all([
			deps.makerStats({ makerId, sinceMs }),
			deps.breakerOf(makerId),
			deps.pausesOf(makerId),
		])
		const { orders, fills, fillRate, answerMs } = counted
		return {
			since_ms: sinceMs,
			orders,
			fills,
			...(fillRate === undefined ? {} : { fill_rate: Decimal.format(fillRate) }),
			...(answerMs === undefined ? {} : { answer_ms: answerMs }),
			sessions: deps.sessionsOf(makerId),
			breaker: formatBreaker(breaker),
			...formatPauses(pauses),
		}
	})
}

function formatBreaker({ missRate, pausesAt, sample, sampleMin, nextPauseSeconds }: BreakerState): BreakerWire {
	return {
		miss_rate: Decimal.format(missRate),
		pauses_at: Decimal.format(pausesAt),
		sample,
		sample_min: sampleMin,
		next_pause_seconds: nextPauseSeconds,
	}
}
