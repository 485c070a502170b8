import { Decimal, type Exact, exactValue, type PriceLevel } from '@accord/protocol'
import type { AvailableLevel } from '../prices/available-levels.ts'

/** What is taken of one maker, and its exact value in quote. */
export type Taken = {
	readonly makerId: string
	readonly levels: readonly PriceLevel[]
	readonly base: Decimal
	readonly value: Exact
}

/** The makers of these levels, in the priority of each one's best level. */
export function makersByPriority(available: readonly AvailableLevel[]): string[] {
	return [...new Set(available.map(({ makerId }) => makerId))]
}

/** Only the levels of these makers, in priority. */
export function levelsOf(available: readonly AvailableLevel[], makers: readonly string[]): AvailableLevel[] {
	const set = new Set(makers)
	return available.filter(({ makerId }) => set.has(makerId))
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
