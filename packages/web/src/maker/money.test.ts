import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal } from '@accord/protocol'
import { averagePrice, basisPointsOf, holdings, netChange, netResult, volumeOf } from './money.ts'

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

it('subtracts fees from both tokens, adds rebates, and gives the base its last price', () => {
	const settled = { fills: 2, boughtBase: d('3'), paidQuote: d('1.5'), soldBase: d('1'), receivedQuote: d('0.6') }
	const fees = {
		base: { platformAmount: d('0.01'), settlementAmount: d('5.25'), rebate: d('4.36') },
		quote: { platformAmount: d('0'), settlementAmount: d('0.2625'), rebate: d('0.2') },
	}
	assert.deepEqual(netChange({ settled, fees }), { base: d('1.1'), quote: d('-0.9625') })
	assert.equal(netResult({ settled, fees, lastPrice: d('0.5') }), d('-0.4125'))
	assert.equal(netResult({ settled, fees }), undefined)
	assert.equal(netResult({ settled: { ...settled, fills: 0 }, fees, lastPrice: d('0.5') }), undefined)
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
