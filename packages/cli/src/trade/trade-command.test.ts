import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { tradeOptions } from './trade-command.ts'

test('an exact sale with the defaults', () => {
	assert.deepEqual(tradeOptions({ sell: '100 XRD', buy: 'xUSDC' }, {}), {
		swap: { sell: { symbol: 'XRD', amount: Decimal.parse('100') }, buy: 'xUSDC' },
		networkFile: resolve('.accord/network.json'),
		user: '1',
		slippage: undefined,
		largeSlippage: false,
		atLeast: undefined,
		atMost: undefined,
	})
})

test('an exact purchase with every option', () => {
	const bounds = { slippage: '7%', largeSlippage: true, atLeast: '0', atMost: '12.5' }
	const given = { sell: 'XRD', buy: ' 0.5  xUSDC', network: '/n.json', user: 'user-3', ...bounds }
	assert.deepEqual(tradeOptions(given, { ACCORD_DATA: '/data' }), {
		swap: { sell: 'XRD', buy: { symbol: 'xUSDC', amount: Decimal.parse('0.5') } },
		networkFile: '/n.json',
		user: 'user-3',
		slippage: '7%',
		largeSlippage: true,
		atLeast: Decimal.zero,
		atMost: Decimal.parse('12.5'),
	})
})

test('the environment names the network', () => {
	const given = { sell: '1 XRD', buy: 'xUSDC' }
	assert.equal(tradeOptions(given, { ACCORD_DATA: '/data' }).networkFile, '/data/network.json')
	assert.equal(tradeOptions(given, { ACCORD_DATA: '/data', ACCORD_NETWORK: '/n.json' }).networkFile, '/n.json')
	const named = tradeOptions({ ...given, data: '/mine' }, { ACCORD_DATA: '/data', ACCORD_NETWORK: '/n.json' })
	assert.equal(named.networkFile, '/mine/network.json')
})

for (const [why, given] of [
	['an amount on both sides', { sell: '1 XRD', buy: '1 xUSDC' }],
	['an amount on no side', { sell: 'XRD', buy: 'xUSDC' }],
	['an amount that is not a decimal', { sell: '1e3 XRD', buy: 'xUSDC' }],
	['three words', { sell: '1 000 XRD', buy: 'xUSDC' }],
	['a slippage of half of it, which may be meant as half a percent,', { sell: '1 XRD', buy: 'xUSDC', slippage: '0.5' }],
	['a slippage of everything', { sell: '1 XRD', buy: 'xUSDC', slippage: '100%', largeSlippage: true }],
	['a bound that is not an amount', { sell: '1 XRD', buy: 'xUSDC', atLeast: 'much' }],
] as const)
	test(`error: ${why} is refused`, () => {
		assert.throws(() => tradeOptions(given, {}), { name: 'UsageError' })
	})
