import { Decimal } from '@accord/protocol'
import { formatAmount } from '../format/format-amount.ts'
import type { NumberFormat } from '../format/number-format.ts'

/** From here on an amount is shown in units of a thousand, a million, and so on. */
const compactFrom = Decimal.fromInteger(1_000_000)
const units = [
	{ sign: 'T', digits: 12 },
	{ sign: 'B', digits: 9 },
	{ sign: 'M', digits: 6 },
] as const

/** An amount in a narrow column: with these decimal places, or shortened like `15.25M`; rounded down. */
export function compactAmount(value: Decimal, places: number, format?: NumberFormat): string {
	if (value < compactFrom) return formatAmount(value, { places, leastPlaces: places }, format)
	const unit = units.find(({ digits }) => value >= Decimal.fromInteger(10 ** digits)) ?? units[2]
	const counted = Decimal.divDown(value, Decimal.fromInteger(10 ** unit.digits))
	return `${formatAmount(counted, { places: 2, leastPlaces: 2 }, format)}${unit.sign}`
}
