import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { createMarket, feeInfoOf } from './market.ts'

const token = (symbol: string, divisibility: number) => {
	return { symbol, resourceAddress: `resource_${symbol}`, divisibility, name: symbol, iconUrl: '' }
}
const pair = { base: 'XRD', quote: 'xUSDC' }
const market = createMarket({
	networkId: 242,
	xrdAddress: 'resource_XRD',
	tokens: [token('XRD', 18), token('xUSDC', 6), token('xwBTC', 8), token('xETH', 18)],
	pairs: [pair],
})

describe('the market', () => {
	test('finds tokens by symbol and by address', () => {
		assert.equal(market.token('xwBTC').divisibility, 8)
		assert.equal(market.tokenByAddress('resource_xwBTC')?.symbol, 'xwBTC')
		assert.equal(market.tokenByAddress('resource_other'), undefined)
	})

	test('selling base takes the bids, selling quote takes the asks', () => {
		assert.deepEqual(market.pairOf({ sell: 'XRD', buy: 'xUSDC' }), { pair, side: 'bids' })
		assert.deepEqual(market.pairOf({ sell: 'xUSDC', buy: 'XRD' }), { pair, side: 'asks' })
		assert.equal(market.pairOf({ sell: 'xwBTC', buy: 'XRD' }), undefined)
	})

	// shows order book: Pair: base and quote symbol
	test('error: unknown tokens, unknown and inverted pairs', () => {
		assert.throws(() => market.token('DOGE'), { code: 'unknown_token' })
		assert.throws(() => market.pair('xUSDC', 'XRD'), { code: 'unknown_pair' })
		assert.deepEqual(market.pair('XRD', 'xUSDC'), pair)
	})
})

describe('the fee table', () => {
	const settlement = {
		prices: {
			XRD: Decimal.parse('0.05'),
			xUSDC: Decimal.one,
			xwBTC: Decimal.parse('60000'),
			xETH: Decimal.parse('3000'),
		},
		executionAmountXrd: Decimal.parse('5'),
		solverAmountXrd: Decimal.parse('0.25'),
		priceBand: Decimal.parse('0.5'),
		surplusMinXrd: Decimal.parse('0.1'),
	}
	const settings = { market, settlement, levels: [], rules: { verifyParentAccessRuleSborHex: '5c' } }

	// shows fees: Fee info: access rule, settlement fee per token, platform fee per level
	test('every token’s fees are worth 5 XRD and 0.25 XRD, rounded up to its unit', () => {
		const { perTokenSettlementFee } = feeInfoOf(settings)
		const table = perTokenSettlementFee.map(fee => [
			fee.symbol,
			Decimal.format(fee.solverAmount),
			Decimal.format(fee.transactionExecutionAmount),
		])
		assert.deepEqual(table, [
			['XRD', '0.25', '5'],
			['xUSDC', '0.0125', '0.25'],
			['xwBTC', '0.00000021', '0.00000417'],
			['xETH', '0.000004166666666667', '0.000083333333333334'],
		])
	})

	test('error: a token without a price, a market without XRD', () => {
		const { XRD, ...others } = settlement.prices
		assert.throws(() => feeInfoOf({ ...settings, settlement: { ...settlement, prices: others } }), /price of XRD/)
		const withoutXrd = createMarket({ ...market, xrdAddress: 'resource_other' })
		assert.throws(() => feeInfoOf({ ...settings, market: withoutXrd }), /XRD is missing/)
	})
})
