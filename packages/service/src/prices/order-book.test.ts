import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Decimal, formatOrderBook } from '@accord/protocol'
import type { AvailableLevel } from './available-levels.ts'
import { shownOrderBook } from './order-book.ts'

const pair = { base: 'XRD', quote: 'xUSDC' }
type Row = [makerId: string, price: string, amount: string]
const levels = (rows: Row[]): AvailableLevel[] =>
	rows.map(([makerId, price, amount], changedAt) => {
		return { makerId, price: Decimal.parse(price), amount: Decimal.parse(amount), changedAt }
	})
const shown = (asks: Row[], makersPerOrder: number) =>
	formatOrderBook(shownOrderBook({ pair, bids: levels(asks), asks: levels(asks), makersPerOrder })).asks

describe('shownOrderBook', () => {
	const book: Row[] = [
		['a', '1', '10'],
		['a', '2', '10'],
		['b', '2', '5'],
		['a', '3', '1'],
		['c', '3', '2'],
		['b', '4', '1'],
	]

	test('with one maker an order it ends before the first level of a second one, even within a price', () => {
		assert.deepEqual(shown(book, 1), [
			['1', '10'],
			['2', '10'],
		])
	})

	// shows decision 1: The shown book ends before the level of one maker too many
	test('with two makers an order it shows two makers, summed by price', () => {
		assert.deepEqual(shown(book, 2), [
			['1', '10'],
			['2', '15'],
			['3', '1'],
		])
	})

	test('with enough makers an order it shows everything', () => {
		assert.deepEqual(shown(book, 4), [
			['1', '10'],
			['2', '15'],
			['3', '3'],
			['4', '1'],
		])
	})

	// shows decision 1: Shown is what is matched; a small side is left out; at most 50 prices a side
	test('shows at most 50 prices of a side, the last one whole', () => {
		const long = Array.from({ length: 60 }, (_, i): Row[] => [
			['a', String(i + 1), '1'],
			['b', String(i + 1), '1'],
		]).flat()
		const rows = shown(long, 2)
		assert.equal(rows.length, 50)
		assert.deepEqual(rows.at(-1), ['50', '2'])
	})

	test('an empty side stays empty', () => {
		assert.deepEqual(shown([], 1), [])
	})
})
