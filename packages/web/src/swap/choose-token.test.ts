import assert from 'node:assert/strict'
import { it } from 'node:test'
import { chooseToken, type Direction, displacedBy, flipped, swappableSymbols, symbolsOf } from './choose-token.ts'

const pairs = [
	{ base: 'XRD', quote: 'xUSDC' },
	{ base: 'xETH', quote: 'xUSDC' },
	{ base: 'xETH', quote: 'XRD' },
]
const sellXrd: Direction = { pair: { base: 'XRD', quote: 'xUSDC' }, sells: 'base' }

it('the other token stays if the two form a pair, otherwise becomes the first that does', () => {
	const chosen = (side: 'sell' | 'buy', symbol: string) => symbolsOf(chooseToken(sellXrd, side, symbol, pairs))
	assert.deepEqual(chosen('sell', 'xETH'), { sell: 'xETH', buy: 'xUSDC' })
	assert.deepEqual(chosen('buy', 'xETH'), { sell: 'XRD', buy: 'xETH' })
	assert.deepEqual(chosen('sell', 'xUSDC'), { sell: 'xUSDC', buy: 'XRD' })
	assert.deepEqual(chosen('buy', 'XRD'), { sell: 'xUSDC', buy: 'XRD' })
	const only = chooseToken(sellXrd, 'buy', 'xETH', pairs.slice(0, 2))
	assert.deepEqual(symbolsOf(only), { sell: 'xUSDC', buy: 'xETH' })
	assert.deepEqual(chooseToken(sellXrd, 'buy', 'nothing', pairs), sellXrd)
})

it('a token that has no pair or route with the other one says what takes the place of that', () => {
	const few = pairs.slice(0, 2)
	const displaced = (side: 'sell' | 'buy', symbol: string) => displacedBy(sellXrd, { side, symbol, pairs: few })
	assert.equal(displaced('buy', 'xETH'), 'xUSDC')
	assert.equal(displaced('sell', 'xETH'), undefined)
	assert.equal(displaced('sell', 'xUSDC'), undefined)
	assert.equal(displaced('buy', 'xUSDC'), undefined)
	assert.equal(displacedBy(sellXrd, { side: 'buy', symbol: 'xETH', pairs }), undefined)
})

it('flipping twice changes nothing', () => {
	assert.deepEqual(symbolsOf(flipped(sellXrd)), { sell: 'xUSDC', buy: 'XRD' })
	assert.deepEqual(flipped(flipped(sellXrd)), sellXrd)
})

it('lists each token once', () => {
	assert.deepEqual(swappableSymbols(pairs), ['XRD', 'xUSDC', 'xETH'])
})
