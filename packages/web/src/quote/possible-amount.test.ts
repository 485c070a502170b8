import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal, type OrderBook } from '@accord/protocol'
import fc from 'fast-check'
import { possibleAmount } from './possible-amount.ts'
import { feeInfo, usdc, xrd } from './quote-fixture.ts'
import { type SwapInput, swapQuote } from './swap-quote.ts'

const d = Decimal.parse
const book: OrderBook = {
	pair: { base: 'XRD', quote: 'xUSDC' },
	bids: [
		{ price: d('0.0501'), amount: d('1000.000000000000000003') },
		{ price: d('0.0403'), amount: d('1000') },
	],
	asks: [
		{ price: d('0.0607'), amount: d('500') },
		{ price: d('0.0703'), amount: d('77.7') },
	],
}
const source = { book, feeInfo, level: 0 }
const sold: SwapInput = { sell: xrd, buy: usdc, exact: 'sell', amount: d('100000'), slippage: Decimal.zero }

it('is what the book takes, or what the balance pays if that is less', () => {
	assert.equal(possibleAmount(sold, source), d('2000.000000000000000003'))
	assert.equal(possibleAmount(sold, { ...source, balance: d('105.35') }), d('100'))
	assert.equal(possibleAmount({ ...sold, amount: d('50') }, { ...source, balance: d('1000') }), d('50'))
	assert.equal(possibleAmount({ ...sold, exact: 'buy' }, { ...source, balance: d('105.35') }), d('5.01'))
})

it('is undefined where nothing is possible', () => {
	assert.equal(possibleAmount(sold, { ...source, balance: d('5') }), undefined)
	assert.equal(possibleAmount(sold, { ...source, book: { ...book, bids: [] } }), undefined)
	assert.equal(possibleAmount({ ...sold, amount: d('0.000001') }, source), undefined)
})

it('is never refused again', () => {
	const swaps = fc.record({
		isSold: fc.boolean(),
		exact: fc.constantFrom('sell' as const, 'buy' as const),
		slippage: fc.constantFrom(d('0'), d('0.001'), d('0.2')),
		balance: fc.option(
			fc.bigInt({ min: 0n, max: 10n ** 10n }).map(units => (units * Decimal.unit(6)) as Decimal),
			{ nil: undefined },
		),
	})
	fc.assert(
		fc.property(swaps, ({ isSold, exact, slippage, balance }) => {
			const [sell, buy] = isSold ? [xrd, usdc] : [usdc, xrd]
			const swap: SwapInput = { sell, buy, exact, amount: d('100000000'), slippage }
			const given = { ...source, ...(balance === undefined ? {} : { balance }) }
			const amount = possibleAmount(swap, given)
			if (amount === undefined) return
			const answer = swapQuote({ ...swap, amount }, given)
			assert(answer.kind === 'quote' && answer.shortBy === undefined)
		}),
	)
})
