import { Decimal } from '@accord/protocol'
import type { BreakerRules } from '../config/breaker-settings.ts'

// The guarantee: whether a maker is paused, and for how long, depends only on the database: any process that
// reads the same rows decides the same, even after a restart.

/** How a maker answered a part; `expired`: with a fill because of which the order could not settle. */
export type Answer = 'filled' | 'rejected' | 'timed_out' | 'expired'

/** The breaker's latest pause of a maker, in force or over. */
export type LastPause = { readonly sinceMs: number; readonly untilMs: number }

const ratePlaces = 6

/**
 * The weighted share of misses among a maker's answers, which come newest first; newer ones count more. Rounded up, so
 * that the rate of a maker that always rejects is exactly the weight of a rejection.
 */
export function missRateOf(
	answers: readonly Answer[],
	{ rejectWeight, smoothedOver }: Pick<BreakerRules, 'rejectWeight' | 'smoothedOver'>,
): Decimal {
	const missOf = { filled: Decimal.zero, rejected: rejectWeight, timed_out: Decimal.one, expired: Decimal.one }
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

/** How near a maker is to a pause. `near`: the next part that it leaves unanswered pauses it. */
export type Verdict = 'ok' | 'near' | 'too_high'

/** What a maker's answers (newest first) lead to. */
export function verdictOn(
	answers: readonly Answer[],
	rules: Pick<BreakerRules, 'pausesAt' | 'sampleMin' | 'rejectWeight' | 'smoothedOver'>,
): Verdict {
	const isTooHigh = (all: readonly Answer[]) =>
		all.length >= rules.sampleMin && missRateOf(all, rules) >= rules.pausesAt
	if (isTooHigh(answers)) return 'too_high'
	return answers.length > 0 && isTooHigh(['timed_out', ...answers]) ? 'near' : 'ok'
}

/** When the sample of a maker's answers begins: each pause starts a new one. */
export function sampleStartMs(
	last: LastPause | undefined,
	{ nowMs, historyMs }: { readonly nowMs: number; readonly historyMs: number },
): number {
	return Math.max(nowMs - historyMs, last?.untilMs ?? 0)
}

/** The length of the maker's next pause: twice the last one, halved for each period of good behaviour since. */
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
