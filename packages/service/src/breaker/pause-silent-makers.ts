import { type BreakerState, type Clock, Decimal } from '@accord/protocol'
import type { Bus } from '../bus/bus.ts'
import { type BreakerDeps, breakerOf } from './breaker.ts'
import { selectMakersWithMisses } from './breaker-table.ts'
import { setPause } from './maker-pauses.ts'

// The guarantee: a maker that leaves too many parts unanswered is paused, and paused once however many processes notice it:
// the row of the pause in force decides.

export type PauseSilentMakersDeps = BreakerDeps & { readonly clock: Pick<Clock, 'nowMs'>; readonly bus: Bus }

/** Several times the interval between runs; a maker that one run overlooks is checked again after its next miss. */
const lookBackMs = 5_000

/** Pauses makers whose miss rate is too high (decision 20). */
export async function pauseSilentMakers(deps: PauseSilentMakersDeps): Promise<'done'> {
	const nowMs = deps.clock.nowMs()
	for (const makerId of await selectMakersWithMisses(deps.db, { sinceMs: nowMs - lookBackMs, nowMs })) {
		const state = await breakerOf(deps, { makerId, nowMs })
		if (isTooHigh(state)) await pause(deps, { makerId, nowMs, state })
	}
	return 'done'
}

function isTooHigh({ missRate, pausesAt, sample, sampleMin }: BreakerState): boolean {
	return sample >= sampleMin && missRate >= pausesAt
}

async function pause(
	deps: PauseSilentMakersDeps,
	{ makerId, nowMs, state }: { readonly makerId: string; readonly nowMs: number; readonly state: BreakerState },
): Promise<void> {
	const { missRate, nextPauseSeconds, sample } = state
	await setPause(deps, {
		makerId,
		by: 'breaker',
		reason: `orders were left unanswered: miss rate ${Decimal.format(missRate)} over the last ${sample}`,
		sinceMs: nowMs,
		untilMs: nowMs + nextPauseSeconds * 1000,
		rate: { missRate, sample },
	})
}
