import { Decimal, type Exact, exactDown, exactUp, exactValue, mirror } from '@accord/protocol'
import { levelsByPriority, type MakerOffer } from '../prices/maker-offer.ts'
import type { AvailableLevel } from '../prices/maker-side.ts'
import { makerSets, SetBounds } from './maker-sets.ts'
import type { MatchedPart, MatchRequest } from './match-request.ts'
import { type OrderSize, orderSize, sizedLike, surplus } from './match-request.ts'
import { levelsOf, type RankedOffer, type Taken, totalValue, walkLevels } from './walk.ts'

type Allocation = {
	readonly parts: readonly MatchedPart[]
	readonly surplus: Exact
	readonly hasSmallPart: boolean
	/** The makers' indexes, in the priority of their best levels. */
	readonly makers: readonly number[]
}

/** The limit of search steps; with about 20 makers, all relevant sets are tried. */
const stepsMax = 5000

/**
 * The best way to fill the order in full, judged first by having no small parts, then by the best total, the fewest
 * makers, and priority. Undefined if no set of makers reaches the limit. With too many makers to try all sets it may
 * miss the best split, but never the best single maker or the makers with the best levels.
 */
export function allocate(request: MatchRequest): readonly MatchedPart[] | undefined {
	const { available, makersMax, side } = request
	const size = orderSize(request)
	const everything = walkLevels(levelsByPriority(side, available), size.base)
	if (everything === undefined || makersMax < 1) return undefined
	const surplusMax = surplus(side, size, totalValue(everything))
	if (surplusMax < 0n) return undefined
	let best: Allocation | undefined
	for (const [index, offer] of available.entries()) {
		// Later makers have even worse prices.
		if (!canBeatAlone(best, surplus(side, size, exactValue(offer.best.price, size.base)))) break
		best = better(best, allocateAlone(request, { offer, index, everything }))
		if (best?.surplus === surplusMax) return best.parts
	}
	return makersMax === 1 ? best?.parts : bestSplit(request, best)?.parts
}

function canBeatAlone(best: Allocation | undefined, surplusMax: Exact): boolean {
	return best === undefined ? surplusMax >= 0n : surplusMax > best.surplus
}

/** The order filled by this maker alone, if it offers enough; `everything` is what all levels together would give. */
function allocateAlone(
	request: MatchRequest,
	{ offer, index, everything }: { offer: MakerOffer; index: number; everything: readonly Taken[] },
): Allocation | undefined {
	const { base } = orderSize(request)
	if (offer.depth < base) return undefined
	const [best, ...others] = everything
	const isBest = best?.makerId === offer.makerId && others.length === 0
	const taken = isBest ? everything : walkLevels(offer.levels, base)
	return taken && allocateTaken(request, { chosen: [{ offer, index }], taken })
}

function bestSplit(request: MatchRequest, single: Allocation | undefined): Allocation | undefined {
	const bounds = new SetBounds(request)
	const { offers } = bounds
	const makersMax = Math.min(request.makersMax, offers.length)
	let best = single
	for (const makers of [...prefixes(makersMax), ...bounds.likelySets(makersMax)]) {
		best = better(best, allocateAmong(request, { offers, makers }))
	}
	let steps = 0
	for (let size = 2; size <= makersMax; size++) {
		const worthwhile = (chosen: readonly number[], next: number) => {
			steps += 1
			if (steps > stepsMax) return false
			const surplusMin = best === undefined || best.hasSmallPart ? 0n : best.surplus
			const surplusMax = bounds.surplus({ chosen, next, more: size - chosen.length }, surplusMin)
			if (surplusMax === undefined) return false
			return canBeat(best, { size, chosen, next, surplusMax })
		}
		for (const makers of makerSets(offers.length, { size, worthwhile })) {
			best = better(best, allocateAmong(request, { offers, makers }))
		}
	}
	return best
}

/** The first two makers, the first three, and so on: these cover whatever a client computes from the shown book. */
function prefixes(makersMax: number): number[][] {
	const indexes = Array.from({ length: makersMax }, (_, index) => index)
	return indexes.slice(1).map(last => indexes.slice(0, last + 1))
}

function better(best: Allocation | undefined, found: Allocation | undefined): Allocation | undefined {
	if (best === undefined || found === undefined) return best ?? found
	if (found.hasSmallPart !== best.hasSmallPart) return best.hasSmallPart ? found : best
	if (found.surplus !== best.surplus) return found.surplus > best.surplus ? found : best
	const { length } = found.makers
	const comesFirst =
		length === best.makers.length ? comesBefore(found.makers, best.makers) : length < best.makers.length
	return comesFirst ? found : best
}

/**
 * Whether a set of this size that begins with `chosen` and continues from `next` on could be better, judging by its
 * bound.
 */
function canBeat(
	best: Allocation | undefined,
	{ size, chosen, next, surplusMax }: { size: number; chosen: readonly number[]; next: number; surplusMax: Exact },
): boolean {
	if (best === undefined || best.hasSmallPart || surplusMax > best.surplus) return true
	if (surplusMax < best.surplus || size > best.makers.length) return false
	return size < best.makers.length || comesBefore([...chosen, next], best.makers)
}

/** Whether these makers come before the others in lexicographic order. */
function comesBefore(makers: readonly number[], others: readonly number[]): boolean {
	const differs = makers.findIndex((index, at) => index !== others[at])
	return differs === -1 || (makers[differs] ?? 0) < (others[differs] ?? -1)
}

/**
 * The order filled by these makers, or by some of them if those are enough; undefined if they do not reach its limit.
 */
export function allocateAmong(
	request: MatchRequest,
	{ offers, makers }: { offers: readonly RankedOffer[]; makers: readonly number[] },
): Allocation | undefined {
	const chosen = makers.flatMap(index => {
		const offer = offers[index]
		return offer === undefined ? [] : [{ offer, index }]
	})
	return allocateLevels(request, { chosen, levels: levelsOf(chosen.map(({ offer }) => offer)) })
}

function allocateLevels(
	request: MatchRequest,
	{ chosen, levels }: { chosen: readonly { offer: MakerOffer; index: number }[]; levels: readonly AvailableLevel[] },
): Allocation | undefined {
	const taken = walkLevels(levels, orderSize(request).base)
	return taken && allocateTaken(request, { chosen, taken })
}

function allocateTaken(
	request: MatchRequest,
	{ chosen, taken }: { chosen: readonly { offer: MakerOffer; index: number }[]; taken: readonly Taken[] },
): Allocation | undefined {
	const size = orderSize(request)
	const gained = surplus(request.side, size, totalValue(taken))
	if (gained < 0n) return undefined
	const parts = mirrorParts(request, size, taken)
	if (parts.some(({ fill }) => fill.sell.amount === 0n || fill.buy.amount === 0n)) return undefined
	if (chosen.some(({ offer }) => isBelowMinPart(offer, parts))) return undefined
	const used = chosen.filter(({ offer }) => taken.some(({ makerId }) => makerId === offer.makerId))
	const makers = used.map(({ index }) => index)
	return { parts, surplus: gained, hasSmallPart: hasSmallPart(request, parts), makers }
}

/** Whether the part would be below the maker's minimum, in which case the maker is left out. */
function isBelowMinPart({ makerId, best }: MakerOffer, parts: readonly MatchedPart[]): boolean {
	const part = parts.find(each => each.makerId === makerId)
	return part !== undefined && part.fill.sell.amount < (best.minPart ?? 0n)
}

function mirrorParts(request: MatchRequest, size: OrderSize, taken: readonly Taken[]): MatchedPart[] {
	const { side, limitOrder, divisibility } = request
	const values = taken.map(({ value }) => value)
	const quotes = splitQuote(size.quote, { values, divisibility: divisibility.quote })
	return quotes.flatMap((quote, index) => {
		const part = taken[index]
		if (part === undefined) return []
		const asked = askedQuote(request, { limit: quote, value: part.value })
		const userSide = sizedLike(limitOrder, side, { base: part.base, quote: asked })
		const { makerId, levels, base: baseAmount } = part
		return { makerId, levels, baseAmount, fill: mirror(userSide), limitQuote: quote }
	})
}

/**
 * The quote that a maker is asked for: what its levels give for its part, rounded to the maker's good, but never worse
 * for the user than its share of the limit. A surplus that is not worth its delivery is not asked for.
 */
function askedQuote(
	{ side, divisibility: { quote: divisibility }, surplusMin }: MatchRequest,
	{ limit, value }: { readonly limit: Decimal; readonly value: Exact },
): Decimal {
	if (surplusMin === undefined) return limit
	const sells = side === 'bids'
	const given = sells ? exactDown(value, divisibility) : exactUp(value, divisibility)
	const surplus = sells ? Decimal.subtract(given, limit) : Decimal.subtract(limit, given)
	return surplus > 0n && surplus >= surplusMin ? given : limit
}

function hasSmallPart({ smallPart }: MatchRequest, parts: readonly MatchedPart[]): boolean {
	return parts.length > 1 && parts.some(({ fill }) => fill.sell.amount < smallPart)
}

/**
 * Splits an amount of quote in proportion to exact values, by largest remainder: each share is rounded down to a unit.
 * The remaining units go, one each, first to shares that would be zero and then to the largest remainders, with ties
 * going to the first. The shares add up exactly, and each is less than a unit away from its proportion.
 */
export function splitQuote(
	quote: Decimal,
	{ values, divisibility }: { values: readonly Exact[]; divisibility: number },
): Decimal[] {
	if (values.length === 1) return [Decimal.roundDown(quote, divisibility)]
	const unit = Decimal.unit(divisibility)
	const units = quote / unit
	const total = values.reduce((sum, value) => sum + value, 0n)
	const shares = values.map(
		(value, index): Share => ({
			index,
			units: (units * value) / total,
			remainder: (units * value) % total,
		}),
	)
	const left = units - shares.reduce((sum, share) => sum + share.units, 0n)
	const roundedUp = shares.toSorted(byRemainder).slice(0, Number(left))
	const indexes = new Set(roundedUp.map(({ index }) => index))
	return shares.map(share => ((share.units + (indexes.has(share.index) ? 1n : 0n)) * unit) as Decimal)
}

type Share = { readonly index: number; readonly units: bigint; readonly remainder: bigint }

function byRemainder(a: Share, b: Share): number {
	if ((a.units === 0n) !== (b.units === 0n)) return a.units === 0n ? -1 : 1
	if (a.remainder !== b.remainder) return a.remainder > b.remainder ? -1 : 1
	return a.index - b.index
}
