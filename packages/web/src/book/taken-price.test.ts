import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { groupPrice } from './group-levels.ts'
import { isTaken, takenPrice } from './taken-price.ts'

const d = Decimal.parse
const level = (price: string, amount: string) => ({ price: d(price), amount: d(amount) })
const book = {
	bids: [level('0.05', '1000'), level('0.04', '1000'), level('0.03', '1000')],
	asks: [level('0.06', '1000'), level('0.07', '1000')],
}

test('an order reaches the level that completes it, in either token', () => {
	const worst = (side: 'bids' | 'asks', token: 'base' | 'quote', amount: string) =>
		takenPrice(book, { side, token, amount: d(amount) })
	assert.equal(worst('bids', 'base', '1000'), d('0.05'))
	assert.equal(worst('bids', 'base', '1000.1'), d('0.04'))
	assert.equal(worst('bids', 'quote', '90'), d('0.04'))
	assert.equal(worst('asks', 'quote', '60.1'), d('0.07'))
	assert.equal(worst('asks', 'base', '9999'), d('0.07'))
	assert.equal(worst('asks', 'base', '0'), undefined)
	assert.equal(takenPrice({ bids: [], asks: [] }, { side: 'bids', token: 'base', amount: d('1') }), undefined)
})

test('a row of several levels is taken if one of them is', () => {
	const step = d('0.01')
	const worst = groupPrice(d('0.0485'), { side: 'bids', step })
	assert.ok(isTaken({ price: d('0.04') }, 'bids', worst))
	assert.ok(!isTaken({ price: d('0.03') }, 'bids', worst))
	assert.equal(groupPrice(d('0.0485'), { side: 'asks', step: Decimal.zero }), d('0.0485'))
})

test('the levels as good as the worst price are taken', () => {
	assert.deepEqual(
		book.bids.map(one => isTaken(one, 'bids', d('0.04'))),
		[true, true, false],
	)
	assert.deepEqual(
		book.asks.map(one => isTaken(one, 'asks', d('0.06'))),
		[true, false],
	)
})
