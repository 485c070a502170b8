import assert from 'node:assert/strict'
import { it } from 'node:test'
import { pairKey, samePair } from './pair.ts'

it('a pair is written base first', () => {
	assert.equal(pairKey({ base: 'XRD', quote: 'xUSDC' }), 'XRD/xUSDC')
})

it('the inverted pair is another pair', () => {
	assert(samePair({ base: 'XRD', quote: 'xUSDC' }, { base: 'XRD', quote: 'xUSDC' }))
	assert(!samePair({ base: 'XRD', quote: 'xUSDC' }, { base: 'xUSDC', quote: 'XRD' }))
})
