import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal, limitOrderFromBook, type Side } from '@accord/protocol'
import fc from 'fast-check'
import type { AvailableLevel } from '../prices/maker-side.ts'
import { shownOrderBook } from '../prices/shown-book.ts'
import { splitQuote } from './allocation.ts'
import { anyRequest, byPriority, divisibility, type LevelsRequest, matchLevels, sells } from './match-fixture.ts'
import type { Match } from './match-order.ts'
import { orderSize, surplus } from './match-request.ts'
import { totalValue, walkLevels } from './walk.ts'

const runs = { numRuns: 2000 }

test('property: the same request always has the same match, whatever its makers are called', () => {
	fc.assert(
		fc.property(anyRequest, request => {
			const copy = structuredClone(request) as LevelsRequest
			const renamed = {
				...request,
				available: request.available.map(level => ({ ...level, makerId: `x${level.makerId}` })),
			}
			assert.deepEqual(matchLevels(copy), matchLevels(request))
			assert.deepEqual(
				makersOf(matchLevels(renamed)),
				makersOf(matchLevels(request)).map(maker => `x${maker}`),
			)
		}),
		runs,
	)
})

test('property: the total is never worse than the best single maker’s, and one maker is used if that is not worse', () => {
	fc.assert(
		fc.property(anyRequest, request => {
			const match = matchLevels(request)
			const alone = matchLevels({ ...request, makersMax: 1 })
			if (alone.kind === 'no_liquidity') return
			assert.ok(match.kind === 'matched')
			const [split, single] = [surplusOf(request, match), surplusOf(request, alone)]
			assert.ok(split >= single)
			if (match.parts.length > 1) assert.ok(split > single)
		}),
		runs,
	)
})

test('property: of all sets the match uses the best: without small parts, by total, fewest makers and priority', () => {
	fc.assert(
		fc.property(anyRequest, request => assert.deepEqual(makersOf(matchLevels(request)), bestSet(request))),
		{ numRuns: 4000 },
	)
})

test('property: no part is smaller than its maker takes', () => {
	const anyCase = fc.record({
		request: anyRequest,
		minima: fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 5, maxLength: 5 }),
	})
	fc.assert(
		fc.property(anyCase, ({ request, minima }) => {
			const minPartOf = (makerId: string) => Decimal.fromInteger(BigInt(minima['abcde'.indexOf(makerId)] ?? 0))
			const available = request.available.map(level => ({ ...level, minPart: minPartOf(level.makerId) }))
			const match = matchLevels({ ...request, available })
			if (match.kind === 'no_liquidity') return
			for (const { makerId, fill } of match.parts) assert.ok(fill.sell.amount >= minPartOf(makerId))
			assert.equal(matchLevels(request).kind, 'matched')
		}),
		runs,
	)
})

test('property: the largest amount matches, with up to four makers and any smallest part', () => {
	const anyCase = fc.record({ request: anyRequest, minimum: fc.integer({ min: 0, max: 20 }) })
	fc.assert(
		fc.property(anyCase, ({ request, minimum }) => {
			const minPart = Decimal.fromInteger(BigInt(minimum))
			const withMinPart = { ...request, available: request.available.map(level => ({ ...level, minPart })) }
			const match = matchLevels(withMinPart)
			if (match.kind === 'matched' || match.largest === undefined) return
			assert.equal(matchLevels({ ...withMinPart, limitOrder: match.largest }).kind, 'matched')
			assert.ok(orderSize({ ...request, limitOrder: match.largest }).base < orderSize(request).base)
		}),
		runs,
	)
})

for (const makers of [30, 300]) {
	test(`property: with ${makers} makers the shown book is matched, at a total no worse than any single maker’s`, () => {
		const anyShare = fc.record({
			seed: fc.integer(),
			part: fc.integer({ min: 1, max: 1000 }),
			side: fc.constantFrom<Side>('bids', 'asks'),
		})
		fc.assert(
			fc.property(anyShare, ({ seed, part, side }) => {
				const available = manyLevels({ makers, seed, side })
				const sides = { bids: [], asks: [], [side]: available }
				const book = shownOrderBook({ pair: { base: 'B', quote: 'Q' }, ...sides, makersPerOrder: 4 })
				const depth = Decimal.sum(book[side].map(({ amount }) => amount))
				const base = Decimal.roundDown(((depth * BigInt(part)) / 1000n) as Decimal, divisibility.base)
				const exact = { symbol: 'B', amount: base }
				const computed = limitOrderFromBook({
					book,
					divisibility,
					...(side === 'bids' ? { sell: exact } : { buy: exact }),
				})
				if (computed.kind !== 'order') return
				const request = {
					available,
					side,
					limitOrder: computed.order,
					divisibility,
					makersMax: 4,
					smallPart: Decimal.zero,
				}
				const match = matchLevels(request)
				assert.ok(match.kind === 'matched')
				const alone = matchLevels({ ...request, makersMax: 1 })
				if (alone.kind === 'matched') assert.ok(surplusOf(request, match) >= surplusOf(request, alone))
			}),
			{ numRuns: makers === 30 ? 200 : 40 },
		)
	})
}

test('an order that no four of 300 makers cover is refused within a second', () => {
	const available = manyLevels({ makers: 300, seed: 1, side: 'bids' })
	const request = { ...sells('100000', '1'), available, divisibility, makersMax: 4, smallPart: Decimal.zero }
	const startedMs = performance.now()
	const match = matchLevels(request)
	assert.ok(match.kind === 'no_liquidity' && match.largest !== undefined)
	assert.equal(matchLevels({ ...request, limitOrder: match.largest }).kind, 'matched')
	assert.ok(performance.now() - startedMs < 1000)
})

function makersOf(match: Match): string[] {
	return match.kind === 'matched' ? match.parts.map(({ makerId }) => makerId) : []
}

function surplusOf(request: LevelsRequest, match: Match): bigint {
	assert.ok(match.kind === 'matched')
	const taken = match.parts.map(({ makerId, levels, baseAmount: base }) => {
		return { makerId, levels, base, value: levels.reduce((sum, { price, amount }) => sum + price * amount, 0n) }
	})
	return surplus(request.side, orderSize(request), totalValue(taken))
}

/** The makers of the best set, found by trying every one. */
function bestSet(request: LevelsRequest): string[] {
	const makers = [...new Set(request.available.map(({ makerId }) => makerId))]
	const sets = Array.from({ length: 2 ** makers.length }, (_, bits) => makers.filter((_, index) => (bits >> index) & 1))
	const found = sets.flatMap(set => allocation(request, set) ?? [])
	const placesOf = (set: readonly string[]) => set.map(maker => makers.indexOf(maker)).sort()
	found.sort(
		(a, b) =>
			Number(a.hasSmallPart) - Number(b.hasSmallPart) ||
			Number(b.surplus > a.surplus) - Number(b.surplus < a.surplus) ||
			a.makers.length - b.makers.length ||
			(placesOf(a.makers).join() < placesOf(b.makers).join() ? -1 : 1),
	)
	return found[0]?.makers ?? []
}

function allocation({ available, side, limitOrder, makersMax, smallPart }: LevelsRequest, set: readonly string[]) {
	if (set.length === 0 || set.length > makersMax) return undefined
	const size = orderSize({ side, limitOrder })
	const ofSet = available.filter(({ makerId }) => set.includes(makerId))
	const taken = walkLevels(ofSet, size.base)
	if (taken === undefined || taken.length < set.length) return undefined
	const gained = surplus(side, size, totalValue(taken))
	const quotes = splitQuote(size.quote, { values: taken.map(({ value }) => value), divisibility: divisibility.quote })
	if (gained < 0n || quotes.includes(Decimal.zero)) return undefined
	const sold = side === 'bids' ? quotes : taken.map(({ base }) => base)
	const hasSmallPart = taken.length > 1 && sold.some(amount => amount < smallPart)
	return { makers: taken.map(({ makerId }) => makerId), surplus: gained, hasSmallPart }
}

/** Makers with ten levels each, at close prices. */
function manyLevels({ makers, seed, side }: { makers: number; seed: number; side: Side }): AvailableLevel[] {
	let state = seed
	const random = (below: number) => {
		state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
		return Math.floor((state / 2 ** 32) * below)
	}
	const unit = (places: number, n: number) => (BigInt(n) * Decimal.unit(places)) as Decimal
	const all = Array.from({ length: makers * 10 }, (_, at): AvailableLevel => {
		const level = at % 10
		const distance = (side === 'bids' ? -1 : 1) * (level * 10 + random(10))
		const makerId = String(Math.floor(at / 10)).padStart(3, '0')
		return {
			makerId,
			price: unit(1, 500 + distance),
			amount: unit(divisibility.base, 1 + random(5000)),
			changedAt: random(3),
		}
	})
	return byPriority(side, all)
}
