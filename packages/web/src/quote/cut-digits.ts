import type { Decimal } from '@accord/protocol'

/** The largest amount with this many significant digits that is not above an amount. */
export function cutDigits(amount: Decimal, digits: number): Decimal {
	const limit = 10n ** BigInt(digits)
	let step = 1n
	while (amount / step >= limit) step *= 10n
	return (amount - (amount % step)) as Decimal
}
