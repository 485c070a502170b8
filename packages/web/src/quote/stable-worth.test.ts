import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal, type Token } from '@accord/protocol'
import { stableOf, worthIn } from './stable-worth.ts'

const addresses = {
	XRD: 'resource_sim1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxakj8n3',
	xUSDC: 'resource_sim1thrfycmzxm5ks2yndq90md39usqsnzg7w8769vddwx6h3exuvkld35',
	xUSDT: 'resource_sim1t55uaj8u09yh0vupua3dxqecdcmcdrp4wykd272pa8fp7sez39drfr',
	xETH: 'resource_sim1th56guq75q9fvkjc5pqmwttr53429fkh5g5lg9upwrp7s89lhmwtg0',
}
const token = (symbol: string, resourceAddress: string): Token => ({
	symbol,
	resourceAddress,
	divisibility: 6,
	name: symbol,
	iconUrl: '',
})
const tokens = new Map(Object.entries(addresses).map(([symbol, address]) => [symbol, token(symbol, address)]))

it('a pair’s stable token is a dollar by its address, its quote first', () => {
	assert.equal(stableOf({ base: 'XRD', quote: 'xUSDC' }, tokens), 'xUSDC')
	assert.equal(stableOf({ base: 'xUSDT', quote: 'xETH' }, tokens), 'xUSDT')
	assert.equal(stableOf({ base: 'xUSDC', quote: 'xUSDT' }, tokens), 'xUSDT')
	assert.equal(stableOf({ base: 'XRD', quote: 'xETH' }, tokens), undefined)
	const imitated = new Map([['xUSDC', token('xUSDC', addresses.xETH)]])
	assert.equal(stableOf({ base: 'XRD', quote: 'xUSDC' }, imitated), undefined)
})

it('an amount is worth what the mid price makes of it, whichever side the stable token is', () => {
	const of = (symbol: string, amount: string) => ({ symbol, amount: Decimal.parse(amount) })
	const mid = Decimal.parse('0.05')
	const pair = { base: 'XRD', quote: 'xUSDC' }
	assert.equal(worthIn('xUSDC', of('XRD', '100'), mid, pair), Decimal.parse('5'))
	assert.equal(worthIn('xUSDC', of('xUSDC', '7'), mid, pair), Decimal.parse('7'))
	assert.equal(worthIn('xUSDC', of('XRD', '100'), undefined, pair), undefined)
	assert.equal(
		worthIn('xUSDT', of('xETH', '1'), Decimal.parse('0.0005'), { base: 'xUSDT', quote: 'xETH' }),
		Decimal.parse('2000'),
	)
	assert.equal(worthIn('xUSDC', undefined, mid, pair), undefined)
})
