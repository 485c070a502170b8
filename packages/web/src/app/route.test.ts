import assert from 'node:assert/strict'
import { it } from 'node:test'
import { formatRoute, parseRoute, type Route } from './route.ts'

const routes: [hash: string, route: Route][] = [
	['#/swap', { view: 'swap' }],
	['#/swap?sell=XRD&buy=xUSDC&amount=100', { view: 'swap', swap: { sell: 'XRD', buy: 'xUSDC', amount: '100' } }],
	['#/swap?amount=0.5&exact=buy&step=review', { view: 'swap', swap: { amount: '0.5', exact: 'buy', step: 'review' } }],
	['#/swap?sell=XRD&step=review&alert=1-2', { view: 'swap', swap: { sell: 'XRD', step: 'review', alert: '1-2' } }],
	['#/history/subtxid_sim1abc', { view: 'history', id: 'subtxid_sim1abc' }],
	['#/maker', { view: 'maker' }],
	['#/trades/a%2Fb', { view: 'trades', id: 'a/b' }],
]

it('formats what it parses', () => {
	for (const [hash, route] of routes) {
		assert.deepEqual(parseRoute(hash), route)
		assert.equal(formatRoute(route), hash)
	}
})

it('shows the swap for an unknown view', () => {
	for (const hash of ['', '#', '#/', '#/elsewhere', '#nonsense/%']) assert.deepEqual(parseRoute(hash), { view: 'swap' })
	assert.deepEqual(parseRoute('#/history/%'), { view: 'history' })
})

it('keeps a link’s values as written, up to a bound, and drops everything unknown', () => {
	assert.deepEqual(parseRoute('#/swap?sell=No%20such&amount=1%2C5&slippage=0.2&exact=sell'), {
		view: 'swap',
		swap: { sell: 'No such', amount: '1,5' },
	})
	assert.deepEqual(parseRoute('#/swap?sell=&x=1'), { view: 'swap' })
	assert.equal(parseRoute(`#/swap?sell=${'x'.repeat(1000)}`).swap?.sell?.length, 80)
	assert.deepEqual(parseRoute('#/history?sell=XRD'), { view: 'history' })
})

it('leads links to the market to the swap, with its form', () => {
	assert.deepEqual(parseRoute('#/market'), { view: 'swap' })
	assert.deepEqual(parseRoute('#/market?sell=XRD&buy=xETH'), { view: 'swap', swap: { sell: 'XRD', buy: 'xETH' } })
	assert.deepEqual(parseRoute('#/market/subtxid_sim1abc'), { view: 'swap' })
})
