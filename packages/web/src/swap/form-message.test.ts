import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal } from '@accord/protocol'
import { spreadOf } from '../book/spread.ts'
import { type QuotedSwap, swapFigures } from '../quote/swap-quote.ts'
import { formMessage } from './form-message.ts'
import type { SwapForm } from './use-swap.ts'

const d = Decimal.parse
const sell = { symbol: 'XRD', divisibility: 18, resourceAddress: '', name: '', iconUrl: '' }
const order = { sell: { symbol: 'XRD', amount: d('100') }, buy: { symbol: 'xUSDC', amount: d('5') } }
const fee = { symbol: 'XRD', platformAmount: d('0.1'), settlementAmount: d('0.1') }
const refund = { symbol: 'XRD', amount: Decimal.zero }
const level = (price: string) => [{ price: d(price), amount: d('1000') }]
const spread = (bid: string, ask: string) => spreadOf({ bids: level(bid), asks: level(ask) })
const quoted: QuotedSwap = {
	atBook: order,
	order,
	expected: order,
	exact: 'sell',
	fee,
	refund,
	base: 'XRD',
	price: d('0.05'),
	best: d('0.05'),
	spread: spread('0.0499', '0.0501'),
}
const quote = swapFigures(quoted)

function message(answer: SwapForm['answer'], hasAccount = true) {
	return formMessage({ answer, hasAccount, possible: undefined, sell, sensible: d('40') })
}

it('guides from an empty form to the review', () => {
	assert.match(message({ kind: 'empty' }).reason, /^Sensible from about 40 XRD: below/)
	assert.equal(message({ kind: 'empty' }).action, 'none')
	assert.equal(message({ kind: 'waiting' }).action, 'none')
	assert.match(message({ kind: 'ambiguous' }).reason, /two ways/)
	assert.equal(message({ kind: 'quote', quote }, false).action, 'account')
	assert.deepEqual(message({ kind: 'quote', quote }), {
		label: 'Review swap',
		action: 'review',
		reason: '',
		level: 'fine',
	})
})

it('explains what is missing before anything is signed', () => {
	const short = message({ kind: 'quote', quote, shortBy: { symbol: 'XRD', amount: d('0.2') } })
	assert.equal(short.action, 'none')
	assert.match(short.reason, /need 0\.2 XRD more/)
	const refused = message({
		kind: 'refused',
		reason: 'The makers buy at most 7 XRD.',
		largest: { symbol: 'XRD', amount: d('7') },
	})
	assert.deepEqual([refused.action, refused.reason], ['none', 'The makers buy at most 7 XRD.'])
	assert.equal(message({ kind: 'invalid', reason: 'no' }).reason, 'no')
})

it('warns about a bad price and a high cost, but allows the swap', () => {
	const impaired = message({
		kind: 'quote',
		quote: swapFigures({ ...quoted, price: d('0.05'), best: d('0.0506'), spread: spread('0.0506', '0.0507') }),
	})
	assert.deepEqual([impaired.action, impaired.level], ['review', 'fine'])
	assert.match(impaired.reason, /High price impact/)
	const costing = (settlementAmount: string) =>
		message({
			kind: 'quote',
			quote: swapFigures({ ...quoted, fee: { ...fee, settlementAmount: d(settlementAmount) } }),
		})
	const high = costing('1.9')
	assert.deepEqual([high.action, high.level, high.label], ['review', 'high', 'Review swap'])
	assert.equal(high.reason, 'This swap costs 2% of what you sell. Sensible from about 40 XRD.')
	const severe = costing('74.9')
	assert.deepEqual([severe.action, severe.level, severe.label], ['review', 'severe', 'Review anyway: costs 75%'])
})

it('warns that the price of a crossed book may not be filled', () => {
	for (const [bid, ask] of [
		['0.0512', '0.0501'],
		['0.05', '0.05'],
	] as const) {
		const { mid, isCrossed } = swapFigures({ ...quoted, spread: spread(bid, ask) })
		assert.deepEqual([mid, isCrossed], [undefined, true])
		const crossed = message({ kind: 'quote', quote: swapFigures({ ...quoted, spread: spread(bid, ask) }) })
		assert.deepEqual(crossed, {
			label: 'Review swap',
			action: 'review',
			reason: 'The book is crossed: this price may not be filled.',
			level: 'high',
		})
	}
})

it('says that the balance covers less than the makers take, where less is offered', () => {
	const answer = { kind: 'refused', reason: 'Makers buy at most 50 XRD right now.', largest: order.sell } as const
	const reasonFor = (possible: Decimal) =>
		formMessage({ answer, hasAccount: true, possible, sell, sensible: d('40') }).reason
	assert.equal(reasonFor(d('99')), 'Makers buy at most 50 XRD right now. Your balance covers less.')
	assert.equal(reasonFor(d('100')), 'Makers buy at most 50 XRD right now.')
})
