import { Decimal, type PriceLevel, type Side } from '@accord/protocol'

/**
 * Groups levels by price step, best first. Bids are rounded down and asks up, so that no row shows a better price than
 * its levels. A step of zero leaves the levels unchanged.
 */
export function groupLevels(
	levels: readonly PriceLevel[],
	{ side, step }: { side: Side; step: Decimal },
): PriceLevel[] {
	if (step === Decimal.zero) return [...levels]
	const amounts = new Map<Decimal, Decimal>()
	for (const { price, amount } of levels) {
		const grouped = groupPrice(price, { side, step })
		amounts.set(grouped, Decimal.add(amounts.get(grouped) ?? Decimal.zero, amount))
	}
	return Array.from(amounts, ([price, amount]) => ({ price, amount }))
}

/** The price of the row that a level is in. */
export function groupPrice(price: Decimal, { side, step }: { side: Side; step: Decimal }): Decimal {
	if (step === Decimal.zero) return price
	return side === 'bids' ? roundDownTo(price, step) : roundUpTo(price, step)
}

function roundDownTo(price: Decimal, step: Decimal): Decimal {
	return Decimal.subtract(price, (price % step) as Decimal)
}

function roundUpTo(price: Decimal, step: Decimal): Decimal {
	const down = roundDownTo(price, step)
	return down === price ? price : Decimal.add(down, step)
}

/** The finest grouping: the fourth place after the first digit of the price. */
const finestPlace = 4
const steps = 3

/**
 * The steps by which a book around this price can be grouped: zero (no grouping), then powers of ten, starting at a
 * ten-thousandth of the price's first digit.
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
