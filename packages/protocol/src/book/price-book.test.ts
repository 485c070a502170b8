import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Decimal } from '../amount/decimal.ts'
import { pairKey } from '../amount/pair.ts'
import { TradeError } from '../error/trade-error.ts'
import { PriceBook, parsePriceBook } from './price-book.ts'

const token = (symbol: string, divisibility: number) => ({
	symbol,
	resourceAddress: `resource_${symbol}`,
	divisibility,
	name: symbol,
	iconUrl: '',
})
const pair = { base: 'xwBTC', quote: 'xUSDC' }
const tokens = new Map([token('xwBTC', 8), token('xUSDC', 6), token('XRD', 18)].map(entry => [entry.symbol, entry]))
const rules = { tokens, pairs: new Map([[pairKey(pair), pair]]) }
const book = {
	pair,
	bids: [
		['59990', '0.5'],
		['59980.5', '1'],
	],
	asks: [['60010', '0.00000001']],
}

function refusal(wire: unknown, options = rules): { code: string; found: string[] } {
	try {
		parsePriceBook(wire, options)
	} catch (error) {
		assert(error instanceof TradeError)
		return { code: error.code, found: error.errors.map(item => `${item.pointer} ${item.rule}`) }
	}
	assert.fail('the book was accepted')
}

describe('parsePriceBook', () => {
	// shows order book: Order book: [price, amount] strings, best first
	// shows submission: Price book update
	it('reads a sorted book', () => {
		const parsed = parsePriceBook(book, rules)
		assert.deepEqual(parsed.pair, pair)
		assert.deepEqual(parsed.bids[1], { price: Decimal.parse('59980.5'), amount: Decimal.one })
		assert.deepEqual(PriceBook.format(parsed), book)
	})

	// shows order book: Empty bids and asks mean no trading of the pair
	it('both sides empty means no trading', () => {
		const empty = { pair, bids: [], asks: [] }
		assert.deepEqual(parsePriceBook(empty, rules), empty)
	})

	it('accepts a bid at the price of the ask', () => {
		assert.equal(parsePriceBook({ pair, bids: [['1', '1']], asks: [['1', '1']] }, rules).bids.length, 1)
	})

	it('accepts 50 levels a side', () => {
		const side = Array.from({ length: 50 }, (_, place) => [`${1000 - place}`, '1'])
		assert.equal(parsePriceBook({ pair, bids: side, asks: [] }, rules).bids.length, 50)
	})

	// shows maker addition: An invalid price book is refused as a whole, listing every invalid level
	// shows error: too_many_levels
	it('error: a 51st level', () => {
		const side = Array.from({ length: 51 }, (_, place) => [`${1000 - place}`, '1'])
		const wire = { pair, bids: side, asks: [] }
		assert.deepEqual(refusal(wire), { code: 'invalid_price_book', found: ['/bids too_many_levels'] })
	})

	it('error: as many levels as the operator allows, and one more', () => {
		const wire = {
			pair,
			bids: [
				['2', '1'],
				['1', '1'],
			],
			asks: [],
		}
		assert.equal(parsePriceBook(wire, { ...rules, maxLevels: 2 }).bids.length, 2)
		assert.deepEqual(refusal(wire, { ...rules, ...{ maxLevels: 1 } }).found, ['/bids too_many_levels'])
	})

	const broken: [string, unknown, unknown, string[]][] = [
		[
			'an unsorted bid',
			[
				['1', '1'],
				['2', '1'],
			],
			[],
			['/bids/1/0 unsorted'],
		],
		[
			'an unsorted ask',
			[],
			[
				['2', '1'],
				['1', '1'],
			],
			['/asks/1/0 unsorted'],
		],
		[
			'a price twice',
			[
				['2', '1'],
				['2.0', '1'],
			],
			[],
			['/bids/1/0 duplicate_price'],
		],
		['an amount of zero', [['1', '0']], [], ['/bids/0/1 not_positive']],
		// shows error: invalid_price_book
		['a price of zero', [['0.0', '1']], [], ['/bids/0/0 not_positive']],
		['a negative price', [], [['-1', '1']], ['/asks/0/0 not_positive']],
		['a 9th decimal place of a token with 8', [['1', '0.000000001']], [], ['/bids/0/1 divisibility']],
		['a 19th decimal place of a price', [['0.0000000000000000001', '1']], [], ['/bids/0/0 invalid_decimal']],
		['numbers instead of strings', [[1, 2]], [], ['/bids/0/0 invalid_decimal', '/bids/0/1 invalid_decimal']],
		[
			'bids above the best ask',
			[
				['3', '1'],
				['2.5', '1'],
				['1', '1'],
			],
			[['2', '1']],
			['/bids/0/0 crossed', '/bids/1/0 crossed'],
		],
		[
			'a level worth more than the ledger can hold',
			[['5000000000000000000', '1000000000000000000000']],
			[],
			['/bids/0 too_large'],
		],
		[
			'levels that are worth more only together',
			[],
			[
				['2', '1000000000000000000000000000000000000000'],
				['3', '500000000000000000000000000000000000000'],
			],
			['/asks/1 too_large'],
		],
		[
			'more base than the ledger can hold',
			[
				['0.02', '3000000000000000000000000000000000000000'],
				['0.01', '1000000000000000000000000000000000000000'],
			],
			[],
			['/bids/1 too_large'],
		],
		['a level that is no tuple', [{ price: '1' }, ['1']], [], ['/bids/0 shape', '/bids/1 shape']],
		['sides that are no arrays', undefined, 'x', ['/bids shape', '/asks shape']],
		// shows maker addition: An invalid price book is refused as a whole, listing every invalid level
		[
			'all wrong levels at once',
			[
				['1', '0'],
				['x', '1'],
				['5', '1'],
			],
			[['1', '-1']],
			['/bids/0/1 not_positive', '/bids/1/0 invalid_decimal', '/bids/2/0 unsorted', '/asks/0/1 not_positive'],
		],
	]
	for (const [title, bids, asks, found] of broken) {
		it(`error: ${title}`, () => assert.deepEqual(refusal({ pair, bids, asks }), { code: 'invalid_price_book', found }))
	}

	// shows maker addition: An invalid price book is refused as a whole, listing every invalid level
	it('error: an unknown or inverted pair', () => {
		const unknown = { base: 'XRD', quote: 'xUSDC' }
		const inverted = { base: 'xUSDC', quote: 'xwBTC' }
		for (const wrong of [unknown, inverted]) {
			const wire = { ...book, pair: wrong }
			assert.deepEqual(refusal(wire), { code: 'unknown_pair', found: ['/pair unknown_pair'] })
		}
		assert.throws(() => parsePriceBook({ ...book, pair: inverted }, rules), /expected xwBTC\/xUSDC/)
	})

	it('error: symbols that only look like those of a pair', () => {
		const [cyrillic, narrow, wide, combined] = ['\u0445wBTC', 'x\u200bwBTC', '\uff58wBTC', 'xwBTC\u0301']
		for (const base of [cyrillic, narrow, wide, combined, 'XWBTC', 'xwBTC ', 'xwBTC\u0000'])
			assert.deepEqual(refusal({ ...book, pair: { base, quote: 'xUSDC' } }).code, 'unknown_pair', JSON.stringify(base))
	})

	it('error: a value that is not a book at all', () => {
		for (const wire of [undefined, null, 'book', 1, []]) assert.equal(refusal(wire).code, 'invalid_price_book')
		assert.deepEqual(refusal({ pair: 'XRD' }).found, ['/pair shape'])
		assert.deepEqual(refusal({ pair: { base: '__proto__', quote: 'constructor' } }).code, 'unknown_pair')
	})

	it('either accepts or refuses with a named code, whatever it is given', () => {
		fc.assert(
			fc.property(fc.anything(), fc.anything(), (bids, asks) => {
				try {
					parsePriceBook({ pair, bids, asks }, rules)
				} catch (error) {
					assert(error instanceof TradeError)
					assert.equal(error.code, 'invalid_price_book')
				}
			}),
		)
	})
})
