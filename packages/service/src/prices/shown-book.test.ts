import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BookChange, Decimal, OrderBook, type ShownOrderBook, type WireOf } from '@accord/protocol'
import type { AvailableLevel } from './maker-side.ts'
import { ShownBook, shownOrderBook } from './shown-book.ts'

const pair = { base: 'XRD', quote: 'xUSDC' }
type Levels = [price: number, amount: number][]

const side = (levels: Levels) =>
	levels.map(([price, amount]) => ({ price: Decimal.fromInteger(price), amount: Decimal.fromInteger(amount) }))
const bookOf = (bids: Levels, asks: Levels = []): OrderBook => ({ pair, bids: side(bids), asks: side(asks) })
const read = (body: Buffer): WireOf<typeof ShownOrderBook> => JSON.parse(body.toString())

test('is empty at first, with sequence 0', () => {
	const shown = new ShownBook(pair, 1500)
	assert.deepEqual(read(shown.body()), { pair, bids: [], asks: [], sequence: 0, timestamp: 1, timestamp_ms: 1500 })
})

test('counts each visible change, and keeps the time of the last one', () => {
	const shown = new ShownBook(pair, 0)
	shown.show(bookOf([[5, 1]]), 2500)
	shown.show(bookOf([[5, 1]]), 9000)
	const { sequence, timestamp, timestamp_ms } = read(shown.body())
	assert.deepEqual({ sequence, timestamp, timestamp_ms }, { sequence: 1, timestamp: 2, timestamp_ms: 2500 })
})

test('returns the same buffer until it changes', () => {
	const shown = new ShownBook(pair, 0)
	const before = shown.body()
	assert.equal(shown.body(), before)
	shown.show(bookOf([[5, 1]]), 1)
	assert.notEqual(shown.body(), before)
})

test('shows at most the requested number of levels a side', () => {
	const shown = new ShownBook(pair, 0)
	shown.show(
		bookOf(
			[
				[5, 1],
				[4, 1],
				[3, 1],
			],
			[[6, 2]],
		),
		1,
	)
	const { bids, asks, sequence } = read(shown.body(2))
	assert.deepEqual(
		{ bids, asks, sequence },
		{
			bids: [
				['5', '1'],
				['4', '1'],
			],
			asks: [['6', '2']],
			sequence: 1,
		},
	)
	assert.equal(read(shown.body()).bids.length, 3)
})

test('calls a listener with every change from when it subscribes until it unsubscribes', () => {
	const shown = new ShownBook(pair, 0)
	const changes: BookChange[] = []
	shown.show(bookOf([[5, 1]]), 1000)
	const unsubscribe = shown.subscribe(change => changes.push(change))
	shown.show(bookOf([[5, 3]], [[6, 2]]), 2000)
	shown.show(bookOf([[4, 3]], [[6, 2]]), 3000)
	unsubscribe()
	shown.show(bookOf([]), 4000)
	assert.deepEqual(
		changes.map(one => BookChange.format(one)),
		[
			{ pair, sequence: 2, timestamp: 2, timestamp_ms: 2000, bids: [['5', '3']], asks: [['6', '2']] },
			{
				pair,
				sequence: 3,
				timestamp: 3,
				timestamp_ms: 3000,
				bids: [
					['4', '3'],
					['5', '0'],
				],
				asks: [],
			},
		],
	)
})

type Row = [makerId: string, price: string, amount: string]
const levels = (rows: Row[]): AvailableLevel[] =>
	rows.map(([makerId, price, amount], changedAt) => {
		return { makerId, price: Decimal.parse(price), amount: Decimal.parse(amount), changedAt }
	})
const shown = (asks: Row[], makersPerOrder: number) =>
	OrderBook.format(shownOrderBook({ pair, bids: levels(asks), asks: levels(asks), makersPerOrder })).asks

describe('shownOrderBook', () => {
	const book: Row[] = [
		['a', '1', '10'],
		['a', '2', '10'],
		['b', '2', '5'],
		['a', '3', '1'],
		['c', '3', '2'],
		['b', '4', '1'],
	]

	test('with one maker per order it ends before the first level of a second maker, even within a price', () => {
		assert.deepEqual(shown(book, 1), [
			['1', '10'],
			['2', '10'],
		])
	})

	// shows decision 1: The shown book ends where an order would need too many makers
	test('with two makers per order it shows two makers, summed by price', () => {
		assert.deepEqual(shown(book, 2), [
			['1', '10'],
			['2', '15'],
			['3', '1'],
		])
	})

	test('with enough makers per order it shows everything', () => {
		assert.deepEqual(shown(book, 4), [
			['1', '10'],
			['2', '15'],
			['3', '3'],
			['4', '1'],
		])
	})

	// shows decision 1: The book shown is the book matched; small sides are left out; at most 50 prices a side
	test('shows at most 50 prices a side, each with its full amount', () => {
		const long = Array.from({ length: 60 }, (_, i): Row[] => [
			['a', String(i + 1), '1'],
			['b', String(i + 1), '1'],
		]).flat()
		const rows = shown(long, 2)
		assert.equal(rows.length, 50)
		assert.deepEqual(rows.at(-1), ['50', '2'])
	})

	test('crossed books of different makers are shown as they are', () => {
		const [bids, asks] = [levels([['a', '5', '1']]), levels([['b', '4', '2']])]
		const { bids: shownBids, asks: shownAsks } = OrderBook.format(
			shownOrderBook({ pair, bids, asks, makersPerOrder: 4 }),
		)
		assert.deepEqual([shownBids, shownAsks], [[['5', '1']], [['4', '2']]])
	})

	test('an empty side stays empty', () => {
		assert.deepEqual(shown([], 1), [])
	})
})
