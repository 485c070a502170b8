import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { FeeInfo, Token } from '@accord/protocol'
import { acceptChange, compareWithKnown } from './known-terms.ts'

function emptyStorage() {
	const kept = new Map<string, string>()
	return {
		getItem: (key: string) => kept.get(key) ?? null,
		setItem: (key: string, value: string) => void kept.set(key, value),
		removeItem: (key: string) => void kept.delete(key),
	}
}

const token = (symbol: string, resourceAddress: string): Token => {
	return { symbol, resourceAddress, divisibility: 18, name: symbol, iconUrl: '' }
}
const rules = (verifyParentAccessRuleSborHex: string): FeeInfo => {
	return { verifyParentAccessRuleSborHex, perTokenSettlementFee: [], perLevelPlatformFee: [] }
}
const market = { networkId: 242, tokens: [token('XRD', 'resource_xrd')], feeInfo: rules('5c01') }

it('keeps the first values, and later new ones', () => {
	const storage = emptyStorage()
	assert.equal(compareWithKnown(storage, market), undefined)
	const more = { ...market, tokens: [...market.tokens, token('xUSDC', 'resource_usdc')] }
	assert.equal(compareWithKnown(storage, more), undefined)
	assert.equal(compareWithKnown(storage, market), undefined)
	const swapped = { ...more, tokens: [token('XRD', 'resource_xrd'), token('xUSDC', 'resource_other')] }
	assert.deepEqual(compareWithKnown(storage, swapped), { what: 'xUSDC', was: 'resource_usdc', is: 'resource_other' })
	assert.equal(compareWithKnown(storage, { ...swapped, networkId: 1 }), undefined)
})

it('names a key that has changed, until the user accepts it', () => {
	const storage = emptyStorage()
	compareWithKnown(storage, market)
	const rotated = { ...market, feeInfo: rules('5c02') }
	assert.deepEqual(compareWithKnown(storage, rotated), { what: 'the key that settles trades', was: '5c01', is: '5c02' })
	assert.equal(compareWithKnown(storage, rotated)?.is, '5c02')
	acceptChange(storage, rotated)
	assert.equal(compareWithKnown(storage, rotated), undefined)
})

it('treats unreadable storage as a first visit', () => {
	const storage = emptyStorage()
	storage.setItem('accord.known.242', '{"accessRule":1')
	assert.equal(compareWithKnown(storage, market), undefined)
})
