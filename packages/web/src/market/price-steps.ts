import { Decimal } from '@accord/protocol'

/** How coarse the finest grouping is: the fourth place behind the first digit of the price. */
const finestPlace = 4
const steps = 3

/**
 * The steps that a book at about this price can be grouped by: zero, which is every level as it is, and then powers of ten
 * from a ten-thousandth of the price's first digit upwards.
 */
export function priceSteps(mid: Decimal | undefined): Decimal[] {
	if (mid === undefined || mid <= 0n) return [Decimal.zero]
	const firstDigit = 10n ** BigInt(mid.toString().length - 1)
	const found: Decimal[] = [Decimal.zero]
	for (let place = finestPlace; place > finestPlace - steps; place--) {
		const step = firstDigit / 10n ** BigInt(place)
		if (step > 0n) found.push(step as Decimal)
	}
	return found
}
