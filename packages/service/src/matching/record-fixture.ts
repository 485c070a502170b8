import { Decimal, type Side } from '@accord/protocol'
import fc from 'fast-check'
import { offersByPriority } from '../prices/maker-offer.ts'
import type { AvailableLevel } from '../prices/maker-side.ts'
import { anyRequest, byPriority, type LevelsRequest } from './match-fixture.ts'
import { matchOrder } from './match-order.ts'
import { formatMatch } from './match-record.ts'
import type { LegOffers, MatchRequest, RouteOffers } from './match-request.ts'
import { publicRecord } from './public-record.ts'

const d = Decimal.parse

/** What makers of a random match ask for: at most two have minimums, and a surplus is asked for from a minimum on, or not at all. */
const anyRules = fc.record({
	minima: fc.uniqueArray(
		fc.record({ maker: fc.constantFrom('a', 'b', 'c', 'd', 'e'), least: fc.integer({ min: 1, max: 20 }) }),
		{
			maxLength: 2,
			selector: ({ maker }) => maker,
		},
	),
	surplusMin: fc.constantFrom(undefined, d('0.001'), d('0.5'), d('4')),
	/** Twice as many makers, at prices close to those of the others. */
	isCrowded: fc.boolean(),
})

/** Public records of random matches, each with its one line. */
export function* randomRecords({ seed, count }: { seed: number; count: number }): Generator<string> {
	const perRound = 1_000
	for (let round = 0, made = 0; made < count; round++) {
		const cases = fc.sample(fc.record({ request: anyRequest, rules: anyRules }), {
			numRuns: perRound,
			seed: seed + round,
		})
		for (const { request, rules } of cases) {
			const line = made < count ? recordOf(request, rules) : undefined
			if (line === undefined) continue
			made += 1
			yield line
		}
	}
}

/** Of the tokens of random routes: coarse, so that rounding is visible. */
const decimalsOf: Readonly<Record<string, number>> = { B: 2, Q: 3, M: 1, N: 4 }

const anyLegLevel = fc.record({
	makerId: fc.constantFrom('a', 'b', 'c', 'f', 'g', 'h'),
	price: fc.integer({ min: 1, max: 40 }).map(tenths => (BigInt(tenths) * Decimal.unit(1)) as Decimal),
	units: fc.integer({ min: 1, max: 2_000 }),
	changedAt: fc.integer({ min: 0, max: 3 }),
})

/** A leg of two tokens, in whose pair either may be the base. */
const anyLeg = fc.record({
	isBaseSold: fc.boolean(),
	book: fc.uniqueArray(anyLegLevel, {
		minLength: 1,
		maxLength: 8,
		selector: level => `${level.makerId} ${level.price}`,
	}),
	least: fc.constantFrom(undefined, undefined, d('2')),
	smallPart: fc.constantFrom(Decimal.zero, d('1')),
})
type AnyLeg = typeof anyLeg extends fc.Arbitrary<infer Value> ? Value : never

const anyRoutes = fc.record({
	legs: fc.array(fc.tuple(anyLeg, anyLeg), { minLength: 1, maxLength: 2 }),
	/** Whether makers quote the order's own pair. */
	isQuoted: fc.boolean(),
	surplusMin: fc.constantFrom(d('0'), d('0.001'), d('0.5')),
	request: anyRequest,
	/** The user's limit, in thousandths of what the order's size would be at a price of 1. */
	worth: fc.integer({ min: 1, max: 2_000 }),
})

/** Orders that may be filled along routes: over one or two tokens, with or without offers of their own pair. */
export const anyRoutedRequest: fc.Arbitrary<MatchRequest> = anyRoutes.map(
	({ legs, isQuoted, surplusMin, worth, request: { available, ...request } }) => {
		const { sell, buy } = request.limitOrder
		const routes = legs.map(([sells, buys], at): RouteOffers => {
			const via = at === 0 ? 'M' : 'N'
			return {
				via,
				legs: [legOf(sells, { sold: sell.symbol, bought: via }), legOf(buys, { sold: via, bought: buy.symbol })],
			}
		})
		const isSold = request.side === 'bids'
		const base = isSold ? sell.amount : buy.amount
		const round = Decimal.roundDown(((base * BigInt(worth)) / 1_000n) as Decimal, 3)
		const quote = Decimal.max(round, Decimal.unit(3))
		const limitOrder = isSold ? { sell, buy: { ...buy, amount: quote } } : { sell: { ...sell, amount: quote }, buy }
		return { ...request, limitOrder, surplusMin, routes, available: isQuoted ? offersByPriority(available) : [] }
	},
)

function legOf(
	{ isBaseSold, book, least, smallPart }: AnyLeg,
	{ sold, bought }: { sold: string; bought: string },
): LegOffers {
	const pair = isBaseSold ? { base: sold, quote: bought } : { base: bought, quote: sold }
	const side: Side = isBaseSold ? 'bids' : 'asks'
	const divisibility = { base: decimalsOf[pair.base] ?? 0, quote: decimalsOf[pair.quote] ?? 0 }
	const levels = book.map(({ units, ...level }) => {
		const amount = Decimal.max(
			Decimal.roundDown(((BigInt(units) * Decimal.one) / 100n) as Decimal, divisibility.base),
			Decimal.unit(divisibility.base),
		)
		return { ...level, amount, ...(least && level.makerId === 'b' ? { minPart: least } : {}) }
	})
	return { pair, side, divisibility, smallPart, available: offersByPriority(byPriority(side, levels)) }
}

/** Legs that are matched again, and whose base is their order's quote token. */
export const anyClosingRequest: fc.Arbitrary<MatchRequest> = fc
	.record({ request: anyRequest, surplusMin: fc.constantFrom(d('0'), d('0.5')) })
	.map(({ request: { available, ...request }, surplusMin }) => {
		return { ...request, available: offersByPriority(available), exact: 'quote', surplusMin }
	})

/** Public records of random orders that were filled along routes, and of their legs matched again, each with its one line. */
export function* routedRecords({ seed, count }: { seed: number; count: number }): Generator<string> {
	const any = fc.oneof({ weight: 4, arbitrary: anyRoutedRequest }, { weight: 1, arbitrary: anyClosingRequest })
	for (let round = 0, made = 0; made < count; round++)
		for (const request of fc.sample(any, { numRuns: 200, seed: seed + round })) {
			const match = made < count ? matchOrder(request) : undefined
			if (match?.kind !== 'matched') continue
			made += 1
			yield publicRecord(formatMatch(request, match.parts), { order: 'subtxid_random', atMs: 0 })
		}
}

type Rules = typeof anyRules extends fc.Arbitrary<infer Value> ? Value : never

/** Undefined if there is no match. */
function recordOf(
	{ available, ...request }: LevelsRequest,
	{ minima, surplusMin, isCrowded }: Rules,
): string | undefined {
	const levels = isCrowded ? byPriority(request.side, crowd(available)) : available
	const leastOf = new Map<string, Decimal>(
		minima.map(({ maker, least }) => [maker, Decimal.fromInteger(BigInt(least))]),
	)
	const offers = offersByPriority(
		levels.map(level => {
			const minPart = leastOf.get(level.makerId)
			return { ...level, ...(minPart && { minPart }) }
		}),
	)
	const full = { ...request, available: offers, ...(surplusMin === undefined ? {} : { surplusMin }) }
	const match = matchOrder(full)
	if (match.kind !== 'matched') return undefined
	return publicRecord(formatMatch(full, match.parts), { order: 'subtxid_random', atMs: 0 })
}

/** A book has one level per price. */
function crowd(available: readonly AvailableLevel[]): AvailableLevel[] {
	const others = available.map(level => {
		const price = Decimal.add(level.price, d(level.changedAt === 0 ? '0' : '0.1'))
		return { ...level, makerId: `${level.makerId}2`, price, changedAt: level.changedAt + 1 }
	})
	const all = [...available, ...others]
	return [...new Map(all.map(level => [`${level.makerId} ${level.price}`, level])).values()]
}
