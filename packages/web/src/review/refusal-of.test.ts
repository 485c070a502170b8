import assert from 'node:assert/strict'
import { it } from 'node:test'
import { refusalOf } from './refusal-of.ts'

it('an order that lacks only its signature would be taken', () => {
	assert.equal(refusalOf({ violations: [] }), undefined)
	assert.equal(refusalOf({ violations: [{ rule: 'not_signed', expected: 'at least one signature' }] }), undefined)
})

it('says why it would be refused, and what helps', () => {
	const funds = { rule: 'insufficient_funds', expected: 'at least 106', found: '7' }
	const said = refusalOf({ violations: [{ rule: 'not_signed' }, funds] })
	assert.match(said ?? '', /^Insufficient funds\. \(expected at least 106, found 7\) Sell less/)
	assert.match(refusalOf({ violations: [{ rule: 'of_a_later_version' }] }) ?? '', /refuse it: of_a_later_version/)
})
