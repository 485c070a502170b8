import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { Decimal } from '../amount/decimal.ts'
import type { OrderBook } from './order-book.ts'
import type { PriceLevel } from './price-level.ts'
import { applyChange, changedLevels } from './shown-book.ts'

const pair = { base: 'XRD', quote: 'xUSDC' }
const level = (price: number, amount: number): PriceLevel => ({
	price: Decimal.fromInteger(price),
	amount: Decimal.fromInteger(amount),
})

it('names the new amount at each changed price, zero where nothing is left', () => {
	const before = { pair, bids: [level(3, 10), level(2, 10), level(1, 10)], asks: [level(4, 1)] }
	const after = { pair, bids: [level(3, 9), level(1, 10)], asks: [level(4, 1), level(5, 2)] }
	assert.deepEqual(changedLevels(before, after), { bids: [level(3, 9), level(2, 0)], asks: [level(5, 2)] })
})

it('two books of the same levels differ in nothing', () => {
	const book = { pair, bids: [level(3, 10)], asks: [] }
	assert.equal(changedLevels(book, { bids: [level(3, 10)], asks: [] }), undefined)
})

const side = (direction: 1 | -1) =>
	fc
		.uniqueArray(fc.record({ price: fc.integer({ min: 1, max: 12 }), amount: fc.integer({ min: 1, max: 3 }) }), {
			selector: ({ price }) => price,
			maxLength: 12,
		})
		.map(levels =>
			levels.sort((a, b) => direction * (a.price - b.price)).map(({ price, amount }) => level(price, amount)),
		)
const books: fc.Arbitrary<OrderBook> = fc.record({ pair: fc.constant(pair), bids: side(-1), asks: side(1) })

it('a change makes the one book the other', () => {
	fc.assert(
		fc.property(books, books, (before, after) => {
			const changed = changedLevels(before, after) ?? { bids: [], asks: [] }
			const change = { pair, sequence: 2, atMs: 20, ...changed }
			assert.deepEqual(applyChange({ ...before, sequence: 1, atMs: 10 }, change), { ...after, sequence: 2, atMs: 20 })
		}),
	)
})
