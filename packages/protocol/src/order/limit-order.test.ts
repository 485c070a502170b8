import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseWire } from '../parse-wire.ts'
import { LimitOrder, mirror } from './limit-order.ts'

const wire = { sell: { symbol: 'XRD', amount: '100' }, buy: { symbol: 'xUSDC', amount: '4.99' } }

// shows order book: Limit order: sell and buy amount
it('a limit order is the same after reading and writing', () => {
	assert.deepEqual(LimitOrder.format(LimitOrder.parse(wire)), wire)
})

it('the mirror swaps the bought and sold amounts', () => {
	const order = LimitOrder.parse(wire)
	assert.deepEqual(LimitOrder.format(mirror(order)), { sell: wire.buy, buy: wire.sell })
	assert.deepEqual(mirror(mirror(order)), order)
})

it('error: an amount that is not a decimal', () => {
	assert.throws(() => parseWire(LimitOrder.schema, { ...wire, buy: { symbol: 'xUSDC', amount: '1e3' } }), {
		code: 'invalid_decimal',
	})
})
