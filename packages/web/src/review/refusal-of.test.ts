import assert from 'node:assert/strict'
import { it } from 'node:test'
import { refusalOf } from './refusal-of.ts'

it('an order that lacks only its signature would be accepted', () => {
	assert.equal(refusalOf({ violations: [] }), undefined)
	assert.equal(refusalOf({ violations: [{ rule: 'not_signed', expected: 'at least one signature' }] }), undefined)
})

it('explains why an order would be refused, and what to do', () => {
	const funds = { rule: 'insufficient_funds', expected: 'at least 106', found: '7' }
	const refusal = refusalOf({ violations: [{ rule: 'not_signed' }, funds] })
	assert.match(refusal ?? '', /^Insufficient funds\. \(expected at least 106, found 7\) Enter a smaller amount/)
	assert.match(refusalOf({ violations: [{ rule: 'of_a_later_version' }] }) ?? '', /refuse it: of_a_later_version/)
})
