import { Decimal } from '@accord/protocol'
import { seededRandom } from '../seeded-random.ts'

/** The longest step and the greatest distance, in ten-thousandths of a token's reference price. */
export const walkBounds = { step: 25, reach: 500 }

/** Each step goes back by this fraction of the distance, so that the price stays near the reference. */
const pulledBack = 0.01

/**
 * Prices by symbol that start at the reference prices and wander around them, each by one step at a time. The same seed
 * gives the same prices. A price of exactly one never moves: it belongs to the unit, or to a token pegged to it.
 */
export function* priceWalk(
	reference: ReadonlyMap<string, Decimal>,
	seed: number,
): Generator<ReadonlyMap<string, Decimal>, never, undefined> {
	const random = seededRandom(seed)
	const wandering = [...reference].filter(([, price]) => !Decimal.equal(price, Decimal.one))
	const distances = new Map(wandering.map(([symbol]) => [symbol, 0]))
	for (;;) {
		yield new Map([...reference].map(([symbol, price]) => [symbol, priceAt(price, distances.get(symbol) ?? 0)]))
		for (const [symbol, distance] of distances) distances.set(symbol, nextDistance(distance, random()))
	}
}

function nextDistance(distance: number, random: number): number {
	const { step, reach } = walkBounds
	const move = Math.round((random * 2 - 1) * step - distance * pulledBack)
	return within(reach, distance + within(step, move))
}

function within(bound: number, value: number): number {
	return Math.min(bound, Math.max(-bound, value))
}

const whole = 10_000

function priceAt(reference: Decimal, distance: number): Decimal {
	return Decimal.divDown(Decimal.mulDown(reference, Decimal.fromInteger(whole + distance)), Decimal.fromInteger(whole))
}
