import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal, exactValue, type LimitOrder, limitOrderFromBook, type Side } from '@accord/protocol'
import fc from 'fast-check'
import type { AvailableLevel } from '../prices/maker-side.ts'
import { shownOrderBook } from '../prices/shown-book.ts'
import { splitQuote } from './allocation.ts'
import { anyRequest, buys, divisibility, type LevelsRequest, levels, matchLevels, sells } from './match-fixture.ts'
import type { Match } from './match-order.ts'
import { orderSize, surplus } from './match-request.ts'
import { totalValue, walkLevels } from './walk.ts'

const d = Decimal.parse

type Case = {
	title: string
	order: { side: Side; limitOrder: LimitOrder }
	available: AvailableLevel[]
	makersMax?: number
	smallPart?: string
	surplusMin?: string
	expected: string
}

const cases: Case[] = [
	{
		title: 'a sale at exactly the advertised total is matched',
		order: sells('10', '20'),
		available: levels('a 2 10'),
		expected: 'a sells 20 Q for 10 B at 2×10',
	},
	{
		title: 'a sale one unit above the advertised total is refused, with the largest amount that would match',
		order: sells('10', '20.001'),
		available: levels('a 2 10'),
		expected: 'none',
	},
	{
		title: 'a purchase at exactly the advertised total is matched',
		order: buys('10', '20'),
		available: levels('a 2 10'),
		expected: 'a sells 10 B for 20 Q at 2×10',
	},
	{
		title: 'a purchase one unit below the advertised total is refused',
		order: buys('10', '19.999'),
		available: levels('a 2 10'),
		expected: 'none',
	},
	{
		title: 'without a least surplus makers are asked for the mirror of the limit',
		order: sells('10', '15'),
		available: levels('a 2 10'),
		expected: 'a sells 15 Q for 10 B at 2×10',
	},
	{
		title: 'the maker of a sale is asked for what its levels give, not for the user’s limit',
		order: sells('10', '15'),
		available: levels('a 2 5', 'a 1.9 5'),
		surplusMin: '0.1',
		expected: 'a sells 19.5 Q for 10 B at 2×5 1.9×5',
	},
	{
		title: 'the maker of a purchase is asked for what its levels want, not for the user’s limit',
		order: buys('10', '25'),
		available: levels('a 2 10'),
		surplusMin: '0.1',
		expected: 'a sells 10 B for 20 Q at 2×10',
	},
	{
		title: 'a surplus of exactly the least is asked for',
		order: sells('10', '19.9'),
		available: levels('a 2 10'),
		surplusMin: '0.1',
		expected: 'a sells 20 Q for 10 B at 2×10',
	},
	{
		title: 'a surplus below the least is not asked for',
		order: sells('10', '19.901'),
		available: levels('a 2 10'),
		surplusMin: '0.1',
		expected: 'a sells 19.901 Q for 10 B at 2×10',
	},
	{
		title: 'the surplus of each part counts alone',
		order: sells('10', '14.9'),
		available: levels('a 2 5', 'b 1 5'),
		makersMax: 2,
		surplusMin: '0.05',
		expected: 'a sells 10 Q for 5 B at 2×5; b sells 4.967 Q for 5 B at 1×5',
	},
	{
		title: 'what a maker is asked for is rounded to its good, by less than a unit',
		order: sells('0.03', '0.01'),
		available: levels('a 1.3333 1'),
		surplusMin: '0.001',
		expected: 'a sells 0.039 Q for 0.03 B at 1.3333×0.03',
	},
	{
		title: 'of two makers that cover the whole order the better total wins, not the better first level',
		order: sells('10', '15'),
		available: levels('a 2 1', 'b 1.9 10', 'a 1 9'),
		expected: 'b sells 15 Q for 10 B at 1.9×10',
	},
	{
		title: 'priority decides between equal totals',
		order: sells('10', '15'),
		available: levels('b 2 10', 'a 2 10'),
		expected: 'b sells 15 Q for 10 B at 2×10',
	},
	{
		title: 'all levels of one maker are one part',
		order: sells('10', '19'),
		available: levels('a 2 5', 'a 1.9 4', 'a 1.8 4'),
		expected: 'a sells 19 Q for 10 B at 2×5 1.9×4 1.8×1',
	},
	{
		title: 'an order too large for any one maker is refused if it may not be split',
		order: sells('10', '10'),
		available: levels('a 2 5', 'b 2 5'),
		expected: 'half',
	},
	{
		title: 'an order too large for any one maker is split over two, in proportion to the exact values',
		order: sells('10', '10'),
		available: levels('a 2 5', 'b 1 5'),
		makersMax: 2,
		expected: 'a sells 6.667 Q for 5 B at 2×5; b sells 3.333 Q for 5 B at 1×5',
	},
	// shows decision 6: Parts are the exact mirror, with largest remainders
	{
		title: 'remaining units go to the largest remainder, ties by priority',
		order: sells('9', '1'),
		available: levels('a 1 3', 'b 1 3', 'c 1 3'),
		makersMax: 3,
		expected: 'a sells 0.334 Q for 3 B at 1×3; b sells 0.333 Q for 3 B at 1×3; c sells 0.333 Q for 3 B at 1×3',
	},
	// shows decision 4: Orders are atomic, filled by one maker or at most N, preferably one
	{
		title: 'one maker is preferred if it covers the whole order at no worse a total',
		order: sells('10', '10'),
		available: levels('a 2 5', 'b 2 10'),
		makersMax: 2,
		expected: 'b sells 10 Q for 10 B at 2×10',
	},
	{
		title: 'an order is split for a better total',
		order: sells('10', '10'),
		available: levels('a 2 5', 'b 1.9 10'),
		makersMax: 2,
		expected: 'a sells 5.128 Q for 5 B at 2×5; b sells 4.872 Q for 5 B at 1.9×5',
	},
	{
		title: 'a split with a small part is not used if another allocation is feasible',
		order: sells('10', '10'),
		available: levels('a 2 0.5', 'b 1.9 10'),
		makersMax: 2,
		smallPart: '1',
		expected: 'b sells 10 Q for 10 B at 1.9×10',
	},
	// shows decision 6: Small parts only if nothing else is feasible
	{
		title: 'a split with a small part is used if nothing else is feasible',
		order: sells('10.5', '10.5'),
		available: levels('a 1 0.5', 'b 1 10'),
		makersMax: 2,
		smallPart: '1',
		expected: 'a sells 0.5 Q for 0.5 B at 1×0.5; b sells 10 Q for 10 B at 1×10',
	},
	{
		title: 'makers beyond the first ones are found if only they cover the order',
		order: sells('10', '10'),
		available: levels('a 2 1', 'b 2 1', 'c 1 5', 'd 1 5'),
		makersMax: 2,
		expected: 'c sells 5 Q for 5 B at 1×5; d sells 5 Q for 5 B at 1×5',
	},
	{
		title: 'a maker is left out if its part would be smaller than it takes',
		order: sells('10', '18'),
		available: withMinParts({ a: '3', b: '18.001' }, levels('a 2 1', 'b 1.9 10', 'c 1.8 10')),
		makersMax: 4,
		expected: 'c sells 18 Q for 10 B at 1.8×10',
	},
	{
		title: 'a maker is used if its part is exactly the smallest that it takes',
		order: buys('10', '20'),
		available: withMinParts({ a: '4', b: '6' }, levels('a 1.9 4', 'b 2 10')),
		makersMax: 4,
		expected: 'a sells 4 B for 7.755 Q at 1.9×4; b sells 6 B for 12.245 Q at 2×6',
	},
	{
		title: 'a part that would round to zero gets a remaining unit',
		order: sells('10.01', '10'),
		available: levels('a 1 10', 'b 0.01 10'),
		makersMax: 2,
		expected: 'a sells 9.999 Q for 10 B at 1×10; b sells 0.001 Q for 0.01 B at 0.01×0.01',
	},
	{
		title: 'an empty side matches nothing',
		order: sells('1', '0.001'),
		available: [],
		expected: 'nothing',
	},
]

for (const { title, order, available, makersMax = 1, smallPart = '0', surplusMin, expected } of cases) {
	test(title, () => {
		const least = surplusMin === undefined ? {} : { surplusMin: d(surplusMin) }
		const match = matchLevels({ available, ...order, divisibility, makersMax, smallPart: d(smallPart), ...least })
		if (expected === 'none') assert.equal(match.kind, 'no_liquidity')
		else if (expected === 'nothing') assert.deepEqual(match, { kind: 'no_liquidity' })
		else if (expected === 'half') assert.deepEqual(match, { kind: 'no_liquidity', largest: sells('5', '5').limitOrder })
		else assert.equal(describe(match), expected)
	})
}

/** The levels of makers with these smallest parts. */
function withMinParts(minParts: Record<string, string>, available: AvailableLevel[]): AvailableLevel[] {
	return available.map(level => ({
		...level,
		...(minParts[level.makerId] && { minPart: d(minParts[level.makerId] ?? '0') }),
	}))
}

function describe(match: Match): string {
	if (match.kind === 'no_liquidity') return 'no liquidity'
	return match.parts
		.map(({ makerId, levels, fill: { sell, buy } }) => {
			const taken = levels.map(({ price, amount }) => `${Decimal.format(price)}×${Decimal.format(amount)}`).join(' ')
			const sold = `${Decimal.format(sell.amount)} ${sell.symbol}`
			return `${makerId} sells ${sold} for ${Decimal.format(buy.amount)} ${buy.symbol} at ${taken}`
		})
		.join('; ')
}

// shows decision 6: Parts are the exact mirror, with largest remainders
test('property: parts are the exact mirror, over at most N makers, from levels they offer', () => {
	fc.assert(
		fc.property(anyRequest, request => {
			const match = matchLevels(request)
			if (match.kind === 'no_liquidity') return
			const { side, limitOrder, available } = request
			const { parts } = match
			assert.ok(parts.length <= request.makersMax)
			assert.equal(new Set(parts.map(({ makerId }) => makerId)).size, parts.length)
			assert.equal(Decimal.sum(parts.map(({ fill }) => fill.sell.amount)), limitOrder.buy.amount)
			assert.equal(Decimal.sum(parts.map(({ fill }) => fill.buy.amount)), limitOrder.sell.amount)
			for (const { makerId, levels: taken, baseAmount, fill } of parts) {
				assert.equal(Decimal.sum(taken.map(({ amount }) => amount)), baseAmount)
				assert.equal(side === 'bids' ? fill.buy.amount : fill.sell.amount, baseAmount)
				for (const { price, amount } of taken) {
					assert.ok(
						available.some(level => level.makerId === makerId && level.price === price && level.amount >= amount),
					)
				}
				const advertised = taken.reduce((sum, { price, amount }) => sum + exactValue(price, amount), 0n)
				const requested = (side === 'bids' ? fill.sell.amount : fill.buy.amount) * Decimal.one
				const unit = Decimal.unit(divisibility.quote) * Decimal.one
				assert.ok(side === 'bids' ? requested < advertised + unit : requested > advertised - unit)
			}
		}),
		{ numRuns: 3000 },
	)
})

// shows decision 6: Makers are asked at their own book, never for less than the user's limit
test('property: a maker is asked for what its levels give or for its share of the limit, and never for less', () => {
	fc.assert(
		fc.property(anyRequest, fc.integer({ min: 0, max: 3000 }), (request, least) => {
			const surplusMin = (BigInt(least) * Decimal.unit(divisibility.quote)) as Decimal
			const match = matchLevels({ ...request, surplusMin })
			if (match.kind === 'no_liquidity') return assert.equal(matchLevels(request).kind, 'no_liquidity')
			const { side, limitOrder } = request
			const { quote } = orderSize(request)
			assert.equal(Decimal.sum(match.parts.map(({ limitQuote = Decimal.zero }) => limitQuote)), quote)
			for (const { levels: taken, baseAmount, fill, limitQuote = Decimal.zero } of match.parts) {
				assert.equal(side === 'bids' ? fill.buy.amount : fill.sell.amount, baseAmount)
				const asked = side === 'bids' ? fill.sell.amount : fill.buy.amount
				const gained = side === 'bids' ? Decimal.subtract(asked, limitQuote) : Decimal.subtract(limitQuote, asked)
				if (gained === 0n) continue
				assert.ok(gained >= surplusMin && gained > 0n)
				const given = taken.reduce((sum, { price, amount }) => sum + exactValue(price, amount), 0n)
				const off = side === 'bids' ? given - asked * Decimal.one : asked * Decimal.one - given
				assert.ok(off >= 0n && off < Decimal.unit(divisibility.quote) * Decimal.one)
			}
			const sum = (of: 'sell' | 'buy') => Decimal.sum(match.parts.map(({ fill }) => fill[of].amount))
			assert.ok(sum('sell') >= limitOrder.buy.amount && sum('buy') <= limitOrder.sell.amount)
		}),
		{ numRuns: 3000 },
	)
})

// shows decision 4: Orders are atomic, filled by one maker or at most N, preferably one
test('property: an order is matched if and only if some set of at most N makers covers it, at the best total', () => {
	fc.assert(
		fc.property(anyRequest, request => {
			const match = matchLevels({ ...request, smallPart: Decimal.zero })
			const best = bestByTryingAll(request)
			if (match.kind === 'no_liquidity') return assert.equal(best, undefined)
			const value = match.parts
				.flatMap(({ levels: taken }) => taken)
				.reduce((sum, { price, amount }) => sum + exactValue(price, amount), 0n)
			assert.equal(surplus(request.side, orderSize(request), value), best)
		}),
		{ numRuns: 3000 },
	)
})

function bestByTryingAll(request: LevelsRequest): bigint | undefined {
	const { available, side, makersMax } = request
	const makers = [...new Set(available.map(({ makerId }) => makerId))]
	let best: bigint | undefined
	for (let bits = 1; bits < 2 ** makers.length; bits++) {
		const set = makers.filter((_, index) => (bits >> index) & 1)
		if (set.length > makersMax) continue
		const size = orderSize(request)
		const taken = walkLevels(
			available.filter(({ makerId }) => set.includes(makerId)),
			size.base,
		)
		if (taken === undefined) continue
		const gained = surplus(side, size, totalValue(taken))
		const values = taken.map(({ value }) => value)
		const hasEmptyPart = splitQuote(size.quote, { values, divisibility: divisibility.quote }).includes(Decimal.zero)
		if (gained >= 0n && !hasEmptyPart && (best === undefined || gained > best)) best = gained
	}
	return best
}

// shows decision 7: no_liquidity names the largest amount
test('property: the largest amount matches, and with one maker one unit more does not', () => {
	fc.assert(
		fc.property(anyRequest, anyMakers => {
			const request = { ...anyMakers, makersMax: 1 }
			const match = matchLevels(request)
			if (match.kind === 'matched' || match.largest === undefined) return
			assert.equal(matchLevels({ ...request, limitOrder: match.largest }).kind, 'matched')
			const { side } = request
			const { base, quote } = orderSize(request)
			const largest = orderSize({ side, limitOrder: match.largest })
			const more = Decimal.add(largest.base, Decimal.unit(divisibility.base))
			// At exactly the order's price, which has more decimal places than the token's unit.
			const reaches = ['a', 'b', 'c', 'd', 'e'].some(maker => {
				const taken = walkLevels(
					request.available.filter(({ makerId }) => makerId === maker),
					more,
				)
				if (taken === undefined) return false
				const gained = totalValue(taken) * base - quote * Decimal.one * more
				return side === 'bids' ? gained >= 0n : gained <= 0n
			})
			assert.equal(reaches, false)
		}),
		{ numRuns: 3000 },
	)
})

// shows order book: Each tuple is liquidity that can be taken now
// shows decision 1: The book shown is the book matched; small sides are left out; at most 50 prices a side
test('property: whatever is computed from the shown book is matched', () => {
	const anyShown = fc.record({ request: anyRequest, part: fc.integer({ min: 1, max: 1000 }) })
	fc.assert(
		fc.property(anyShown, ({ request: { available, makersMax, side, smallPart }, part }) => {
			const sides = { bids: [], asks: [], [side]: available }
			const book = shownOrderBook({ pair: { base: 'B', quote: 'Q' }, ...sides, makersPerOrder: makersMax })
			const depth = Decimal.sum(book[side].map(({ amount }) => amount))
			const base = Decimal.roundDown(((depth * BigInt(part)) / 1000n) as Decimal, divisibility.base)
			if (base === 0n) return
			const exact = { symbol: 'B', amount: base }
			const computed = limitOrderFromBook({
				book,
				divisibility,
				...(side === 'bids' ? { sell: exact } : { buy: exact }),
			})
			if (computed.kind !== 'order') return
			const request = { available, side, limitOrder: computed.order, divisibility, makersMax, smallPart }
			assert.equal(matchLevels(request).kind, 'matched')
		}),
		{ numRuns: 3000 },
	)
})
