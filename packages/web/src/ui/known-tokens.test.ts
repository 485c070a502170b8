import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isMisnamed, knownToken } from './known-tokens.ts'

const xUsdc = 'resource_rdx1t4upr78guuapv5ept7d7ptekk9mqhy605zgms33mcszen8l9fac8vf'
const xUsdt = 'resource_rdx1thrvr3xfs2tarm2dl9emvs26vjqxu6mqvfgvqjne940jv0lnrrg7rw'
const other = 'resource_rdx1t5rswpc8qurswpc8qurswpc8qurswpc8qurswpc8qurswpc820luy5'

test('a token is known by its address, and only under its own symbol', () => {
	assert.equal(knownToken({ symbol: 'xUSDC', resourceAddress: xUsdc })?.drawing, 'usdc')
	const misnamed = [
		{ symbol: 'xUSDC', resourceAddress: xUsdt },
		{ symbol: 'xUSDC', resourceAddress: other },
		{ symbol: 'XUSDC', resourceAddress: other },
		{ symbol: 'USD', resourceAddress: xUsdc },
	]
	for (const token of misnamed)
		assert.deepEqual([knownToken(token), isMisnamed(token)], [undefined, true], token.symbol)
	const unknown = { symbol: 'OCI', resourceAddress: other }
	assert.deepEqual([knownToken(unknown), isMisnamed(unknown)], [undefined, false])
	assert.equal(isMisnamed({ symbol: 'xUSDC', resourceAddress: xUsdc }), false)
})
