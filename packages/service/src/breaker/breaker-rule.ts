import { Decimal } from '@accord/protocol'
import type { BreakerRules } from '../config/breaker-settings.ts'

// The guarantee: whether a maker is paused, and for how long, follows from what was written of it and nothing else: any
// process that reads the same rows decides the same, after any restart.

/** How a maker answered what it was asked. */
export type Answer = 'filled' | 'rejected' | 'timed_out'

/** The breaker's last pause of a maker, in force or over. */
export type LastPause = { readonly sinceMs: number; readonly untilMs: number }

const ratePlaces = 6

/**
 * The share of misses among a maker's answers, the newest first, the newer ones counting more. It is rounded up, so that
 * a maker that does nothing but reject has exactly the weight of a rejection as its rate.
 */
export function missRateOf(
	answers: readonly Answer[],
	{ rejectWeight, smoothedOver }: Pick<BreakerRules, 'rejectWeight' | 'smoothedOver'>,
): Decimal {
	const missOf = { filled: Decimal.zero, rejected: rejectWeight, timed_out: Decimal.one }
	const kept = Decimal.divDown(Decimal.fromInteger(smoothedOver - 1), Decimal.fromInteger(smoothedOver))
	let weight = Decimal.one
	let [misses, weights] = [Decimal.zero, Decimal.zero]
	for (const answer of answers) {
		misses = Decimal.add(misses, Decimal.mulDown(weight, missOf[answer]))
		weights = Decimal.add(weights, weight)
		weight = Decimal.mulDown(weight, kept)
	}
	if (Decimal.isZero(weights)) return Decimal.zero
	return Decimal.roundUp(Decimal.divDown(misses, weights), ratePlaces)
}

/** From when on what a maker is asked counts: each pause begins a new sample. */
export function countsFromMs(
	last: LastPause | undefined,
	{ nowMs, historyMs }: { readonly nowMs: number; readonly historyMs: number },
): number {
	return Math.max(nowMs - historyMs, last?.untilMs ?? 0)
}

/** How long the maker's next pause is: twice the last one, half of that for each time of good behaviour since. */
export function nextPauseMs(
	last: LastPause | undefined,
	{ nowMs, rules }: { readonly nowMs: number; readonly rules: BreakerRules },
): number {
	const { firstPauseMs, longestPauseMs, forgetsAfterMs } = rules
	if (last === undefined) return firstPauseMs
	const forgotten = Math.floor(Math.max(nowMs - last.untilMs, 0) / forgetsAfterMs)
	const doubled = ((last.untilMs - last.sinceMs) * 2) / 2 ** forgotten
	return Math.min(Math.max(Math.floor(doubled), firstPauseMs), longestPauseMs)
}
