import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal, TradeError } from '@accord/protocol'
import { ConnectionError } from '@accord/sdk'
import { PageError } from '../sign/page-error.ts'
import { inWords, refusalOf } from './refusal-of.ts'

const total = Decimal.parse('106')

it('an order that lacks only its signature would be accepted', () => {
	assert.equal(refusalOf({ violations: [] }, total), undefined)
	assert.equal(
		refusalOf({ violations: [{ rule: 'not_signed', expected: 'at least one signature' }] }, total),
		undefined,
	)
})

it('explains in its own words why an order would be refused, and what the account can spend', () => {
	const funds = {
		rule: 'insufficient_funds',
		expected: 'at least 106 XRD in the account for this',
		found: '6.5 XRD, 99.5 XRD too little',
		missing_amount: { symbol: 'XRD', amount: '99.5' },
	}
	assert.deepEqual(refusalOf({ violations: [{ rule: 'not_signed' }, funds] }, total), {
		words: 'The account cannot pay for this in addition to its open orders.',
		spendable: Decimal.parse('6.5'),
	})
	const { missing_amount: _, ...ofAPreview } = funds
	assert.deepEqual(Object.keys(refusalOf({ violations: [ofAPreview] }, total) ?? {}), ['words'])
	assert.match(
		refusalOf({ violations: [{ rule: 'of_a_later_version' }] }, total)?.words ?? '',
		/\(of a later version\)/,
	)
})

it('no error shows text that was not written for traders', () => {
	const raw = 'expected 0x5c at /instructions/3'
	const errors = [
		new TradeError('manifest_schema', raw),
		new TradeError('no_liquidity', raw),
		new ConnectionError(raw),
		new TypeError(raw),
		raw,
	]
	for (const error of errors) {
		assert.doesNotMatch(inWords(error), /0x5c/)
		assert.match(inWords(error), /^[A-Z].*\.$/)
	}
	assert.equal(inWords(new PageError('Your wallet is locked.')), 'Your wallet is locked.')
})
