import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TradeError } from '@accord/protocol'
import { describeError } from './errors.ts'

test('an error is printed once: a violation that its message already describes has no line of its own', () => {
	const code = 'insufficient_funds'
	const item = { expected: 'at least 90000 XRD', found: '10000 XRD, 80000 XRD too little' }
	assert.deepEqual(describeError(TradeError.fromViolations([{ code, item }])), [
		'insufficient_funds: Insufficient funds: expected at least 90000 XRD, found 10000 XRD, 80000 XRD too little',
	])
})

test('further violations have a line each, with their place and rule', () => {
	const item = { pointer: '/pair', expected: 'a token', found: '1' }
	const error = TradeError.fromViolations([
		{ code: 'validation_failed', item },
		{ code: 'validation_failed', item: { ...item, pointer: '/side' } },
		{ code: 'manifest_schema', item: { instruction: 2, detail: 'not a limit order' } },
	])
	const [first = '', ...more] = describeError(error)
	assert.match(first, /^validation_failed: .*\/pair, expected a token, found 1$/)
	assert.deepEqual(more, ['  /side, expected a token, found 1', '  instruction 2, manifest_schema, not a limit order'])
})

test('a refusal of settings based on others says how to get the newest', () => {
	const error = new TradeError('settings_changed', 'the newest version is 2, and these are based on 0')
	const advice = 'run accord settings show again'
	assert.deepEqual(describeError(error), [`settings_changed: ${error.message}: ${advice}`])
})
