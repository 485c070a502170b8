import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Decimal, type OrderBook } from '@accord/protocol'
import fc from 'fast-check'
import { feeInfo, usdc, xrd } from './quote-fixture.ts'
import { type SwapInput, sellableMax, swapQuote } from './swap-quote.ts'

const d = Decimal.parse
const book: OrderBook = {
	pair: { base: 'XRD', quote: 'xUSDC' },
	bids: [
		{ price: d('0.05'), amount: d('1000') },
		{ price: d('0.04'), amount: d('1000') },
	],
	asks: [{ price: d('0.06'), amount: d('500') }],
}
const source = { book, feeInfo, level: 0 }
const swap: SwapInput = { sell: xrd, buy: usdc, exact: 'sell', amount: d('2000'), slippage: Decimal.zero }

function quoteOf(changes: Partial<SwapInput>) {
	const answer = swapQuote({ ...swap, ...changes }, source)
	assert(
		answer.kind === 'quote',
		JSON.stringify(answer, (_, value) => String(value)),
	)
	return answer.quote
}

describe('swapQuote', () => {
	it('takes the best levels first, and computes the price impact', () => {
		const { atBook, order, fee, total, price, impact } = quoteOf({})
		assert.deepEqual(atBook.buy, { symbol: 'xUSDC', amount: d('90') })
		assert.deepEqual(order, atBook)
		assert.deepEqual(fee, { symbol: 'XRD', platformAmount: d('2'), settlementAmount: d('5.25') })
		assert.deepEqual(total, { symbol: 'XRD', amount: d('2007.25') })
		assert.equal(price, d('0.045'))
		assert.equal(impact, d('0.1'))
	})

	it('adds up what is expected and what is the worst case', () => {
		const { refund, paid, expected, order, tolerance, price, limitPrice, cost } = quoteOf({
			amount: d('1000'),
			slippage: d('0.02'),
		})
		assert.deepEqual([refund.amount, paid.amount], [d('4.35'), d('1001.9')])
		assert.deepEqual([expected.buy.amount, order.buy.amount], [d('50'), d('49')])
		assert.deepEqual(tolerance, { symbol: 'xUSDC', amount: d('1'), fraction: d('0.02') })
		assert.deepEqual([price, limitPrice], [d('0.05'), d('0.049')])
		// At the mid price of 0.055, 50 xUSDC are worth 909.09 XRD.
		assert.equal(cost.amount, d('92.809090909090909091'))
	})

	it('makers who sell at the book’s price are paid less than an exact amount that slippage makes a limit', () => {
		const slippage = d('0.02')
		const { order, expected, total, paid } = quoteOf({ sell: usdc, buy: xrd, amount: d('6'), slippage })
		assert.deepEqual([order.sell.amount, order.buy.amount], [d('6'), d('98')])
		assert.deepEqual([expected.sell.amount, expected.buy.amount], [d('5.88'), d('98')])
		assert.deepEqual([total.amount, paid.amount], [d('6.2685'), d('5.931')])
	})

	it('the rounding of dust is a cost and not a price impact', () => {
		const { atBook, price, impact, cost } = quoteOf({ amount: d('0.00003') })
		assert.equal(atBook.buy.amount, d('0.000001'))
		assert.deepEqual([price, impact], [d('0.05'), Decimal.zero])
		assert(cost.fraction > d('1000'))
	})

	it('an exact buy computes the amount sold from the other side of the book', () => {
		const { order, price, impact } = quoteOf({ sell: usdc, buy: xrd, exact: 'buy', amount: d('100') })
		assert.deepEqual(order, { sell: { symbol: 'xUSDC', amount: d('6') }, buy: { symbol: 'XRD', amount: d('100') } })
		assert.equal(price, d('0.06'))
		assert.equal(impact, Decimal.zero)
	})

	it('slippage worsens the side that is not exact, and fees follow the amount sold', () => {
		const slippage = d('0.01')
		assert.equal(quoteOf({ slippage }).order.buy.amount, d('89.1'))
		const bought = quoteOf({ sell: usdc, buy: xrd, exact: 'buy', amount: d('100'), slippage })
		assert.equal(bought.order.sell.amount, d('6.06'))
		assert.equal(bought.fee.platformAmount, d('0.00606'))
		assert.equal(bought.atBook.sell.amount, d('6'))
	})

	it('computes how much the balance lacks, including fees', () => {
		const exactly = swapQuote(swap, { ...source, balance: d('2007.25') })
		assert(exactly.kind === 'quote' && exactly.shortBy === undefined)
		const short = swapQuote(swap, { ...source, balance: d('2000') })
		assert(short.kind === 'quote')
		assert.deepEqual(short.shortBy, { symbol: 'XRD', amount: d('7.25') })
	})

	it('error: more than the book offers returns the most it offers', () => {
		const answer = swapQuote({ ...swap, amount: d('2000.1') }, source)
		assert(answer.kind === 'refused')
		assert.match(answer.reason, /at most 2,000 XRD/)
		assert.deepEqual(answer.largest, { symbol: 'XRD', amount: d('2000') })
	})

	it('error: an empty side and too small an amount have their own reasons', () => {
		const empty = swapQuote(swap, { ...source, book: { ...book, bids: [] } })
		assert(empty.kind === 'refused' && empty.largest === undefined)
		assert.match(empty.reason, /No maker is buying XRD/)
		const small = swapQuote({ ...swap, amount: d('0.000001') }, source)
		assert(small.kind === 'refused')
		assert.match(small.reason, /less than the smallest unit of xUSDC/)
	})
})

describe('sellableMax', () => {
	it('is read in eight digits, whatever the balance', () => {
		const sellable = (balance: string) => sellableMax({ balance: d(balance), sell: xrd, ...source })
		assert.equal(sellable('99899.152074346230000000'), d('99794.107'))
		assert.equal(sellable('5.250000012345678912'), d('0.000000012333345'))
	})

	it('leaves nothing in the account but rounding dust', () => {
		assert.equal(sellableMax({ balance: d('2007.25'), sell: xrd, ...source }), d('2000'))
		assert.equal(sellableMax({ balance: d('5.25'), sell: xrd, ...source }), Decimal.zero)
		assert.equal(sellableMax({ balance: Decimal.zero, sell: xrd, ...source }), Decimal.zero)
	})

	it('never exceeds the balance, but two units and a ten-millionth more would', () => {
		const deep = {
			...book,
			bids: [{ price: d('0.05'), amount: d('100000000000') }],
			asks: [{ price: d('0.06'), amount: d('100000000000') }],
		}
		fc.assert(
			fc.property(fc.bigInt({ min: 300_000n, max: 10n ** 12n }), units => {
				const balance = (units * Decimal.unit(6)) as Decimal
				const amount = sellableMax({ balance, sell: usdc, ...source })
				const totalOf = (sold: Decimal) => {
					const answer = swapQuote({ ...swap, sell: usdc, buy: xrd, amount: sold }, { ...source, book: deep })
					assert(answer.kind === 'quote')
					return answer.quote.total.amount
				}
				if (amount > 0n) assert(totalOf(amount) <= balance)
				const more = Decimal.roundUp((amount / 10n ** 7n) as Decimal, 6)
				assert(totalOf(Decimal.sum([amount, more, (2n * Decimal.unit(6)) as Decimal])) > balance)
			}),
		)
	})
})
