import { Decimal, type Exact, exactValue, type PriceLevel } from '@accord/protocol'
import type { AvailableLevel } from '../prices/available-levels.ts'

const bestMax = 48
const deepestMax = 16

/** What is taken of one maker, and its exact value in quote. */
export type Taken = {
	readonly makerId: string
	readonly levels: readonly PriceLevel[]
	readonly base: Decimal
	readonly value: Exact
}

/** All levels of one maker, each with its place in the priority of the whole side. */
export type MakerOffer = { readonly makerId: string; readonly levels: readonly PlacedLevel[] }
export type PlacedLevel = AvailableLevel & { readonly place: number }

/** The makers of these levels, in the priority of each one's best level. */
export function offersByPriority(available: readonly AvailableLevel[]): MakerOffer[] {
	const offers = new Map<string, PlacedLevel[]>()
	for (const [place, level] of available.entries()) {
		const levels = offers.get(level.makerId)
		if (levels === undefined) offers.set(level.makerId, [{ ...level, place }])
		else levels.push({ ...level, place })
	}
	return [...offers].map(([makerId, levels]) => ({ makerId, levels }))
}

/** Of very many makers those with the best levels and the deepest ones, in the same order: only they are split over. */
export function promisingOffers(offers: readonly MakerOffer[]): readonly MakerOffer[] {
	if (offers.length <= bestMax + deepestMax) return offers
	const depthOf = ({ levels }: MakerOffer) => Decimal.sum(levels.map(({ amount }) => amount))
	const others = offers.slice(bestMax).map(offer => ({ offer, depth: depthOf(offer) }))
	const deepest = others.toSorted((a, b) => Decimal.compare(b.depth, a.depth)).slice(0, deepestMax)
	const chosen = new Set([...offers.slice(0, bestMax), ...deepest.map(({ offer }) => offer)])
	return offers.filter(offer => chosen.has(offer))
}

/** The levels of some makers in priority. */
export function levelsOf(offers: readonly MakerOffer[]): readonly PlacedLevel[] {
	const [first, ...others] = offers
	if (first === undefined || others.length === 0) return first?.levels ?? []
	return offers.flatMap(({ levels }) => levels).sort((a, b) => a.place - b.place)
}

/** Takes so much base in priority; nothing if the levels do not hold it. All levels of a maker are one. */
export function walkLevels(available: readonly AvailableLevel[], base: Decimal): Taken[] | undefined {
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
