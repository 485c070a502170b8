import { Decimal, type Exact, exactValue, type PriceLevel } from '@accord/protocol'
import type { Side } from '../db/tables.ts'
import type { AvailableLevel } from '../prices/available-levels.ts'
import { levelsByPriority, type MakerOffer } from '../prices/maker-offer.ts'

const bestMax = 48
const deepestMax = 16

/** What is taken of one maker, and its exact value in quote. */
export type Taken = {
	readonly makerId: string
	readonly levels: readonly PriceLevel[]
	readonly base: Decimal
	readonly value: Exact
}

/** An offer whose levels know their places in the priority of all that are looked at. */
export type PlacedOffer = MakerOffer & { readonly levels: readonly PlacedLevel[] }
export type PlacedLevel = AvailableLevel & { readonly place: number }

/**
 * The offers that orders are split over, each level with its place. Of very many those with the best levels and the
 * deepest ones are taken, in the same order.
 */
export function promisingOffers(side: Side, offers: readonly MakerOffer[]): readonly PlacedOffer[] {
	if (offers.length <= bestMax + deepestMax) return placed(side, offers)
	const others = offers.slice(bestMax)
	const deepest = others.toSorted((a, b) => Decimal.compare(b.depth, a.depth)).slice(0, deepestMax)
	const chosen = new Set([...offers.slice(0, bestMax), ...deepest])
	return placed(
		side,
		offers.filter(offer => chosen.has(offer)),
	)
}

function placed(side: Side, offers: readonly MakerOffer[]): PlacedOffer[] {
	const levels = new Map(offers.map(({ makerId }) => [makerId, [] as PlacedLevel[]]))
	let place = 0
	for (const level of levelsByPriority(side, offers)) levels.get(level.makerId)?.push({ ...level, place: place++ })
	return offers.map(offer => ({ ...offer, levels: levels.get(offer.makerId) ?? [] }))
}

/** The levels of some makers in priority. */
export function levelsOf(offers: readonly PlacedOffer[]): readonly PlacedLevel[] {
	const [first, ...others] = offers
	if (first === undefined || others.length === 0) return first?.levels ?? []
	return offers.flatMap(({ levels }) => levels).sort((a, b) => a.place - b.place)
}

/** Takes so much base in priority; nothing if the levels do not hold it. All levels of a maker are one. */
export function walkLevels(available: Iterable<AvailableLevel>, base: Decimal): Taken[] | undefined {
	const taken = new Map<string, { makerId: string; levels: PriceLevel[]; base: Decimal; value: Exact }>()
	let left = base
	for (const { makerId, price, amount } of available) {
		if (left === 0n) break
		const part = taken.get(makerId) ?? { makerId, levels: [], base: Decimal.zero, value: 0n }
		const step = Decimal.min(left, amount)
		part.levels.push({ price, amount: step })
		part.base = Decimal.add(part.base, step)
		part.value += exactValue(price, step)
		left = Decimal.subtract(left, step)
		taken.set(makerId, part)
	}
	return left === 0n ? [...taken.values()] : undefined
}

/** The exact value of all parts. */
export function totalValue(taken: readonly Taken[]): Exact {
	return taken.reduce((total, { value }) => total + value, 0n)
}
