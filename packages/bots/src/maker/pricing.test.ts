import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal, type Pair, PriceBook, pairKey, parsePriceBook, type Token } from '@accord/protocol'
import fc from 'fast-check'
import { seededRandom } from '../seeded-random.ts'
import { bestPrice, type Pricing, quoteBooks } from './pricing.ts'

const divisibilities = { XRD: 18, xUSDC: 6, xwBTC: 8 }
const tokens = new Map<string, Token>(
	Object.entries(divisibilities).map(([symbol, divisibility]) => [
		symbol,
		{ symbol, divisibility, resourceAddress: `resource_${symbol}`, name: symbol, iconUrl: '' },
	]),
)
const pairs: Pair[] = [
	{ base: 'XRD', quote: 'xUSDC' },
	{ base: 'xwBTC', quote: 'xUSDC' },
]
const pricing: Pricing = {
	midPrices: new Map([
		['XRD', Decimal.parse('0.05')],
		['xUSDC', Decimal.one],
		['xwBTC', Decimal.parse('60000')],
	]),
	spread: Decimal.parse('0.002'),
	depth: 5,
}

function quote(balances: Record<string, string>, seed = 1) {
	const held = new Map(Object.entries(balances).map(([symbol, amount]) => [symbol, Decimal.parse(amount)]))
	return quoteBooks({ pairs, tokens, balances: held, pricing, random: seededRandom(seed) })
}

test('levels are one spread apart around the mid price', () => {
	const [book] = quote({ XRD: '1000', xUSDC: '1000', xwBTC: '1' })
	assert.deepEqual(
		book?.bids.map(({ price }) => Decimal.format(price)),
		['0.0499', '0.0498', '0.0497', '0.0496', '0.0495'],
	)
	assert.deepEqual(
		book?.asks.map(({ price }) => Decimal.format(price)),
		['0.0501', '0.0502', '0.0503', '0.0504', '0.0505'],
	)
	assert.equal(bestPrice({ base: 'XRD', quote: 'xUSDC' }, 'asks', pricing), book?.asks[0]?.price)
})

test('the same seed makes the same books', () => {
	const held = { XRD: '1000', xUSDC: '1000', xwBTC: '1' }
	assert.deepEqual(quote(held, 7), quote(held, 7))
	assert.notDeepEqual(quote(held, 7), quote(held, 8))
})

test('a token that is not held is not offered', () => {
	const [book] = quote({ XRD: '1000', xUSDC: '0' })
	assert.deepEqual(book?.bids, [])
	assert.equal(book?.asks.length, 5)
})

test('whatever is held, the books are valid and never promise more of a token than is held', () => {
	const amount = (places: number) =>
		fc.bigInt({ min: 0n, max: 10n ** 30n }).map(units => Decimal.roundDown(units as Decimal, places))
	fc.assert(
		fc.property(amount(18), amount(6), amount(8), fc.integer(), (xrd, usdc, btc, seed) => {
			const balances = new Map([
				['XRD', xrd],
				['xUSDC', usdc],
				['xwBTC', btc],
			])
			const books = quoteBooks({ pairs, tokens, balances, pricing, random: seededRandom(seed) })
			const rules = { tokens, pairs: new Map(pairs.map(pair => [pairKey(pair), pair])) }
			for (const book of books) assert.deepEqual(parsePriceBook(PriceBook.format(book), rules), book)
			const quotePromised = books.flatMap(({ bids }) => bids.map(({ price, amount }) => Decimal.mulUp(price, amount)))
			assert.ok(Decimal.sum(quotePromised) <= usdc)
			for (const book of books)
				assert.ok(Decimal.sum(book.asks.map(level => level.amount)) <= (balances.get(book.pair.base) ?? 0n))
		}),
	)
})
