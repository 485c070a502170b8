import assert from 'node:assert/strict'
import { it } from 'node:test'
import { formatRoute, parseRoute, type Route } from './route.ts'

const routes: [hash: string, route: Route][] = [
	['#/swap', { view: 'swap' }],
	['#/market', { view: 'market' }],
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
