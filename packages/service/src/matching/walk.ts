import { Decimal, type Exact, exactValue, type PriceLevel, type Side } from '@accord/protocol'
import { levelsByPriority, type MakerOffer } from '../prices/maker-offer.ts'
import type { AvailableLevel } from '../prices/maker-side.ts'

const bestMax = 48
const deepestMax = 16

/** The amount taken from one maker, and its exact value in quote. */
export type Taken = {
	readonly makerId: string
	readonly levels: readonly PriceLevel[]
	readonly base: Decimal
	readonly value: Exact
}

/** An offer with the rank of each level among the levels of all candidates. */
export type RankedOffer = MakerOffer & { readonly levels: readonly RankedLevel[] }
export type RankedLevel = AvailableLevel & { readonly rank: number }

/**
 * The offers that an order may be split over, each level with its rank. If there are very many, only those with the
 * best levels and the deepest ones, in the same order.
 */
export function candidateOffers(side: Side, offers: readonly MakerOffer[]): readonly RankedOffer[] {
	if (offers.length <= bestMax + deepestMax) return withRanks(side, offers)
	const others = offers.slice(bestMax)
	const deepest = others.toSorted((a, b) => Decimal.compare(b.depth, a.depth)).slice(0, deepestMax)
	const chosen = new Set([...offers.slice(0, bestMax), ...deepest])
	return withRanks(
		side,
		offers.filter(offer => chosen.has(offer)),
	)
}

function withRanks(side: Side, offers: readonly MakerOffer[]): RankedOffer[] {
	const levels = new Map(offers.map(({ makerId }) => [makerId, [] as RankedLevel[]]))
	let rank = 0
	for (const level of levelsByPriority(side, offers)) levels.get(level.makerId)?.push({ ...level, rank: rank++ })
	return offers.map(offer => ({ ...offer, levels: levels.get(offer.makerId) ?? [] }))
}

/** The levels of these offers in priority order. */
export function levelsOf(offers: readonly RankedOffer[]): readonly RankedLevel[] {
	const [first, ...others] = offers
	if (first === undefined || others.length === 0) return first?.levels ?? []
	return offers.flatMap(({ levels }) => levels).sort((a, b) => a.rank - b.rank)
}

/** Takes an amount of base in priority order, combining all levels of a maker; undefined if the levels hold less. */
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
