import { Decimal, type LimitOrder } from '@accord/protocol'
import { levelsOfSources, sharesOfSources } from '../prices/implied-levels.ts'
import { allocateLeg, type Rounding } from './allocate-leg.ts'
import { allocate, splitQuote } from './allocation.ts'
import {
	type LegOffers,
	type MatchedPart,
	type MatchRequest,
	orderSize,
	quoteAmount,
	quoteTotal,
	type RouteOffers,
	sizedLike,
} from './match-request.ts'

// The guarantee: an order is filled by its own pair, along a route, or by several of these together, whichever is best
// for the user. Along a route, what the makers of one leg sell of the middle token is exactly what those of the other buy.

/**
 * The best way to fill an order in full; undefined if none reaches its limit. With an equal result, the order's own pair
 * is preferred.
 */
export function allocateOrder(request: MatchRequest): readonly MatchedPart[] | undefined {
	if (request.exact === 'quote') return allocateClosing(request)
	const own = allocate(request)
	if (request.routes === undefined || request.makersMax < 2) return own
	return bestOf(request, [own, ...candidates(request)])
}

/** Where an order is filled: in its own pair, or along a route. */
type Source = 'own' | RouteOffers

/** Every route alone, and several sources together. A unit is rounded to the user's good only if it would not do otherwise. */
function candidates(request: MatchRequest): (readonly MatchedPart[] | undefined)[] {
	const { routes = [], makersMax } = request
	const { base } = orderSize(request)
	const alone = routes.map(route =>
		rounded(rounding => within(request, allocateRoute(request, route, { base, makersMax, rounding }))),
	)
	const shares = sharesOfSources(levelsOfSources(request), base)
	if (shares?.size === 1 && alone.some(parts => parts !== undefined)) return alone
	const ways = waysToSplit(['own', ...routes], makersMax)
	return [...alone, ...ways.map(way => rounded(rounding => allocateTogether(request, { way, rounding })))]
}

function rounded<Found>(find: (rounding: Rounding) => Found | undefined): Found | undefined {
	return find('makers') ?? find('users')
}

/** How many makers of a source may be asked; on each leg of a route. */
type Makers = { readonly source: Source; readonly ofLegs: readonly number[] }

/** All ways to use two or more of these sources with so many makers. */
function waysToSplit(sources: readonly Source[], makersMax: number): (readonly Makers[])[] {
	const all = (left: readonly Source[], most: number): (readonly Makers[])[] => {
		const [source, ...others] = left
		if (source === undefined) return [[]]
		const used = makersOf(source, most).flatMap(ofLegs => {
			return all(others, most - countOf(ofLegs)).map(way => [{ source, ofLegs }, ...way])
		})
		return [...all(others, most), ...used]
	}
	return all(sources, makersMax).filter(way => way.length > 1)
}

function countOf(ofLegs: readonly number[]): number {
	return ofLegs.reduce((sum, makers) => sum + makers, 0)
}

function makersOf(source: Source, most: number): number[][] {
	const counts = Array.from({ length: Math.max(0, most) }, (_, at) => at + 1)
	if (source === 'own') return counts.map(makers => [makers])
	return counts.flatMap(first => counts.filter(second => first + second <= most).map(second => [first, second]))
}

/** Each source's share is what the makers with its best levels give when all levels are taken in order. */
function allocateTogether(
	request: MatchRequest,
	{ way, rounding }: { readonly way: readonly Makers[]; readonly rounding: Rounding },
): readonly MatchedPart[] | undefined {
	const best = (available: MatchRequest['available'], makers = 0) => available.slice(0, makers)
	const [own] = way.flatMap(({ source, ofLegs }) => (source === 'own' ? ofLegs : []))
	const routes = way.flatMap(({ source, ofLegs: [first, second] }) => {
		if (source === 'own') return []
		const [sells, buys] = source.legs
		const legs = [
			{ ...sells, available: best(sells.available, first) },
			{ ...buys, available: best(buys.available, second) },
		] as const
		return [{ ...source, legs, source }]
	})
	const levels = levelsOfSources({ ...request, available: best(request.available, own), routes })
	const shares = sharesOfSources(levels, orderSize(request).base)
	if (shares === undefined || shares.size < 2) return undefined
	const all: MatchedPart[] = []
	for (const [at, base] of shares) {
		const source = at === 'own' ? at : at.source
		const { ofLegs = [] } = way.find(used => used.source === source) ?? {}
		const share = { base, makersMax: countOf(ofLegs), rounding }
		const parts = source === 'own' ? allocateOwn(request, share) : allocateRoute(request, source, share)
		if (parts === undefined) return undefined
		all.push(...parts)
	}
	return within(request, all)
}

/** How much of an order a source fills, and with how many makers. */
type Share = { readonly base: Decimal; readonly makersMax: number; readonly rounding: Rounding }

function allocateOwn(request: MatchRequest, { base, makersMax, rounding }: Share): readonly MatchedPart[] | undefined {
	const { side, limitOrder } = request
	const quote = side === 'bids' ? Decimal.zero : unlimited
	const order = { ...request, makersMax, limitOrder: sizedLike(limitOrder, side, { base, quote }) }
	return allocateLeg({ ...order, surplusMin: Decimal.zero }, rounding)
}

/** More than any amount: the limit of legs that have none of their own. */
const unlimited = (10n ** 60n) as Decimal

/**
 * The makers of a route for so much base, whatever they give or want for it. The leg of the base comes first; the more it
 * yields of the middle token, or the less it needs, the better is the other one.
 */
function allocateRoute(
	order: MatchRequest,
	{ legs: [sells, buys] }: RouteOffers,
	{ base, makersMax, rounding }: Share,
): readonly MatchedPart[] | undefined {
	let best: readonly MatchedPart[] | undefined
	const isSold = order.side === 'bids'
	const exact = isSold ? 'sell' : 'buy'
	for (let makers = 1; makers < makersMax; makers++) {
		const inner = allocateExact(isSold ? sells : buys, { exact, amount: base, makersMax: makers, rounding })
		if (inner === undefined) continue
		const middle = Decimal.sum(inner.map(({ fill }) => quoteAmount(order.side, fill)))
		const rest = { exact, amount: middle, makersMax: makersMax - makers, rounding } as const
		const outer = allocateExact(isSold ? buys : sells, rest)
		if (outer === undefined) continue
		const found = [...inner.map(({ limitQuote: _, ...part }) => part), ...outer]
		if (best === undefined || isBetter(order, found, best)) best = found
	}
	return best
}

type ExactLeg = Omit<Share, 'base'> & { readonly exact: 'sell' | 'buy'; readonly amount: Decimal }

function allocateExact(leg: LegOffers, { exact, amount, makersMax, rounding }: ExactLeg) {
	const { pair, side, available, divisibility, smallPart } = leg
	const [sold, bought] = side === 'bids' ? [pair.base, pair.quote] : [pair.quote, pair.base]
	const [sell, buy] = exact === 'sell' ? [amount, Decimal.zero] : [unlimited, amount]
	const limitOrder: LimitOrder = { sell: { symbol: sold, amount: sell }, buy: { symbol: bought, amount: buy } }
	const isBaseExact = (side === 'bids') === (exact === 'sell')
	const request = { side, available, divisibility, smallPart, limitOrder, makersMax, surplusMin: Decimal.zero }
	const parts = allocateLeg({ ...request, ...(isBaseExact ? {} : { exact: 'quote' }) }, rounding)
	return parts?.map(part => ({ ...part, leg: { pair, side } }))
}

/** Parts that reach the order's limit, with their shares of it; undefined if they do not. */
function within(request: MatchRequest, parts: readonly MatchedPart[] | undefined): readonly MatchedPart[] | undefined {
	if (parts === undefined) return undefined
	const { quote } = orderSize(request)
	const total = quoteTotal(request.side, parts)
	if (request.side === 'bids' ? total < quote : total > quote) return undefined
	return shareLimit(parts, { ...request, limit: quote })
}

/** The makers of a leg whose base is the order's quote token, with their shares of the order's limit. */
function allocateClosing({ surplusMin, ...request }: MatchRequest): readonly MatchedPart[] | undefined {
	const parts = allocateLeg(request)
	const divisibility = { quote: request.divisibility.base }
	const limit = { divisibility, ...(surplusMin && { surplusMin }), limit: orderSize(request).base }
	return parts && shareLimit(parts, { side: request.side === 'bids' ? 'asks' : 'bids', ...limit })
}

type Limit = Pick<MatchRequest, 'side' | 'surplusMin'> & {
	readonly divisibility: { readonly quote: number }
	readonly limit: Decimal
}

/**
 * Splits a limit in quote over the parts that give or take the quote token. A maker whose surplus is not worth its
 * delivery is asked for its share of the limit.
 */
function shareLimit(
	parts: readonly MatchedPart[],
	{ side, divisibility, surplusMin = Decimal.zero, limit }: Limit,
): readonly MatchedPart[] {
	const isBought = side === 'bids'
	const amountOf = ({ fill }: MatchedPart) => quoteAmount(side, fill)
	const closing = parts.filter(part => part.limitQuote !== undefined)
	const shares = splitQuote(limit, { values: closing.map(amountOf), divisibility: divisibility.quote })
	return parts.map(part => {
		const share = shares[closing.indexOf(part)]
		if (share === undefined) return part
		const surplus = isBought ? Decimal.subtract(amountOf(part), share) : Decimal.subtract(share, amountOf(part))
		if (surplus === 0n || surplus >= surplusMin) return { ...part, limitQuote: share }
		const { sell, buy } = part.fill
		const fill = isBought ? { sell: { ...sell, amount: share }, buy } : { sell, buy: { ...buy, amount: share } }
		return { ...part, fill, limitQuote: share }
	})
}

function isBetter({ side }: MatchRequest, found: readonly MatchedPart[], best: readonly MatchedPart[]): boolean {
	const [one, other] = [quoteTotal(side, found), quoteTotal(side, best)]
	return side === 'bids' ? one > other : one < other
}

function bestOf(request: MatchRequest, found: readonly (readonly MatchedPart[] | undefined)[]) {
	let best: readonly MatchedPart[] | undefined
	for (const parts of found)
		if (parts !== undefined && (best === undefined || isBetter(request, parts, best))) best = parts
	return best
}
