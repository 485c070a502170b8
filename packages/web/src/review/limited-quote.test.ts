import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal, type LimitOrder, type Quote } from '@accord/protocol'
import { feeInfo, usdc, xrd } from '../quote/quote-fixture.ts'
import { checkQuote } from '../sign/check-quote.ts'
import { limitedQuote, swapAtLimit } from './limited-quote.ts'

const d = Decimal.parse
const pair = { base: 'XRD', quote: 'xUSDC' }
const order = (sold: string, bought: string): LimitOrder => ({
	sell: { symbol: 'XRD', amount: d(sold) },
	buy: { symbol: 'xUSDC', amount: d(bought) },
})
const limit = order('100', '5.1')
const typed = { sell: xrd, buy: usdc, exact: 'buy', amount: d('7'), slippage: d('0.01') } as const
const swap = swapAtLimit(limit, { swap: typed, pair })
const terms = {
	networkId: 242,
	tokens: [xrd, usdc],
	verifyParentAccessRuleSborHex: '5c',
	settlementFeeMax: { XRD: d('10') },
}
const expected = { swap, account: 'account_sim1', feeInfo, terms }

function atBook(bought: string): Quote {
	const limitOrder = order('100', bought)
	return {
		pair,
		limitOrder,
		expected: limitOrder,
		fee: { symbol: 'XRD', platformAmount: d('0.1'), settlementAmount: d('5.25') },
		level: 0,
		total: { symbol: 'XRD', amount: d('105.35') },
		expectedRebate: { symbol: 'XRD', amount: d('4.5') },
		side: 'bids',
		levels: [],
		rounding: { symbol: 'xUSDC', direction: 'down', exact: bought, rounded: d(bought) },
		validity: { bookSequence: 1, quotedAtMs: 1, expiresInSeconds: { min: 15, max: 60 } },
	}
}

function limited(bought: string) {
	const quote = atBook(bought)
	return limitedQuote({ quote, checked: checkQuote(quote, expected) }, { limit, ...expected })
}

it('makes the base exact, for which makers are asked, without slippage', () => {
	assert.deepEqual(swap, { ...typed, exact: 'sell', amount: d('100'), slippage: Decimal.zero })
	const purchase: LimitOrder = { sell: limit.buy, buy: limit.sell }
	const bought = swapAtLimit(purchase, { swap: { ...typed, sell: usdc, buy: xrd }, pair })
	assert.deepEqual([bought.exact, bought.amount], ['buy', d('100')])
})

it('signs exactly the limit, whatever the book gives, and expects what is better', () => {
	for (const [bought, wanted] of [
		['5.2', '5.2'],
		['5.1', '5.1'],
		['4.9', '5.1'],
	] as const) {
		const { quote, checked } = limited(bought)
		assert.deepEqual(quote.limitOrder, limit)
		assert.deepEqual(quote.expected, order('100', wanted))
		assert.equal(checked.terms.sell.amount, d('100'))
		assert.equal(checked.terms.buy.amount, d('5.1'))
		assert.equal(quote.total.amount, d('105.35'))
	}
})

it('takes the fee of what the limit sells', () => {
	const purchase: LimitOrder = { sell: { symbol: 'xUSDC', amount: d('6') }, buy: { symbol: 'XRD', amount: d('100') } }
	const bought = swapAtLimit(purchase, { swap: { ...typed, sell: usdc, buy: xrd }, pair })
	const asked = order('100', '5')
	const fee = { symbol: 'xUSDC', platformAmount: d('0.005'), settlementAmount: d('0.2625') }
	const limitOrder = { sell: asked.buy, buy: asked.sell }
	const quote = {
		...atBook('5'),
		limitOrder,
		expected: limitOrder,
		fee,
		total: { symbol: 'xUSDC', amount: d('5.2675') },
		expectedRebate: { symbol: 'xUSDC', amount: d('0.2') },
	}
	const wide = { ...terms, settlementFeeMax: { xUSDC: d('1') } }
	const inputs = { ...expected, swap: bought, terms: wide }
	const { quote: signed, checked } = limitedQuote(
		{ quote, checked: checkQuote(quote, inputs) },
		{ limit: purchase, ...inputs },
	)
	assert.equal(checked.terms.fee.platformAmount, d('0.006'))
	assert.equal(signed.total.amount, d('6.2685'))
	assert.equal(checked.total, d('6.2685'))
})
