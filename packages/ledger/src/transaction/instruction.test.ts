import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkId, orderLines, serviceRule } from '../../../../test/fixtures/limit-order.ts'
import { parseInstructions, readManifest } from '../codec.ts'

test('instructions are typed, and VERIFY_PARENT carries the rule as on the wire', () => {
	const parsed = parseInstructions(readManifest(orderLines().join('\n'), networkId))
	assert.deepEqual(
		parsed.map(({ kind }) => kind),
		[
			'verify_parent',
			'call_method',
			'take_from_worktop',
			'assert_next_call_returns_only',
			'yield_to_parent',
			'take_from_worktop',
			'take_from_worktop',
			'yield_to_parent',
			'call_method',
			'yield_to_parent',
		],
	)
	const [verify] = parsed
	assert.equal(verify?.kind === 'verify_parent' ? verify.accessRuleSborHex : '', serviceRule.sborHex)
	assert.match(serviceRule.sborHex, /^5c/)
})
