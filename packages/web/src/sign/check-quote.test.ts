import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal, type FeeInfo, type Quote } from '@accord/protocol'
import type { SwapInput } from '../quote/swap-quote.ts'
import { checkQuote } from './check-quote.ts'

const d = Decimal.parse
const xrd = { symbol: 'XRD', divisibility: 18, resourceAddress: 'resource_xrd', name: '', iconUrl: '' }
const usdc = { symbol: 'xUSDC', divisibility: 6, resourceAddress: 'resource_usdc', name: '', iconUrl: '' }
const swap: SwapInput = { sell: xrd, buy: usdc, exact: 'sell', amount: d('100'), slippage: Decimal.zero }
const feeInfo: FeeInfo = {
	verifyParentAccessRuleSborHex: '5c',
	perTokenSettlementFee: [{ symbol: 'XRD', solverAmount: d('0.25'), transactionExecutionAmount: d('5') }],
	perLevelPlatformFee: [
		{ takerFee: d('0.001'), makerFee: Decimal.zero },
		{ takerFee: d('0.0005'), makerFee: Decimal.zero },
	],
}
const terms = { networkId: 242, tokens: [xrd, usdc], verifyParentAccessRuleSborHex: '5c' }
const expected = { swap, account: 'account_sim1', feeInfo, terms }
const quote: Quote = {
	pair: { base: 'XRD', quote: 'xUSDC' },
	limitOrder: { sell: { symbol: 'XRD', amount: d('100') }, buy: { symbol: 'xUSDC', amount: d('4.99') } },
	expected: { sell: { symbol: 'XRD', amount: d('100') }, buy: { symbol: 'xUSDC', amount: d('4.99') } },
	fee: { symbol: 'XRD', platformAmount: d('0.1'), settlementAmount: d('5.25') },
	level: 0,
	total: { symbol: 'XRD', amount: d('105.35') },
	expectedRebate: { symbol: 'XRD', amount: d('4.5') },
	side: 'bids',
	levels: [],
	rounding: { symbol: 'xUSDC', direction: 'down', exact: '4.99', rounded: d('4.99') },
	validity: { bookSequence: 1, quotedAtMs: 1, expiresInSeconds: { min: 15, max: 60 } },
}

it('turns a quote into terms to sign', () => {
	const { terms, total, expectedRebate } = checkQuote(quote, expected)
	assert.deepEqual(terms, {
		account: 'account_sim1',
		sell: { resource: 'resource_xrd', amount: d('100') },
		buy: { resource: 'resource_usdc', amount: d('4.99') },
		fee: { platformAmount: d('0.1'), settlementAmount: d('5.25') },
		verifyParentAccessRuleSborHex: '5c',
	})
	assert.deepEqual([total, expectedRebate], [d('105.35'), d('4.5')])
	const fee = { ...quote.fee, platformAmount: d('0.05') }
	const discounted = { ...quote, fee, level: 1, total: { symbol: 'XRD', amount: d('105.3') } }
	assert.equal(checkQuote(discounted, expected).terms.fee.platformAmount, d('0.05'))
})

it('error: a quote for something else', () => {
	const { sell, buy } = quote.limitOrder
	const others: [change: Partial<Quote>, why: RegExp][] = [
		[{ limitOrder: { sell: { ...sell, amount: d('101') }, buy } }, /a different amount/],
		[{ limitOrder: { sell: buy, buy: sell } }, /xUSDC instead of XRD/],
		[{ fee: { ...quote.fee, platformAmount: d('0.2') } }, /does not match the fee table/],
		[{ fee: { ...quote.fee, settlementAmount: d('6') } }, /does not match the fee table/],
		[{ level: 1 }, /does not match the fee table/],
		[{ total: { symbol: 'XRD', amount: d('105.34') } }, /is not the sum of its parts/],
		[{ expectedRebate: { symbol: 'XRD', amount: d('5.26') } }, /promises back what it does not take/],
		[{ expectedRebate: { symbol: 'xUSDC', amount: d('4.5') } }, /promises back what it does not take/],
		[{ expected: { sell, buy: { ...buy, amount: d('4.98') } } }, /expects more/],
		[{ expected: { sell, buy: { ...buy, amount: d('5.5') } } }, /expects more/],
		[{ expected: { sell: { ...sell, amount: d('99') }, buy } }, /expects more/],
		[{ expected: { sell: buy, buy: sell } }, /xUSDC instead of XRD/],
		[{ rounding: { ...quote.rounding, rounded: d('5') } }, /other than the slippage chosen/],
	]
	for (const [change, why] of others) assert.throws(() => checkQuote({ ...quote, ...change }, expected), why)
	const exactBuy = { ...expected, swap: { ...swap, exact: 'buy' as const, amount: d('5') } }
	assert.throws(() => checkQuote(quote, exactBuy), /a different amount/)
})

it('what a route gives may be more than its prices say, by their last digits', () => {
	// 0.0000001 ÷ 60000 is 0.000000000001666666 and two thirds of a unit; a billion of them.
	const coin = { ...xrd, symbol: 'COIN', resourceAddress: 'resource_coin' }
	const bitcoin = { ...xrd, symbol: 'xwBTC', resourceAddress: 'resource_bitcoin' }
	const [sell, buy] = [
		{ symbol: 'COIN', amount: d('1000000000') },
		{ symbol: 'xwBTC', amount: d('0.001666666') },
	]
	const fee = { symbol: 'COIN', platformAmount: d('1000000'), settlementAmount: d('5.25') }
	const limitOrder = { sell, buy }
	const routed: Quote = {
		...quote,
		pair: { base: 'COIN', quote: 'xwBTC' },
		limitOrder,
		expected: { sell, buy: { ...buy, amount: d('0.001666666666666666') } },
		fee,
		total: { symbol: 'COIN', amount: d('1001000005.25') },
		expectedRebate: { symbol: 'COIN', amount: d('4.5') },
		levels: [{ price: d('0.0000001'), amount: sell.amount, maker: 1, pair: { base: 'COIN', quote: 'xUSDC' } }],
		rounding: { symbol: 'xwBTC', direction: 'down', exact: '0.001666666', rounded: d('0.001666666') },
	}
	const swap: SwapInput = { sell: coin, buy: bitcoin, exact: 'sell', amount: sell.amount, slippage: Decimal.zero }
	const fees = [{ symbol: 'COIN', solverAmount: d('0.25'), transactionExecutionAmount: d('5') }]
	const known = { ...terms, tokens: [coin, bitcoin], settlementFeeMax: { COIN: d('100') } }
	const wanted = { ...expected, swap, feeInfo: { ...feeInfo, perTokenSettlementFee: fees }, terms: known }
	assert.equal(checkQuote(routed, wanted).terms.buy.amount, buy.amount)
	assert.throws(() => checkQuote({ ...routed, levels: [] }, wanted), /expects more/)
	const more = { ...routed, expected: { sell, buy: { ...buy, amount: d('0.00166667') } } }
	assert.throws(() => checkQuote(more, wanted), /expects more/)
})

it('error: fees and tokens that this browser does not expect, though the fee table agrees', () => {
	const dear = {
		...feeInfo,
		perTokenSettlementFee: [{ symbol: 'XRD', solverAmount: d('6'), transactionExecutionAmount: d('5') }],
	}
	const fee = { ...quote.fee, settlementAmount: d('11') }
	const asked = { ...quote, fee, total: { symbol: 'XRD', amount: d('111.1') } }
	assert.throws(() => checkQuote(asked, { ...expected, feeInfo: dear }), { reason: 'settlement_fee' })
	assert.throws(() => checkQuote(quote, { ...expected, terms: { ...terms, tokens: [xrd] } }), {
		reason: 'unknown_token',
	})
})
