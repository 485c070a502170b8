import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal } from '@accord/protocol'
import { formMessage } from './form-message.ts'
import type { SwapForm } from './use-swap.ts'

const d = Decimal.parse
const sell = { symbol: 'XRD', divisibility: 18, resourceAddress: '', name: '', iconUrl: '' }
const order = { sell: { symbol: 'XRD', amount: d('100') }, buy: { symbol: 'xUSDC', amount: d('5') } }
const quote = {
	atBook: order,
	order,
	fee: { symbol: 'XRD', platformAmount: d('0.1'), settlementAmount: d('0.1') },
	total: { symbol: 'XRD', amount: d('100.2') },
	price: d('0.05'),
	impact: Decimal.zero,
	feeShare: d('0.002'),
}

function message(answer: SwapForm['answer'], hasAccount = true) {
	return formMessage({ answer, hasAccount, sell })
}

it('guides from an empty form to the review', () => {
	assert.deepEqual(message({ kind: 'empty' }), { label: 'Enter an amount', action: 'none', reason: '' })
	assert.equal(message({ kind: 'waiting' }).action, 'none')
	assert.deepEqual(message({ kind: 'quote', quote }, false), {
		label: 'Choose an account',
		action: 'account',
		reason: '',
	})
	assert.deepEqual(message({ kind: 'quote', quote }), { label: 'Review swap', action: 'review', reason: '' })
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
	assert.deepEqual([refused.action, refused.largest], ['none', '7'])
	assert.equal(message({ kind: 'invalid', reason: 'no' }).reason, 'no')
})

it('warns about a bad price and high fees, but allows the swap', () => {
	for (const worse of [{ impact: d('0.01') }, { feeShare: d('0.02') }]) {
		const { action, reason } = message({ kind: 'quote', quote: { ...quote, ...worse } })
		assert.equal(action, 'review')
		assert.notEqual(reason, '')
	}
})
