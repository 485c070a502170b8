import { Decimal, decimalWire } from '@accord/protocol'
import { z } from 'zod'

const positive = z.number().int().positive()

/** When the circuit breaker pauses makers that do not answer (decision 20). Fractions are from 0 to 1. */
export type BreakerRules = {
	/** The smoothed miss rate at which a maker is paused; above 1, no maker ever is. */
	readonly pausesAt: Decimal
	/** With fewer answers than this, no maker is paused. */
	readonly sampleMin: number
	/** The smoothing window: the weight of an answer falls by 1/smoothedOver with each newer one. */
	readonly smoothedOver: number
	/** How much of a miss a rejection counts as. */
	readonly rejectWeight: Decimal
	/** Older orders do not count. */
	readonly historyMs: number
	readonly firstPauseMs: number
	readonly longestPauseMs: number
	/** Each such period without a pause undoes one doubling. */
	readonly forgetsAfterMs: number
}

/** The section of the configuration file. */
export const breakerSettings = z.strictObject({
	pauses_at: decimalWire
		.default('0.8')
		.describe('The miss rate, over all nodes, at which a maker’s books are paused, as a fraction; above 1: never.'),
	sample_min: positive.default(40).describe('With fewer orders answered or missed, no maker is paused.'),
	smoothed_over: positive
		.default(50)
		.describe(
			'The smoothing window: with each newer order an older one weighs 1/smoothed_over less; four times as many are considered.',
		),
	reject_weight: decimalWire
		.default('0.5')
		.describe('How much of a miss a rejection in time counts as, as a fraction.'),
	history_seconds: positive.default(86_400).describe('Older orders do not count.'),
	first_pause_seconds: positive
		.default(10)
		.describe('The first pause; each further one is twice as long as the previous one.'),
	longest_pause_seconds: positive.default(3600).describe('The longest pause.'),
	forgets_after_seconds: positive.default(3600).describe('Each such period without a pause halves the next one.'),
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

/** How many answers are considered: any older answer would weigh less than a fiftieth of the newest. */
export function answersMaxOf({ smoothedOver }: Pick<BreakerRules, 'smoothedOver'>): number {
	return 4 * smoothedOver
}

/** Violations of the rules that span these settings, one per line. */
export function checkBreaker(rules: BreakerRules): string[] {
	const { firstPauseMs, longestPauseMs, pausesAt, rejectWeight, sampleMin } = rules
	const answersMax = answersMaxOf(rules)
	return [
		...(pausesAt > 0n ? [] : ['breaker.pauses_at: not positive']),
		...(rejectWeight >= 0n && rejectWeight <= Decimal.one ? [] : ['breaker.reject_weight: not a fraction from 0 to 1']),
		...(sampleMin <= answersMax ? [] : [`breaker.sample_min: no more than ${answersMax} orders are considered`]),
		...(firstPauseMs <= longestPauseMs ? [] : ['breaker.first_pause_seconds: above longest_pause_seconds']),
	]
}
