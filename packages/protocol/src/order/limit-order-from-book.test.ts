import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Decimal as Oracle } from 'decimal.js'
import fc from 'fast-check'
import { Decimal } from '../amount/decimal.ts'
import { OrderBook } from '../book/order-book.ts'
import type { PriceLevel } from '../book/price-level.ts'
import { exactValue, takeBase, wholeDepth } from '../book/walk.ts'
import { type BookAnswer, limitOrderFromBook } from './limit-order-from-book.ts'

const Exact = Oracle.clone({ precision: 300 })
const pair = { base: 'xwBTC', quote: 'xUSDC' }
const divisibility = { base: 8, quote: 6 }
const book = OrderBook.parse({
	pair,
	bids: [
		['59990', '0.0001'],
		['59980.1234567', '0.5'],
	],
	asks: [
		['60010', '0.0002'],
		['60020.7654321', '0.5'],
	],
})
const amount = (symbol: string, text: string) => ({ symbol, amount: Decimal.parse(text) })

function spoken(answer: BookAnswer): string {
	if (answer.kind === 'too_small') return 'too small'
	if (answer.kind === 'insufficient')
		return `insufficient: ${Decimal.format(answer.available.amount)} ${answer.available.symbol}`
	const { sell, buy } = answer.order
	return `${Decimal.format(sell.amount)} ${sell.symbol} for ${Decimal.format(buy.amount)} ${buy.symbol}`
}

describe('limitOrderFromBook', () => {
	// 0.0001 × 59990 = 5.999; 0.0002 × 59980.1234567 = 11.99602469134
	const selling: [string, string, string][] = [
		['0.00005', 'xwBTC', '0.00005 xwBTC for 2.9995 xUSDC'],
		['0.0003', 'xwBTC', '0.0003 xwBTC for 17.995024 xUSDC'],
		['0.5001', 'xwBTC', '0.5001 xwBTC for 29996.060728 xUSDC'],
		['0.50010001', 'xwBTC', 'insufficient: 0.5001 xwBTC'],
		['12.002', 'xUSDC', '12.002 xUSDC for 0.0002 xwBTC'],
		['20', 'xUSDC', '20 xUSDC for 0.00033325 xwBTC'],
		['30022.384717', 'xUSDC', '30022.384717 xUSDC for 0.5002 xwBTC'],
		['30022.384718', 'xUSDC', 'insufficient: 30022.384717 xUSDC'],
		['0.000001', 'xUSDC', 'too small'],
	]
	for (const [text, symbol, expected] of selling) {
		it(`sell exactly ${text} ${symbol}: ${expected}`, () => {
			assert.equal(spoken(limitOrderFromBook({ book, divisibility, sell: amount(symbol, text) })), expected)
		})
	}

	const buying: [string, string, string][] = [
		['0.0003', 'xwBTC', '18.004077 xUSDC for 0.0003 xwBTC'],
		['0.50020001', 'xwBTC', 'insufficient: 0.5002 xwBTC'],
		['17.995024', 'xUSDC', '0.0003 xwBTC for 17.995024 xUSDC'],
		['17.995025', 'xUSDC', '0.00030001 xwBTC for 17.995025 xUSDC'],
		['29996.060729', 'xUSDC', 'insufficient: 29996.060728 xUSDC'],
	]
	for (const [text, symbol, expected] of buying) {
		it(`buy exactly ${text} ${symbol}: ${expected}`, () => {
			assert.equal(spoken(limitOrderFromBook({ book, divisibility, buy: amount(symbol, text) })), expected)
		})
	}

	it('an empty book offers nothing', () => {
		const empty = { pair, bids: [], asks: [] }
		assert.equal(
			spoken(limitOrderFromBook({ book: empty, divisibility, sell: amount('xwBTC', '1') })),
			'insufficient: 0 xwBTC',
		)
		assert.equal(
			spoken(limitOrderFromBook({ book: empty, divisibility, sell: amount('xUSDC', '1') })),
			'insufficient: 0 xUSDC',
		)
	})

	it('error: a token outside the pair', () => {
		assert.throws(() => limitOrderFromBook({ book, divisibility, sell: amount('XRD', '1') }), { code: 'unknown_token' })
	})

	for (const text of ['0', '-1', '0.000000001']) {
		it(`error: an amount of ${text}`, () => {
			assert.throws(() => limitOrderFromBook({ book, divisibility, sell: amount('xwBTC', text) }), {
				code: 'invalid_amount',
			})
		})
	}
})

type Case = { book: OrderBook; divisibility: { base: number; quote: number }; part: number }

const cases: fc.Arbitrary<Case> = fc
	.record({ base: fc.integer({ min: 0, max: 18 }), quote: fc.integer({ min: 0, max: 18 }) })
	.chain(places =>
		fc.record({
			book: fc.record({
				pair: fc.constant(pair),
				bids: side(places.base, 'falling'),
				asks: side(places.base, 'rising'),
			}),
			divisibility: fc.constant(places),
			part: fc.integer({ min: 1, max: 1000 }),
		}),
	)

function side(places: number, order: 'falling' | 'rising'): fc.Arbitrary<PriceLevel[]> {
	const price = fc.bigInt({ min: 1n, max: 10n ** 23n }).map(n => n as Decimal)
	const level = fc.record({
		price,
		amount: fc.bigInt({ min: 1n, max: 10n ** 6n }).map(n => (n * Decimal.unit(places)) as Decimal),
	})
	const sorted = (levels: PriceLevel[]) => levels.sort((a, b) => Decimal.compare(a.price, b.price))
	const levels = fc.uniqueArray(level, { minLength: 1, maxLength: 8, selector: entry => entry.price })
	return levels.map(entries => (order === 'rising' ? sorted(entries) : sorted(entries).reverse()))
}

function partOf(whole: Decimal, { part }: Case, places: number): Decimal {
	const some = Decimal.roundUp(((whole * BigInt(part)) / 1000n) as Decimal, places)
	return Decimal.max(some, Decimal.unit(places))
}

const property = (holds: (one: Case) => void) => fc.assert(fc.property(cases, holds), { numRuns: 300 })
const worth = (levels: readonly PriceLevel[], base: Decimal) => takeBase(levels, base).value
const exact = (value: Decimal) => value * Decimal.one

describe('limit orders of generated books', () => {
	// shows order book: Computing a limit order: from the front of the book, buy amount rounded down
	// shows limits: Limit: buy amount rounded down
	it('selling base: the proceeds are the exact sum, rounded down once', () => {
		property(one => {
			const sell = partOf(wholeDepth(one.book.bids).base, one, one.divisibility.base)
			const answer = limitOrderFromBook({ ...one, sell: { symbol: pair.base, amount: sell } })
			let left = new Exact(Decimal.format(sell))
			let sum = new Exact(0)
			for (const level of one.book.bids) {
				const taken = Exact.min(left, Decimal.format(level.amount))
				sum = sum.add(taken.mul(Decimal.format(level.price)))
				left = left.sub(taken)
			}
			if (answer.kind !== 'order') return assert(sum.lt(Decimal.format(Decimal.unit(one.divisibility.quote))))
			const rounded = sum.toDecimalPlaces(one.divisibility.quote, Oracle.ROUND_FLOOR).toFixed()
			assert.equal(Decimal.format(answer.order.buy.amount), rounded)
		})
	})

	it('buying base: the cost is covered, and one unit less would not cover it', () => {
		property(one => {
			const buy = partOf(wholeDepth(one.book.asks).base, one, one.divisibility.base)
			const answer = limitOrderFromBook({ ...one, buy: { symbol: pair.base, amount: buy } })
			assert(answer.kind === 'order')
			const cost = worth(one.book.asks, buy)
			const paid = answer.order.sell.amount
			assert(exact(paid) >= cost)
			assert(exact(Decimal.subtract(paid, Decimal.unit(one.divisibility.quote))) < cost)
		})
	})

	// shows order book: Computing a limit order: from the front of the book, buy amount rounded down
	it('selling quote: the amount bought never costs more than the amount sold, and one unit more would', () => {
		property(one => {
			const whole = wholeDepth(one.book.asks)
			const most = Decimal.roundUp((whole.value / Decimal.one) as Decimal, one.divisibility.quote)
			const sell = partOf(most, one, one.divisibility.quote)
			const answer = limitOrderFromBook({ ...one, sell: { symbol: pair.quote, amount: sell } })
			if (answer.kind === 'insufficient') return assert(exact(sell) > whole.value)
			const bought = answer.kind === 'order' ? answer.order.buy.amount : Decimal.zero
			const more = Decimal.add(bought, Decimal.unit(one.divisibility.base))
			assert(worth(one.book.asks, bought) <= exact(sell))
			assert(more > whole.base || worth(one.book.asks, more) > exact(sell))
		})
	})

	it('buying quote: the amount sold is worth the amount bought, and one unit less would not be', () => {
		property(one => {
			const whole = wholeDepth(one.book.bids)
			const most = Decimal.roundDown((whole.value / Decimal.one) as Decimal, one.divisibility.quote)
			const buy = partOf(most, one, one.divisibility.quote)
			const answer = limitOrderFromBook({ ...one, buy: { symbol: pair.quote, amount: buy } })
			if (answer.kind === 'insufficient') return assert(exact(buy) > whole.value)
			assert(answer.kind === 'order')
			const sold = answer.order.sell.amount
			assert(sold <= whole.base)
			assert(worth(one.book.bids, sold) >= exact(buy))
			assert(worth(one.book.bids, Decimal.subtract(sold, Decimal.unit(one.divisibility.base))) < exact(buy))
		})
	})

	it('the available amount is enough, one unit more is not', () => {
		property(one => {
			for (const symbol of [pair.base, pair.quote]) {
				for (const verb of ['sell', 'buy'] as const) checkAvailable(one, verb, symbol)
			}
		})
	})
})

function checkAvailable(one: Case, verb: 'sell' | 'buy', symbol: string): void {
	const ask = (value: Decimal) => {
		const wanted = { symbol, amount: value }
		return limitOrderFromBook(verb === 'sell' ? { ...one, sell: wanted } : { ...one, buy: wanted })
	}
	const answer = ask(Decimal.fromInteger(10n ** 18n))
	assert(answer.kind === 'insufficient')
	const { amount: available } = answer.available
	const unit = Decimal.unit(symbol === pair.base ? one.divisibility.base : one.divisibility.quote)
	if (available > 0n) assert.notEqual(ask(available).kind, 'insufficient')
	assert.deepEqual(ask(Decimal.add(available, unit)), answer)
}

it('the value of a level is exact to 36 places', () => {
	assert.equal(exactValue(Decimal.parse('0.000000000000000001'), Decimal.parse('0.000000000000000001')), 1n)
})
