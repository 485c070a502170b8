import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { bookView } from './book-view.ts'

const level = (price: string, amount: string) => ({ price: Decimal.parse(price), amount: Decimal.parse(amount) })

test('a table shows the first rows, with the decimal places that they need', () => {
	const book = {
		bids: [level('0.0499', '12345.678901234567890123'), level('0.049', '1'), level('0.04', '1')],
		asks: [level('0.05', '1')],
	}
	const how = { step: Decimal.zero, tick: Decimal.parse('0.000001'), rows: 2, divisibility: 18 }
	const { bids, asks, pricePlaces, amountPlaces } = bookView(book, how)
	assert.deepEqual([bids.length, asks.length, pricePlaces, amountPlaces], [2, 1, 6, 2])
	assert.equal(bookView(book, { ...how, step: Decimal.parse('0.0001') }).pricePlaces, 4)
	const large = { ...book, bids: [level('0.0499', '123456.7')] }
	assert.equal(bookView(large, how).amountPlaces, 0)
})

test('an amount never has more decimal places than its token', () => {
	const { amountPlaces } = bookView(
		{ bids: [level('1', '0.5')], asks: [] },
		{ step: Decimal.zero, tick: Decimal.one, rows: 2, divisibility: 1 },
	)
	assert.equal(amountPlaces, 1)
})

test('an empty book needs no decimal places', () => {
	const view = bookView({ bids: [], asks: [] }, { step: Decimal.one, tick: Decimal.one, rows: 2, divisibility: 18 })
	assert.deepEqual([view.pricePlaces, view.amountPlaces], [0, 0])
})
