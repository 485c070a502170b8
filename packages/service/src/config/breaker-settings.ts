import { Decimal, decimalWire } from '@accord/protocol'
import { z } from 'zod'

const positive = z.number().int().positive()

/** What the operator decides about makers that do not answer (decision 20). Fractions are from 0 to 1. */
export type BreakerRules = {
	/** At this smoothed miss rate a maker is paused; above 1: never. */
	readonly pausesAt: Decimal
	/** Below so many answers nobody is paused. */
	readonly sampleMin: number
	/** How many answers the rate looks back over: with each newer one an answer counts 1/smoothedOver less. */
	readonly smoothedOver: number
	/** How much of a miss a rejection is. */
	readonly rejectWeight: Decimal
	/** What was asked longer ago does not count. */
	readonly historyMs: number
	readonly firstPauseMs: number
	readonly longestPauseMs: number
	/** Each such time without a pause takes one doubling back. */
	readonly forgetsAfterMs: number
}

/** The section of the configuration file. */
export const breakerSettings = z.strictObject({
	pauses_at: decimalWire
		.default('0.5')
		.describe('The miss rate at which a maker’s books are paused, a fraction; above 1: never.'),
	sample_min: positive.default(20).describe('Below so many orders answered or missed nobody is paused.'),
	smoothed_over: positive
		.default(50)
		.describe('With each newer order an older one counts 1 part in so many less; four times as many are looked at.'),
	reject_weight: decimalWire
		.default('0.5')
		.describe('How much of a miss it is to reject an order in time, a fraction.'),
	history_seconds: positive.default(86_400).describe('What a maker was asked longer ago does not count.'),
	first_pause_seconds: positive.default(30).describe('The first pause; each further one is twice as long as the last.'),
	longest_pause_seconds: positive.default(3600).describe('No pause is longer.'),
	forgets_after_seconds: positive.default(3600).describe('Each such time without a pause halves the next one.'),
})

type BreakerSettings = z.infer<typeof breakerSettings>

export function toBreakerRules(settings: BreakerSettings): BreakerRules {
	return {
		pausesAt: Decimal.parse(settings.pauses_at),
		sampleMin: settings.sample_min,
		smoothedOver: settings.smoothed_over,
		rejectWeight: Decimal.parse(settings.reject_weight),
		historyMs: settings.history_seconds * 1000,
		firstPauseMs: settings.first_pause_seconds * 1000,
		longestPauseMs: settings.longest_pause_seconds * 1000,
		forgetsAfterMs: settings.forgets_after_seconds * 1000,
	}
}

/** Older answers than so many weigh less than a fiftieth of the newest: they are not looked at. */
export function answersMaxOf({ smoothedOver }: Pick<BreakerRules, 'smoothedOver'>): number {
	return 4 * smoothedOver
}

/** What is wrong between these settings, one line each. */
export function checkBreaker(rules: BreakerRules): string[] {
	const { firstPauseMs, longestPauseMs, pausesAt, rejectWeight, sampleMin } = rules
	const answersMax = answersMaxOf(rules)
	return [
		...(pausesAt > 0n ? [] : ['breaker.pauses_at: not positive']),
		...(rejectWeight >= 0n && rejectWeight <= Decimal.one ? [] : ['breaker.reject_weight: not a fraction from 0 to 1']),
		...(sampleMin <= answersMax ? [] : [`breaker.sample_min: no more than ${answersMax} orders are looked at`]),
		...(firstPauseMs <= longestPauseMs ? [] : ['breaker.first_pause_seconds: above longest_pause_seconds']),
	]
}
