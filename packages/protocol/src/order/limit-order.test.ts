import assert from 'node:assert/strict'
import { it } from 'node:test'
import { formatLimitOrder, parseLimitOrder } from '../wire/primitives.ts'
import { mirror } from './limit-order.ts'

const wire = { sell: { symbol: 'XRD', amount: '100' }, buy: { symbol: 'xUSDC', amount: '4.99' } }

// shows order book: Limit order: sell and buy amount
it('a limit order is the same after reading and writing', () => {
	assert.deepEqual(formatLimitOrder(parseLimitOrder(wire)), wire)
})

it('the mirror sells what is bought and buys what is sold', () => {
	const order = parseLimitOrder(wire)
	assert.deepEqual(formatLimitOrder(mirror(order)), { sell: wire.buy, buy: wire.sell })
	assert.deepEqual(mirror(mirror(order)), order)
})

it('error: an amount that is no decimal', () => {
	assert.throws(() => parseLimitOrder({ ...wire, buy: { symbol: 'xUSDC', amount: '1e3' } }), {
		code: 'invalid_decimal',
	})
})
