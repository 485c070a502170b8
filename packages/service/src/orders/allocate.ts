import { type Exact, mirror } from '@accord/protocol'
import { makerSets } from './maker-sets.ts'
import type { MatchedPart, MatchRequest } from './match-order.ts'
import { type OrderSize, orderSize, sizedLike, surplus } from './order-size.ts'
import { splitQuote } from './split-quote.ts'
import { levelsOf, makersByPriority, type Taken, totalValue, walkLevels } from './walk-makers.ts'

type Allocation = { readonly parts: readonly MatchedPart[]; readonly surplus: Exact; readonly hasSmallPart: boolean }

/**
 * The best way to fill the order whole: one without small parts before one with, then the best total, then the fewest
 * makers, then priority. Nothing if no set of makers reaches the limit.
 */
export function allocate(request: MatchRequest): readonly MatchedPart[] | undefined {
	const makers = makersByPriority(request.available)
	let best: Allocation | undefined
	for (let size = 1; size <= Math.min(request.makersMax, makers.length); size++) {
		for (const set of makerSets(makers, { size, worthwhile: all => mayImprove(request, all, best) })) {
			const found = allocateAmong(request, set)
			if (found !== undefined && isBetter(found, best)) best = found
		}
	}
	return best?.parts
}

/** Strictly better: of equals the first found stays, which has the fewest makers and the highest priority. */
function isBetter(found: Allocation, best: Allocation | undefined): boolean {
	if (best === undefined) return true
	if (found.hasSmallPart !== best.hasSmallPart) return best.hasSmallPart
	return found.surplus > best.surplus
}

/** All makers of a branch at once give the best total that any set of them can have. */
function mayImprove(request: MatchRequest, makers: readonly string[], best: Allocation | undefined): boolean {
	const size = orderSize(request)
	const taken = walkLevels(levelsOf(request.available, makers), size.base)
	if (taken === undefined) return false
	const bound = surplus(request.side, size, totalValue(taken))
	return bound >= 0n && (best === undefined || best.hasSmallPart || bound > best.surplus)
}

function allocateAmong(request: MatchRequest, makers: readonly string[]): Allocation | undefined {
	const size = orderSize(request)
	const taken = walkLevels(levelsOf(request.available, makers), size.base)
	if (taken === undefined || taken.length < makers.length) return undefined
	const gained = surplus(request.side, size, totalValue(taken))
	if (gained < 0n) return undefined
	const parts = mirrorParts(request, size, taken)
	if (parts.some(({ fill }) => fill.sell.amount === 0n || fill.buy.amount === 0n)) return undefined
	return { parts, surplus: gained, hasSmallPart: hasSmallPart(request, parts) }
}

function mirrorParts(request: MatchRequest, size: OrderSize, taken: readonly Taken[]): MatchedPart[] {
	const { side, limitOrder, divisibility } = request
	const values = taken.map(({ value }) => value)
	const quotes = splitQuote(size.quote, { values, divisibility: divisibility.quote })
	return quotes.flatMap((quote, place) => {
		const part = taken[place]
		if (part === undefined) return []
		const asked = sizedLike(limitOrder, side, { base: part.base, quote })
		return { makerId: part.makerId, levels: part.levels, baseAmount: part.base, fill: mirror(asked) }
	})
}

function hasSmallPart({ smallPart }: MatchRequest, parts: readonly MatchedPart[]): boolean {
	return parts.length > 1 && parts.some(({ fill }) => fill.sell.amount < smallPart)
}
