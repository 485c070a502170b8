import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal, type Token } from '@accord/protocol'
import { stableIn, valueBalances } from './balance-values.ts'

const addresses = {
	XRD: 'resource_sim1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxakj8n3',
	xUSDC: 'resource_sim1thrfycmzxm5ks2yndq90md39usqsnzg7w8769vddwx6h3exuvkld35',
	xETH: 'resource_sim1th56guq75q9fvkjc5pqmwttr53429fkh5g5lg9upwrp7s89lhmwtg0',
	other: 'resource_other',
}
const tokens = new Map(
	Object.entries(addresses).map(([symbol, resourceAddress]): [string, Token] => [
		symbol,
		{ symbol, resourceAddress, divisibility: 18, name: symbol, iconUrl: '' },
	]),
)
const pairs = [
	{ base: 'XRD', quote: 'xETH' },
	{ base: 'XRD', quote: 'xUSDC' },
	{ base: 'xUSDC', quote: 'xETH' },
	{ base: 'other', quote: 'XRD' },
]
const amount = (text: string) => Decimal.parse(text)

test('balances are valued in the first dollar token that is traded', () => {
	assert.equal(stableIn({ tokens, pairs }), 'xUSDC')
	assert.equal(stableIn({ tokens, pairs: pairs.slice(0, 1) }), undefined)
})

test('each balance is worth what the mid price makes of it, and what has none is not counted', () => {
	const balances = new Map([
		[addresses.XRD, amount('100')],
		[addresses.xUSDC, amount('7.5')],
		[addresses.xETH, amount('2')],
		[addresses.other, amount('3')],
	])
	const mids = new Map([
		['XRD/xUSDC', amount('0.05')],
		['xUSDC/xETH', amount('0.0005')],
	])
	assert.deepEqual(valueBalances({ tokens, pairs, balances, stable: 'xUSDC', mids }), {
		values: new Map([
			['XRD', amount('5')],
			['xUSDC', amount('7.5')],
			['xETH', amount('4000')],
		]),
		total: amount('4012.5'),
		uncounted: ['other'],
	})
})

test('what is not held and has no price is no gap in the total', () => {
	const balances = new Map([[addresses.xUSDC, amount('7.5')]])
	const { total, uncounted } = valueBalances({ tokens, pairs, balances, stable: 'xUSDC', mids: new Map() })
	assert.deepEqual([total, uncounted], [amount('7.5'), []])
})
