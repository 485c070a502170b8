import { type BreakerState, Decimal } from '@accord/protocol'
import type { Platform } from '../platform/platform.ts'
import { judgeMaker } from './breaker.ts'
import { selectMakersWithMisses } from './breaker-table.ts'
import { setPause } from './maker-pauses.ts'

// The guarantee: a maker that leaves too many parts unanswered is warned, then paused, and paused only once, however
// many processes notice it: the row of the pause in force decides. Each process warns its own sessions.

type SilentMakersDeps = {
	readonly platform: Platform
	/** Called once each time a maker comes this near, before any pause. */
	readonly onWarned: (makerId: string, state: BreakerState) => Promise<void>
}

/** Several times the interval between runs; a maker that one run misses is checked again after its next miss. */
const lookBackMs = 5_000

/** Warns makers that are one unanswered order from a pause, and pauses those whose miss rate is too high (decision 20). */
export class SilentMakers {
	readonly #deps: SilentMakersDeps
	/** Makers that were warned and are still one unanswered order away from a pause, or past that point. */
	readonly #warned = new Set<string>()

	constructor(deps: SilentMakersDeps) {
		this.#deps = deps
	}

	async pause(): Promise<'done'> {
		const { platform, onWarned } = this.#deps
		const { clock, db } = platform
		const nowMs = clock.nowMs()
		const withMisses = await selectMakersWithMisses(db.looks, { sinceMs: nowMs - lookBackMs, nowMs })
		for (const makerId of new Set([...withMisses, ...this.#warned])) {
			const { state, verdict } = await judgeMaker(platform, { database: db.own, makerId, nowMs })
			if (verdict === 'ok') this.#warned.delete(makerId)
			else if (!this.#warned.has(makerId)) {
				await onWarned(makerId, state)
				this.#warned.add(makerId)
			}
			if (verdict !== 'too_high') continue
			await pause(platform, { makerId, nowMs, state })
			this.#warned.delete(makerId)
		}
		return 'done'
	}
}

async function pause(
	{ db, bus }: Platform,
	{ makerId, nowMs, state }: { readonly makerId: string; readonly nowMs: number; readonly state: BreakerState },
): Promise<void> {
	const { missRate, nextPauseSeconds, sample } = state
	await setPause(
		{ database: db.own, bus },
		{
			makerId,
			by: 'breaker',
			reason: `orders were left unanswered: miss rate ${Decimal.format(missRate)} over the last ${sample}`,
			sinceMs: nowMs,
			untilMs: nowMs + nextPauseSeconds * 1000,
			rate: { missRate, sample },
		},
	)
}
