import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseWire } from '../parse-wire.ts'
import { OrderBook } from './order-book.ts'

const wire = {
	pair: { base: 'XRD', quote: 'xUSDC' },
	bids: [['0.0499', '1000'] as [string, string]],
	asks: [['0.0501', '0.5'] as [string, string]],
}

it('an order book is the same after reading and writing', () => {
	assert.deepEqual(OrderBook.format(OrderBook.parse(wire)), wire)
})

it('books of several makers may cross, and are read as they are', () => {
	const crossed = { ...wire, bids: [['0.06', '1'] as [string, string]] }
	assert.deepEqual(OrderBook.format(OrderBook.parse(crossed)), crossed)
})

it('error: a price that is not a decimal', () => {
	assert.throws(() => parseWire(OrderBook.schema, { ...wire, asks: [['1e-2', '1']] }), { code: 'invalid_decimal' })
})
