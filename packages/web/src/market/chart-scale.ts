import type { Decimal } from '@accord/protocol'
import { formatAmount } from '../format/format-amount.ts'
import type { NumberFormat } from '../format/number-format.ts'

/** The chart counts in millionths of its unit, and no price is drawn beyond what it can count. */
const steps = 1_000_000
const drawnMax = 1_000_000_000

/** The smallest difference between two drawn numbers. */
export const drawnStep = 1 / steps

/**
 * Between exact prices and the numbers of a drawing, whose unit is the first digit of `price`: the chart library slows
 * down or stops with numbers that are very large or small.
 */
export function chartScale(price: Decimal) {
	const unit = 10n ** BigInt(Math.max(0, price.toString().length - 1))
	return {
		/** For drawing only. */
		drawn: (value: Decimal) => Math.min(drawnMax, Number((value * BigInt(steps)) / unit) / steps),
		/** What the axis says at a drawn number, in the reader's language; nothing below zero. */
		label: (drawn: number, places: number, format?: NumberFormat) => {
			if (!(drawn >= 0 && drawn <= drawnMax)) return ''
			const value = ((BigInt(Math.round(drawn * steps)) * unit) / BigInt(steps)) as Decimal
			return formatAmount(value, { places, leastPlaces: places }, format)
		},
	}
}

export type ChartScale = ReturnType<typeof chartScale>
