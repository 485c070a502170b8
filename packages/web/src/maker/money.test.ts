import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal } from '@accord/protocol'
import { averagePrice, basisPointsOf, holdings, volumeOf } from './money.ts'

const d = Decimal.parse

it('gives volume, average prices and mark-outs exactly, with their signs', () => {
	const settled = { fills: 2, boughtBase: d('3'), paidQuote: d('1'), soldBase: d('0'), receivedQuote: d('0.5') }
	assert.equal(volumeOf({ settled }), d('1.5'))
	assert.equal(averagePrice({ base: settled.boughtBase, quote: settled.paidQuote }), d('0.333333333333333333'))
	assert.equal(averagePrice({ base: settled.soldBase, quote: settled.receivedQuote }), undefined)
	const points = (gain: string, volume: string) => basisPointsOf({ gain: d(gain), volume: d(volume) })
	assert.deepEqual(
		[points('0.41', '1000'), points('-2.25', '9000'), points('0', '7'), points('0', '0')],
		['+4.1 bp', '−2.5 bp', '0 bp', '0 bp'],
	)
})

it('adds up accounts, and subtracts what open orders and fills will sell', () => {
	const balances = (xrd: string, xeth: string) => [
		{ symbol: 'XRD', amount: d(xrd) },
		{ symbol: 'xETH', amount: d(xeth) },
	]
	const accounts = [
		{ address: 'one', balances: balances('5.5', '0') },
		{ address: 'other', balances: balances('1', '0') },
	]
	const reserved = [
		{ symbol: 'xUSDC', sells: d('3'), buys: d('0') },
		{ symbol: 'XRD', sells: d('2'), buys: d('60') },
	]
	assert.deepEqual(holdings(accounts, reserved), [
		{ symbol: 'XRD', held: d('6.5'), sells: d('2'), buys: d('60'), free: d('4.5') },
		{ symbol: 'xUSDC', held: d('0'), sells: d('3'), buys: d('0'), free: d('-3') },
	])
	assert.deepEqual(holdings([{ address: 'empty', balances: balances('0', '0') }], []), [])
})
