import { type Decimal, type Pair, pairKey } from '@accord/protocol'
import { formatAmount } from '../format/format-amount.ts'

/** A price is shown to about 0.002 % of itself. */
const partsOfPrice = 50_000n

/** The step in which the prices around `mid` are shown: a power of ten, at most a fifty-thousandth of it. */
export function priceTick(mid: Decimal): Decimal {
	const most = mid / partsOfPrice
	return (most <= 0n ? 1n : 10n ** BigInt(most.toString().length - 1)) as Decimal
}

const ticks = new Map<string, Decimal>()

/**
 * The pair’s tick: that of the first mid price seen, so that a column of prices keeps its width while they move.
 * Undefined until there is a mid price.
 */
export function fixedTick(pair: Pair, mid: Decimal | undefined): Decimal | undefined {
	const key = pairKey(pair)
	const known = ticks.get(key)
	if (known !== undefined || mid === undefined || mid <= 0n) return known
	const tick = priceTick(mid)
	ticks.set(key, tick)
	return tick
}

/** How many decimal places the multiples of a power of ten have. */
export function placesOfTick(tick: Decimal): number {
	return Math.max(0, 19 - tick.toString().length)
}

/** How many decimal places the pair's prices have everywhere in the market: those of its tick, or of the price's own. */
export function pricePlaces(pair: Pair, price: Decimal): number {
	return placesOfTick(fixedTick(pair, undefined) ?? priceTick(price))
}

/** A price of the pair, in its places. */
export function formatPrice(pair: Pair, price: Decimal): string {
	const places = pricePlaces(pair, price)
	return formatAmount(price, { places, leastPlaces: places })
}
