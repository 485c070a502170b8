import { Decimal, type Exact, exactValue, mirror } from '@accord/protocol'
import type { AvailableLevel } from '../prices/available-levels.ts'
import { levelsByPriority, type MakerOffer } from '../prices/maker-offer.ts'
import { makerSets, SetBounds } from './maker-sets.ts'
import type { MatchedPart, MatchRequest } from './match-request.ts'
import { type OrderSize, orderSize, sizedLike, surplus } from './match-request.ts'
import { levelsOf, type PlacedOffer, promisingOffers, type Taken, totalValue, walkLevels } from './walk.ts'

type Allocation = {
	readonly parts: readonly MatchedPart[]
	readonly surplus: Exact
	readonly hasSmallPart: boolean
	/** The places of the makers looked at, in the priority of their best levels. */
	readonly makers: readonly number[]
}

/** Sets of makers are looked at no longer than this; with some 20 makers all sets that matter are. */
const stepsMax = 5000

/**
 * The best way to fill the order whole: one without small parts before one with, then the best total, then the fewest
 * makers, then priority. Nothing if no set of makers reaches the limit. With so many makers that not all sets can be
 * looked at it may miss the best split, but never the best single maker nor the makers of the best levels.
 */
export function allocate(request: MatchRequest): readonly MatchedPart[] | undefined {
	const { available, makersMax, side } = request
	const size = orderSize(request)
	const everything = walkLevels(levelsByPriority(side, available), size.base)
	if (everything === undefined || makersMax < 1) return undefined
	const most = surplus(side, size, totalValue(everything))
	if (most < 0n) return undefined
	let best: Allocation | undefined
	for (const [place, offer] of available.entries()) {
		// Whoever comes later has worse prices still.
		if (!mayBeatAlone(best, surplus(side, size, exactValue(offer.best.price, size.base)))) break
		best = better(best, allocateAlone(request, { offer, place }))
		if (best?.surplus === most) return best.parts
	}
	return makersMax === 1 ? best?.parts : bestSplit(request, best)?.parts
}

function mayBeatAlone(best: Allocation | undefined, most: Exact): boolean {
	return best === undefined ? most >= 0n : most > best.surplus
}

/** The order filled by this maker, if it holds enough. */
function allocateAlone(
	request: MatchRequest,
	{ offer, place }: { offer: MakerOffer; place: number },
): Allocation | undefined {
	if (offer.depth < orderSize(request).base) return undefined
	return allocateLevels(request, { chosen: [{ offer, place }], levels: offer.levels })
}

function bestSplit(request: MatchRequest, single: Allocation | undefined): Allocation | undefined {
	const offers = promisingOffers(request.side, request.available)
	const makersMax = Math.min(request.makersMax, offers.length)
	const bounds = new SetBounds(request, offers)
	let best = single
	for (const makers of [...prefixes(makersMax), ...bounds.favourites(makersMax)]) {
		best = better(best, allocateAmong(request, { offers, makers }))
	}
	let steps = 0
	for (let size = 2; size <= makersMax; size++) {
		const worthwhile = (chosen: readonly number[], next: number) => {
			steps += 1
			const most = bounds.surplus({ chosen, next, more: size - chosen.length })
			return steps <= stepsMax && most !== undefined && most >= 0n && mayBeat(best, { size, chosen, next, most })
		}
		for (const makers of makerSets(offers.length, { size, worthwhile })) {
			best = better(best, allocateAmong(request, { offers, makers }))
		}
	}
	return best
}

/** The first two makers, the first three, …: what a client computes from the shown book is covered by them. */
function prefixes(makersMax: number): number[][] {
	const places = Array.from({ length: makersMax }, (_, place) => place)
	return places.slice(1).map(last => places.slice(0, last + 1))
}

function better(best: Allocation | undefined, found: Allocation | undefined): Allocation | undefined {
	if (best === undefined || found === undefined) return best ?? found
	if (found.hasSmallPart !== best.hasSmallPart) return best.hasSmallPart ? found : best
	if (found.surplus !== best.surplus) return found.surplus > best.surplus ? found : best
	const { length } = found.makers
	const comesFirst = length === best.makers.length ? precedes(found.makers, best.makers) : length < best.makers.length
	return comesFirst ? found : best
}

/** Whether sets of this size that go on from `chosen` with makers from `next` on, and gain at most `most`, may be better. */
function mayBeat(
	best: Allocation | undefined,
	{ size, chosen, next, most }: { size: number; chosen: readonly number[]; next: number; most: Exact },
): boolean {
	if (best === undefined || best.hasSmallPart || most > best.surplus) return true
	if (most < best.surplus || size > best.makers.length) return false
	return size < best.makers.length || precedes([...chosen, next], best.makers)
}

/** Whether sets that begin so come before the others, at the first place where they differ. */
function precedes(makers: readonly number[], others: readonly number[]): boolean {
	const differs = makers.findIndex((place, at) => place !== others[at])
	return differs === -1 || (makers[differs] ?? 0) < (others[differs] ?? -1)
}

/** The order filled by these makers, or by some of them if they are enough; nothing if they do not reach its limit. */
export function allocateAmong(
	request: MatchRequest,
	{ offers, makers }: { offers: readonly PlacedOffer[]; makers: readonly number[] },
): Allocation | undefined {
	const chosen = makers.flatMap(place => {
		const offer = offers[place]
		return offer === undefined ? [] : [{ offer, place }]
	})
	return allocateLevels(request, { chosen, levels: levelsOf(chosen.map(({ offer }) => offer)) })
}

function allocateLevels(
	request: MatchRequest,
	{ chosen, levels }: { chosen: readonly { offer: MakerOffer; place: number }[]; levels: readonly AvailableLevel[] },
): Allocation | undefined {
	const size = orderSize(request)
	const taken = walkLevels(levels, size.base)
	if (taken === undefined) return undefined
	const gained = surplus(request.side, size, totalValue(taken))
	if (gained < 0n) return undefined
	const parts = mirrorParts(request, size, taken)
	if (parts.some(({ fill }) => fill.sell.amount === 0n || fill.buy.amount === 0n)) return undefined
	if (chosen.some(({ offer }) => isTooLittleFor(offer, parts))) return undefined
	const used = chosen.filter(({ offer }) => taken.some(({ makerId }) => makerId === offer.makerId))
	const makers = used.map(({ place }) => place)
	return { parts, surplus: gained, hasSmallPart: hasSmallPart(request, parts), makers }
}

/** Whether a maker would sell less than it wants to in one part: it is left out then, not asked for more. */
function isTooLittleFor({ makerId, best }: MakerOffer, parts: readonly MatchedPart[]): boolean {
	const part = parts.find(each => each.makerId === makerId)
	return part !== undefined && part.fill.sell.amount < (best.minPart ?? 0n)
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

/**
 * Splits an amount of quote in proportion to exact values, by largest remainder: each share is rounded down to the
 * unit, and the units left over go one each to the largest remainders, ties to the first; before them to shares that
 * would be nothing at all. The shares add up exactly, and each is less than a unit away from its proportion.
 */
export function splitQuote(
	quote: Decimal,
	{ values, divisibility }: { values: readonly Exact[]; divisibility: number },
): Decimal[] {
	const unit = Decimal.unit(divisibility)
	const units = quote / unit
	const total = values.reduce((sum, value) => sum + value, 0n)
	const shares = values.map(
		(value, place): Share => ({
			place,
			units: (units * value) / total,
			remainder: (units * value) % total,
		}),
	)
	const left = units - shares.reduce((sum, share) => sum + share.units, 0n)
	const favoured = shares.toSorted(byNeed).slice(0, Number(left))
	const places = new Set(favoured.map(({ place }) => place))
	return shares.map(share => ((share.units + (places.has(share.place) ? 1n : 0n)) * unit) as Decimal)
}

type Share = { readonly place: number; readonly units: bigint; readonly remainder: bigint }

function byNeed(a: Share, b: Share): number {
	if ((a.units === 0n) !== (b.units === 0n)) return a.units === 0n ? -1 : 1
	if (a.remainder !== b.remainder) return a.remainder > b.remainder ? -1 : 1
	return a.place - b.place
}
