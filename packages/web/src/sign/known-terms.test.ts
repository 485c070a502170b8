import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal, type FeeInfo, type Token } from '@accord/protocol'
import { acceptChange, compareWithKnown, keepTerms, signerTerms, unknownTokens } from './known-terms.ts'

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
	assert.deepEqual(unknownTokens(storage, market), market.tokens)
	keepTerms(storage, market)
	assert.deepEqual(unknownTokens(storage, market), [])
	const usdc = token('xUSDC', 'resource_usdc')
	const more = { ...market, tokens: [...market.tokens, usdc] }
	assert.equal(compareWithKnown(storage, more), undefined)
	assert.deepEqual(unknownTokens(storage, more), [usdc])
	keepTerms(storage, more)
	const swapped = { ...more, tokens: [token('XRD', 'resource_xrd'), token('xUSDC', 'resource_other')] }
	assert.deepEqual(compareWithKnown(storage, swapped), { what: 'xUSDC', was: 'resource_usdc', is: 'resource_other' })
	keepTerms(storage, swapped)
	assert.equal(compareWithKnown(storage, more), undefined)
	const finer = { ...more, tokens: [{ ...usdc, divisibility: 6 }] }
	assert.deepEqual(compareWithKnown(storage, finer), { what: 'the number of decimals of xUSDC', was: '18', is: '6' })
	assert.equal(compareWithKnown(storage, { ...swapped, networkId: 1 }), undefined)
})

it('names a key that has changed, until the user accepts it', () => {
	const storage = emptyStorage()
	keepTerms(storage, market)
	const rotated = { ...market, feeInfo: rules('5c02') }
	assert.deepEqual(compareWithKnown(storage, rotated), { what: 'the key that settles trades', was: '5c01', is: '5c02' })
	assert.equal(compareWithKnown(storage, rotated)?.is, '5c02')
	acceptChange(storage, rotated)
	assert.equal(compareWithKnown(storage, rotated), undefined)
})

it('lets settling cost twice what it did at first, and no more', () => {
	const storage = emptyStorage()
	const costing = (fee: string) => {
		const entry = { symbol: 'xUSDC', solverAmount: Decimal.parse(fee), transactionExecutionAmount: Decimal.zero }
		return {
			...market,
			tokens: [token('xUSDC', 'resource_usdc')],
			feeInfo: { ...rules('5c01'), perTokenSettlementFee: [entry] },
		}
	}
	keepTerms(storage, costing('0.25'))
	assert.equal(compareWithKnown(storage, costing('0.5')), undefined)
	const what = 'the settlement fee in xUSDC'
	assert.deepEqual(compareWithKnown(storage, costing('0.51')), { what, was: '0.25', is: '0.51' })
	assert.deepEqual(signerTerms(storage, costing('0.5')).settlementFeeMax, { xUSDC: Decimal.parse('0.5') })
})

it('treats unreadable storage as a first visit', () => {
	const storage = emptyStorage()
	storage.setItem('accord.known.242', '{"accessRule":1')
	assert.equal(compareWithKnown(storage, market), undefined)
	assert.deepEqual(unknownTokens(storage, market), market.tokens)
})
