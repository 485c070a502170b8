import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal, exactValue, limitOrderFromBook, type Pair, type PriceLevel, type Side } from '@accord/protocol'
import fc from 'fast-check'
import { levelsOfSources } from '../prices/implied-levels.ts'
import { levelsByPriority, offersByPriority } from '../prices/maker-offer.ts'
import type { AvailableLevel } from '../prices/maker-side.ts'
import { shownOrderBook } from '../prices/shown-book.ts'
import { allocateOrder } from './allocate-order.ts'
import { byPriority } from './match-fixture.ts'
import { formatMatch, replayMatch } from './match-record.ts'
import { type LegOffers, type MatchedPart, type MatchRequest, orderSize } from './match-request.ts'

// Orders of B for Q or for the coarser C, matched with their own book and over M and N, against a model of exact fractions. A longer run:
// ACCORD_ROUTES=10000 npm test -- packages/service/src/matching/allocate-order.test.ts

const runs = Number(process.env.ACCORD_ROUTES ?? 2_000)
/** Coarse, so that rounding is visible; yet amounts are many units. */
const places: Record<string, number> = { B: 2, M: 5, N: 4, Q: 6, C: 3 }
const unitOf = (symbol: string) => Decimal.unit(places[symbol] ?? 0) as bigint
const one = 10n ** 18n

const amounts = (symbol: string, max: number) =>
	fc
		.integer({ min: 10, max })
		.chain(whole => fc.integer({ min: 0, max: 10 ** 9 }).map(fraction => rounded(symbol, whole, fraction)))

function rounded(symbol: string, whole: number, fraction: number): Decimal {
	return Decimal.roundDown(Decimal.parse(`${whole}.${String(fraction).padStart(10, '0')}`), places[symbol] ?? 0)
}

const prices = fc.integer({ min: 1, max: 40 }).map(tenths => Decimal.parse(`${tenths / 10}`))

/** A side of a pair's book with up to three makers. */
const anySide = (pair: Pair, side: Side, makers: readonly string[]): fc.Arbitrary<readonly AvailableLevel[]> =>
	fc
		.uniqueArray(
			fc.record({
				makerId: fc.constantFrom(...makers),
				price: prices,
				amount: amounts(pair.base, 2000),
				changedAt: fc.integer({ min: 0, max: 3 }),
			}),
			{ maxLength: 6, selector: level => `${level.makerId} ${level.price}` },
		)
		.map(levels => byPriority(side, levels))

/** One leg: either token of the pair may be its base. */
const anyLeg = (sold: string, bought: string, makers: readonly string[]): fc.Arbitrary<LegOffers> =>
	fc.boolean().chain(isBaseSold => {
		const pair = isBaseSold ? { base: sold, quote: bought } : { base: bought, quote: sold }
		const side = isBaseSold ? 'bids' : 'asks'
		const divisibility = { base: places[pair.base] ?? 0, quote: places[pair.quote] ?? 0 }
		return anySide(pair, side, makers).map(levels => {
			return { pair, side, divisibility, smallPart: Decimal.zero, available: offersByPriority(levels) } as const
		})
	})

const anyRoute = (via: string, sold: string, bought: string, few: boolean) =>
	fc.record({
		via: fc.constant(via),
		legs: fc.tuple(
			anyLeg(sold, via, few ? ['a', 'b'] : ['a', 'b', 'c']),
			anyLeg(via, bought, few ? ['c'] : ['c', 'd']),
		),
	})

type AnyOrder = fc.Arbitrary<MatchRequest & { readonly routes: NonNullable<MatchRequest['routes']> }>

/** An order with its own book, which is empty half of the time, and one or two routes. */
const anyOrder = ({ makersMax, few = false }: { makersMax: number; few?: boolean }): AnyOrder =>
	fc.tuple(fc.constantFrom<Side>('bids', 'asks'), fc.constantFrom('Q', 'C')).chain(([side, symbol]) => {
		const [sold, bought] = side === 'bids' ? ['B', symbol] : [symbol, 'B']
		return fc
			.record({
				own: fc.oneof(fc.constant([]), anySide({ base: 'B', quote: symbol }, side, few ? ['a'] : ['a', 'd', 'e'])),
				routes: fc.oneof(
					fc.tuple(anyRoute('M', sold, bought, few)),
					fc.tuple(anyRoute('M', sold, bought, few), anyRoute('N', sold, bought, few)),
				),
				base: amounts('B', 3000),
				quote: amounts(symbol, 60_000),
				surplusMin: fc.constantFrom(Decimal.parse('0.000001'), Decimal.parse('0.05')),
			})
			.map(({ own, routes, base, quote, surplusMin }) => {
				const [baseAmount, quoteAmount] = [
					{ symbol: 'B', amount: base },
					{ symbol, amount: quote },
				]
				return {
					side,
					available: offersByPriority(own),
					routes,
					limitOrder: side === 'bids' ? { sell: baseAmount, buy: quoteAmount } : { sell: quoteAmount, buy: baseAmount },
					divisibility: { base: 2, quote: places[symbol] ?? 0 },
					makersMax,
					smallPart: Decimal.zero,
					surplusMin,
				}
			})
	})

/** Less than this rounds to nothing somewhere; a real order is more than its fees. */
const dust = Decimal.parse('10')

/** Few makers, and enough of them for an order. */
const everyone = { makersMax: 7, few: true }

// shows decision 4: Orders are filled over two makers' books too
test(`property: nothing is taken that is not there, and every sum is exact; ${runs} books`, () => {
	fc.assert(
		fc.property(anyOrder({ makersMax: 4 }), request => {
			const parts = allocateOrder(request)
			if (parts === undefined) return
			assert.ok(parts.length <= request.makersMax)
			checkSums(request, parts)
			for (const part of parts) checkPart(request, part)
		}),
		{ numRuns: runs },
	)
})

test(`property: with enough makers, never worse than the best combination of own and routed levels; ${runs} books`, () => {
	fc.assert(
		fc.property(anyOrder(everyone), request => {
			const { side } = request
			const { base, quote } = orderSize(request)
			const model = bestQuote(request, base)
			const parts = allocateOrder(request)
			if (model === undefined) return
			const limit = quote as bigint
			const slack = slackOf(request)
			const isReached = side === 'bids' ? model >= limit + slack : model + slack <= limit
			if (parts === undefined) return assert.ok(!isReached, `${model} reaches ${limit}`)
			const total = closingOf(parts).reduce((sum, part) => sum + quoteIn(side, part), 0n)
			// A surplus that is not worth its delivery is not asked for.
			const least = BigInt(parts.length) * (request.surplusMin ?? 0n) + slack
			assert.ok(side === 'bids' ? total + least >= model : total <= model + least, `${total} is worse than ${model}`)
		}),
		{ numRuns: runs },
	)
})

test(`property: whatever is computed from the shown book can be matched, at makers' prices; ${runs} books`, () => {
	const sizes = fc.record({ share: fc.integer({ min: 1, max: 100 }), order: anyOrder({ makersMax: 4 }) })
	fc.assert(
		fc.property(sizes, ({ share, order }) => {
			const { side, makersMax, divisibility } = order
			const pair = pairOf(order)
			const none: AvailableLevel[] = []
			const levels = levelsOfSources(order)
			const sides = side === 'bids' ? { bids: levels, asks: none } : { bids: none, asks: levels }
			const book = shownOrderBook({ pair, ...sides, makersPerOrder: makersMax })
			const depth = Decimal.sum(book[side].map(({ amount }) => amount))
			const amount = Decimal.roundDown(((depth * BigInt(share)) / 100n) as Decimal, divisibility.base)
			if (amount < dust) return
			const exact = { symbol: 'B', amount }
			const answer = limitOrderFromBook({ book, divisibility, ...(side === 'bids' ? { sell: exact } : { buy: exact }) })
			if (answer.kind !== 'order') return
			const request = { ...order, limitOrder: answer.order }
			const parts = allocateOrder(request)
			assert.ok(parts !== undefined)
			for (const part of parts) checkPart(request, part)
		}),
		{ numRuns: runs },
	)
})

test(`property: a match is repeated from its record; ${runs} books`, () => {
	fc.assert(
		fc.property(anyOrder({ makersMax: 4 }), request => {
			const parts = allocateOrder(request)
			if (parts === undefined) return
			const record = JSON.parse(JSON.stringify(formatMatch(request, parts)))
			assert.deepEqual(replayMatch(record), record.parts)
		}),
		{ numRuns: runs },
	)
})

/** Of every token, what is sold is bought, or more is; of a middle token exactly as much. */
function checkSums(request: MatchRequest, parts: readonly MatchedPart[]): void {
	const { limitOrder, side, routes } = request
	const left = new Map<string, bigint>()
	const add = (symbol: string, amount: bigint) => left.set(symbol, (left.get(symbol) ?? 0n) + amount)
	for (const { sell, buy } of [limitOrder, ...parts.map(({ fill }) => fill)]) {
		add(sell.symbol, sell.amount)
		add(buy.symbol, -buy.amount)
	}
	assert.equal(left.get('B'), 0n)
	assert.ok((left.get(pairOf(request).quote) ?? -1n) >= 0n)
	for (const { via } of routes ?? []) assert.equal(left.get(via) ?? 0n, 0n)
	const limits = closingOf(parts).map(({ limitQuote }) => limitQuote ?? Decimal.zero)
	assert.equal(Decimal.sum(limits), side === 'bids' ? limitOrder.buy.amount : limitOrder.sell.amount)
}

/** Its levels are its maker's, and what it is asked for is less than a unit of quote worse than these; on a leg, of both. */
function checkPart(request: MatchRequest, part: MatchedPart): void {
	const leg = part.leg ?? { pair: pairOf(request), side: request.side }
	const offers =
		part.leg === undefined
			? request.available
			: request.routes?.flatMap(({ legs }) => legs).find(({ pair }) => pair === part.leg?.pair)?.available
	const offered = offers?.find(({ makerId }) => makerId === part.makerId)?.levels ?? []
	for (const { price, amount } of part.levels) {
		const level = offered.find(each => each.price === price)
		assert.ok(level !== undefined && amount <= level.amount && amount > 0n)
	}
	assert.equal(Decimal.sum(part.levels.map(({ amount }) => amount)), part.baseAmount)
	const [base, quote] = leg.side === 'bids' ? [part.fill.buy, part.fill.sell] : [part.fill.sell, part.fill.buy]
	assert.deepEqual([base.symbol, quote.symbol], [leg.pair.base, leg.pair.quote])
	const worth = part.levels.reduce((sum, { price, amount }) => sum + exactValue(price, amount), 0n)
	const off = leg.side === 'bids' ? quote.amount * one - worth : worth - quote.amount * one
	const worst = part.levels.reduce((most, { price }) => (price > most ? price : most), 0n as bigint)
	const ofBase = part.leg === undefined ? 0n : worst * unitOf(base.symbol)
	assert.ok(off < unitOf(quote.symbol) * one + ofBase, `${off} is more than rounding`)
}

const pairOf = ({ side, limitOrder: { sell, buy } }: MatchRequest): Pair =>
	side === 'bids' ? { base: sell.symbol, quote: buy.symbol } : { base: buy.symbol, quote: sell.symbol }

const closingOf = (parts: readonly MatchedPart[]) => parts.filter(({ limitQuote }) => limitQuote !== undefined)

function quoteIn(side: Side, { fill }: MatchedPart): bigint {
	return side === 'bids' ? fill.sell.amount : fill.buy.amount
}

/** A level as exact fractions: per unit of base so much quote, for so much base. */
type Fraction = { readonly top: bigint; readonly bottom: bigint }
type ModelLevel = { readonly price: Fraction; readonly base: Fraction }

/** The best total in quote, of all levels as exact fractions, rounded down; undefined if they hold too little. */
function bestQuote(request: MatchRequest, base: Decimal): bigint | undefined {
	const { side, available, routes = [] } = request
	const own = [...levelsByPriority(side, available)].map((level): ModelLevel => {
		return { price: { top: level.price, bottom: one }, base: { top: level.amount, bottom: 1n } }
	})
	const all = [...own, ...routes.flatMap(({ legs: [sells, buys] }) => modelOf(side, sells, buys))]
	const best = side === 'bids' ? -1n : 1n
	all.sort(({ price: a }, { price: b }) => Number(best * sign(a.top * b.bottom - b.top * a.bottom)))
	let left: Fraction = { top: base, bottom: 1n }
	let total: Fraction = { top: 0n, bottom: 1n }
	for (const level of all) {
		const taken = sign(left.top * level.base.bottom - level.base.top * left.bottom) <= 0n ? left : level.base
		total = plus(total, { top: taken.top * level.price.top, bottom: taken.bottom * level.price.bottom })
		left = plus(left, { top: -taken.top, bottom: taken.bottom })
		if (left.top === 0n) return total.top / total.bottom
	}
	return undefined
}

function modelOf(side: Side, sells: LegOffers, buys: LegOffers): ModelLevel[] {
	const first = ratesOf(sells)
	const second = ratesOf(buys)
	const levels: ModelLevel[] = []
	let [i, j] = [0, 0]
	let [usedOfFirst, usedOfSecond]: [Fraction, Fraction] = [zero, zero]
	while (i < first.length && j < second.length) {
		const [one, two] = [first[i] as Rate, second[j] as Rate]
		const leftOfFirst = plus(one.got, negative(usedOfFirst))
		const leftOfSecond = plus(two.given, negative(usedOfSecond))
		const isFirstLess = sign(leftOfFirst.top * leftOfSecond.bottom - leftOfSecond.top * leftOfFirst.bottom) <= 0n
		const middle = isFirstLess ? leftOfFirst : leftOfSecond
		const sold = times(middle, over(one.given, one.got))
		const bought = times(middle, over(two.got, two.given))
		levels.push(
			side === 'bids' ? { base: sold, price: over(bought, sold) } : { base: bought, price: over(sold, bought) },
		)
		usedOfFirst = plus(usedOfFirst, middle)
		usedOfSecond = plus(usedOfSecond, middle)
		if (isFirstLess) [i, usedOfFirst] = [i + 1, zero]
		if (sign(plus(two.given, negative(usedOfSecond)).top) === 0n) [j, usedOfSecond] = [j + 1, zero]
	}
	return levels
}

type Rate = { readonly given: Fraction; readonly got: Fraction }

function ratesOf({ side, available }: LegOffers): Rate[] {
	return [...levelsByPriority(side, available)].map(({ price, amount }: PriceLevel) => {
		const base = { top: amount as bigint, bottom: 1n }
		const quote = { top: price * amount, bottom: one }
		return side === 'bids' ? { given: base, got: quote } : { given: quote, got: base }
	})
}

const zero: Fraction = { top: 0n, bottom: 1n }
const sign = (n: bigint) => (n > 0n ? 1n : n < 0n ? -1n : 0n)
const times = (a: Fraction, b: Fraction): Fraction => reduced({ top: a.top * b.top, bottom: a.bottom * b.bottom })
const over = (a: Fraction, b: Fraction): Fraction => times(a, { top: b.bottom, bottom: b.top })
const negative = ({ top, bottom }: Fraction): Fraction => ({ top: -top, bottom })
const plus = (a: Fraction, b: Fraction): Fraction =>
	reduced({ top: a.top * b.bottom + b.top * a.bottom, bottom: a.bottom * b.bottom })

function reduced({ top, bottom }: Fraction): Fraction {
	let [a, b] = [top < 0n ? -top : top, bottom]
	while (b > 0n) [a, b] = [b, a % b]
	return a === 0n ? zero : { top: top / a, bottom: bottom / a }
}

/** What rounding to units may cost: of each part's own tokens, and of the middle tokens at the worst price of its leg. */
function slackOf(request: MatchRequest): bigint {
	const { routes = [] } = request
	const dearest = 40n
	const ofRoutes = routes.map(({ via }) => unitOf(via) * dearest * dearest)
	const rounded = ofRoutes.reduce((sum, slack) => sum + slack, 0n)
	return 8n * (rounded + unitOf(pairOf(request).quote) * dearest + unitOf('B') * dearest * dearest)
}
