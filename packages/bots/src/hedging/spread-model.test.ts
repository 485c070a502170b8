import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal, PriceBook, pairKey, parsePriceBook } from '@accord/protocol'
import fc from 'fast-check'
import { quoteAround, type SpreadModel, type Stock } from './spread-model.ts'

const decimal = Decimal.parse
const pair = { base: 'XRD', quote: 'xUSDC' }
const tokens = new Map(
	[
		['XRD', 18],
		['xUSDC', 6],
	].map(([symbol, divisibility]) => {
		const token = { symbol: String(symbol), divisibility: Number(divisibility), resourceAddress: '', name: '' }
		return [token.symbol, { ...token, iconUrl: '' }] as const
	}),
)
const best = { bid: decimal('0.0499'), ask: decimal('0.0501') }
const model: SpreadModel = {
	...{ width: decimal('0.002'), step: decimal('0.001'), levels: 3, size: decimal('1000') },
	...{ skew: decimal('0.01'), inventoryMax: decimal('2500') },
}
const much = { base: decimal('1000000'), quote: decimal('1000000') }
const quote = (inventory: string, stock: Partial<Stock> = {}) =>
	quoteAround({ pair, places: 18 }, best, { inventory: decimal(inventory), ledger: much, venue: much, ...stock }, model)
const shown = (book: PriceBook) => {
	const { bids, asks } = PriceBook.format(book)
	return { bids, asks }
}

test('at its target the book is width and steps away from the venue’s prices', () => {
	assert.deepEqual(shown(quote('0')), {
		bids: [
			['0.0498002', '1000'],
			['0.0497503', '1000'],
			['0.0497004', '500'],
		],
		asks: [
			['0.0502002', '1000'],
			['0.0502503', '1000'],
			['0.0503004', '500'],
		],
	})
})

test('with too much base, prices are lower and less is bought; at the maximum nothing is', () => {
	assert.deepEqual(shown(quote('1000')).bids, [
		['0.0497004', '1000'],
		['0.0496506', '500'],
	])
	// Half of 1 %, of the mid price; the asks stay at the venue's ask.
	assert.deepEqual(shown(quote('1250')).asks[0], ['0.0502002', '1000'])
	assert.deepEqual(shown(quote('2500')).bids, [])
	assert.deepEqual(shown(quote('-9999')).asks, [])
})

test('a side offers no more than the ledger pays for and the venue can hedge', () => {
	const poor = { base: decimal('0'), quote: decimal('60') }
	assert.deepEqual(shown(quote('0', { ledger: poor })).asks, [])
	assert.deepEqual(shown(quote('0', { ledger: poor })).bids, [
		['0.0498002', '1000'],
		['0.0497503', '205.019869'],
	])
	assert.deepEqual(shown(quote('0', { venue: poor })).bids, [])
	assert.deepEqual(shown(quote('0', { venue: poor })).asks, [
		['0.0502002', '1000'],
		['0.0502503', '197.60479'],
	])
})

const amount = (max: number) => fc.integer({ min: 0, max }).map(n => (BigInt(n) * 10n ** 14n) as Decimal)
const any = fc.record({
	bid: fc.integer({ min: 1, max: 10 ** 9 }),
	spread: fc.integer({ min: 1, max: 10 ** 6 }),
	inventory: fc.integer({ min: -(10 ** 8), max: 10 ** 8 }),
	stock: fc.record({ a: amount(10 ** 8), b: amount(10 ** 8), c: amount(10 ** 8), d: amount(10 ** 8) }),
	width: fc.integer({ min: 1, max: 2_000 }),
	step: fc.integer({ min: 1, max: 1_000 }),
	levels: fc.integer({ min: 1, max: 50 }),
	skew: fc.integer({ min: 0, max: 1_000 }),
})
const tenThousandth = (n: number) => (BigInt(n) * 10n ** 14n) as Decimal

test('whatever the market and the stock, the service takes the book, and it promises no more than there is', () => {
	fc.assert(
		fc.property(any, ({ bid, spread, inventory, stock, ...rest }) => {
			const prices = { bid: tenThousandth(bid), ask: tenThousandth(bid + spread) }
			const [ledger, venue] = [
				{ base: stock.a, quote: stock.b },
				{ base: stock.c, quote: stock.d },
			]
			const with_ = {
				...{ width: tenThousandth(rest.width), step: tenThousandth(rest.step), skew: tenThousandth(rest.skew) },
				...{ levels: rest.levels, size: decimal('1000'), inventoryMax: decimal('2500') },
			}
			const q = tenThousandth(inventory)
			const book = quoteAround({ pair, places: 18 }, prices, { inventory: q, ledger, venue }, with_)
			parsePriceBook(PriceBook.format(book), { tokens, pairs: new Map([[pairKey(pair), pair]]) })
			for (const { price } of book.bids) assert.ok(price <= prices.bid)
			for (const { price } of book.asks) assert.ok(price >= prices.ask)
			const sum = (levels: PriceBook['bids']) => Decimal.sum(levels.map(level => level.amount))
			const cost = Decimal.sum(book.bids.map(({ price, amount }) => Decimal.mulUp(price, amount)))
			assert.ok(cost <= ledger.quote && sum(book.bids) <= venue.base && sum(book.asks) <= ledger.base)
			assert.ok(Decimal.mulDown(sum(book.asks), prices.ask) <= venue.quote)
			assert.ok(q + sum(book.bids) <= with_.inventoryMax || book.bids.length === 0)
			assert.ok(q - sum(book.asks) >= -with_.inventoryMax || book.asks.length === 0)
		}),
	)
})

test('more inventory never raises a price', () => {
	fc.assert(
		fc.property(amount(10 ** 7), amount(10 ** 7), (one, other) => {
			const [less, more] = one < other ? [one, other] : [other, one]
			const [a, b] = [quote(Decimal.format(less)), quote(Decimal.format(more))]
			for (const side of ['bids', 'asks'] as const)
				for (const [n, level] of b[side].entries()) {
					const price = a[side][n]?.price
					assert.ok(price === undefined || level.price <= price)
				}
		}),
	)
})
