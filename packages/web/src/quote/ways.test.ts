import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal, type Quote, type QuotedLevel, type TradeTrace } from '@accord/protocol'
import { bestPriceOf, isRouted, waysOfQuote, waysOfTrade } from './ways.ts'

const d = Decimal.parse
const level = (price: string, amount: string): QuotedLevel => ({ price: d(price), amount: d(amount), maker: 1 })
const dollars = { ...level('0.05', '3000'), pair: { base: 'XRD', quote: 'xUSDC' } }
const ether = { ...level('3000', '0.05'), pair: { base: 'xETH', quote: 'xUSDC' } }
type Taken = Pick<Quote, 'pair' | 'limitOrder' | 'side' | 'levels'>
const sale: Taken = {
	pair: { base: 'XRD', quote: 'xETH' },
	limitOrder: { sell: { symbol: 'XRD', amount: d('3000') }, buy: { symbol: 'xETH', amount: d('0.05') } },
	side: 'bids',
	levels: [dollars, ether],
}
const quote = (change: Partial<Taken> = {}) => ({ ...sale, ...change }) as Quote

it('a quote says by which ways it leads', () => {
	assert.deepEqual(waysOfQuote(quote()), [['XRD', 'xUSDC', 'xETH']])
	assert.deepEqual(waysOfQuote(quote({ levels: [level('0.00002', '10'), dollars, ether] })), [
		['XRD', 'xETH'],
		['XRD', 'xUSDC', 'xETH'],
	])
	assert.equal(isRouted(waysOfQuote(quote({ levels: [level('0.00002', '10')] }))), false)
	assert.equal(isRouted(waysOfQuote(quote())), true)
})

it('the best price of a routed quote is that of its legs, in the tokens of its own pair', () => {
	const implied = d('0.000016666666666666')
	assert.deepEqual(bestPriceOf(quote()), { best: implied, isOnly: true })
	const worse = { ...ether, ...level('3010', '0.03') }
	assert.deepEqual(bestPriceOf(quote({ levels: [dollars, ether, worse] })), { best: implied, isOnly: false })
	const own = [level('0.00002', '10'), dollars, ether]
	assert.deepEqual(bestPriceOf(quote({ levels: own })), { best: d('0.00002'), isOnly: false })
	assert.deepEqual(bestPriceOf(quote({ levels: own, side: 'asks' })), { best: implied, isOnly: false })
})

it('a trade took the ways of those who signed', () => {
	const part = (state: string, sell: string, buy: string) => ({
		state,
		limitOrder: { sell: { symbol: sell }, buy: { symbol: buy } },
	})
	const ways = (...parts: readonly object[]) => waysOfTrade({ ...sale, parts } as unknown as TradeTrace)
	const filled = [part('filled', 'xUSDC', 'XRD'), part('filled', 'xETH', 'xUSDC')]
	assert.deepEqual(ways(part('rejected', 'xETH', 'XRD'), ...filled), [['XRD', 'xUSDC', 'xETH']])
	assert.deepEqual(ways(part('timed_out', 'xETH', 'XRD')), [['XRD', 'xETH']])
})
