import assert from 'node:assert/strict'
import { it } from 'node:test'
import { pairKey } from './pair.ts'

it('a pair is written base first', () => {
	assert.equal(pairKey({ base: 'XRD', quote: 'xUSDC' }), 'XRD/xUSDC')
})
