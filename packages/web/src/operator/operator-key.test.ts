import assert from 'node:assert/strict'
import { it } from 'node:test'
import { TradeError } from '@accord/protocol'
import { isRefusedKey, readKey, UnsentKey } from '../key-view/entered-key.ts'
import { describeOperatorError, operatorKeyKind } from './operator-key.ts'

it('reads the key in what was pasted', () => {
	assert.equal(readKey(' 7f7f7f\n', operatorKeyKind), '7f7f7f')
	assert.equal(readKey('accord_operator_abc', operatorKeyKind), 'accord_operator_abc')
})

for (const [text, reason] of [
	['', /Enter your operator key/],
	['  ', /Enter your operator key/],
	['accord_abc', /maker’s key/],
	['two words', /cannot be an operator key/],
	['ключ', /cannot be an operator key/],
	['a'.repeat(513), /cannot be an operator key/],
] as const)
	it(`error: ${JSON.stringify(text.slice(0, 20))} is not sent`, () => {
		assert.throws(
			() => readKey(text, operatorKeyKind),
			error => error instanceof UnsentKey && reason.test(describeOperatorError(error).reason),
		)
	})

it('a refused key has its own message', () => {
	assert.equal(isRefusedKey(new TradeError('unauthorized')), true)
	assert.equal(isRefusedKey(new TradeError('forbidden')), false)
	assert.match(describeOperatorError(new TradeError('unauthorized')).reason, /does not accept this key/)
})
