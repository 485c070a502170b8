import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composeLimitOrderManifest, Decimal } from '@accord/protocol'
import { participant } from '../../../test/fixtures/ledger.ts'
import { readManifest, signatureAccessRule } from './addon.ts'
import { parseInstructions } from './instruction.ts'
import { readOrderTerms } from './order-terms.ts'
import { outerManifest } from './wrap.ts'

const xrd = 'resource_sim1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxakj8n3'
const other = 'resource_sim1thvwu8dh6lk4y9mntemkvj25wllq8adq42skzufp4m8wxxuemugnez'
const owner = participant('user-1')
const { curve, publicKey } = owner.keyPair
const rule = signatureAccessRule({ curve, publicKey }, 242)

const manifest = composeLimitOrderManifest({
	account: owner.account,
	sell: { resource: xrd, amount: Decimal.parse('100') },
	buy: { resource: other, amount: Decimal.parse('5') },
	fee: { platformAmount: Decimal.parse('0.1'), settlementAmount: Decimal.parse('0.5') },
	verifyParentAccessRule: rule.manifest,
})
const lines = manifest.split('\n')

const terms = {
	account: owner.account,
	sell: { resource: xrd, amount: Decimal.parse('100') },
	buy: { resource: other, amount: Decimal.parse('5') },
	platformFee: Decimal.parse('0.1'),
	settlementFee: Decimal.parse('0.5'),
	assertionIndex: 3,
	hasPrefix: false,
}

function termsOf(text: readonly string[]) {
	return readOrderTerms(readManifest(text.join('\n'), 242))
}

test('the terms of the specification’s manifest are read', () => {
	assert.deepEqual(termsOf(lines), terms)
})

test('a leading ASSERT_WORKTOP_IS_EMPTY is no prefix, any other instruction is', () => {
	assert.deepEqual(termsOf(['ASSERT_WORKTOP_IS_EMPTY;', ...lines]), { ...terms, assertionIndex: 4 })
	const withdraw = `CALL_METHOD Address("${owner.account}") "withdraw" Address("${other}") Decimal("1");`
	assert.deepEqual(termsOf([withdraw, ...lines]), { ...terms, assertionIndex: 4, hasPrefix: true })
})

test('the optional assertion between steps 7 and 8 changes no term', () => {
	const optional = `ASSERT_NEXT_CALL_RETURNS_ONLY Map<Address, Enum>(Address("${xrd}") => Enum<ResourceConstraint::AtLeastAmount>(Decimal("0")));`
	assert.deepEqual(termsOf(lines.toSpliced(7, 0, optional)), terms)
})

test('a manifest without the pattern has no terms', () => {
	const instructions = readManifest(manifest, 242)
	for (const at of [0, 1, 2, 3, 4, 5, 6, 7])
		assert.equal(readOrderTerms(instructions.toSpliced(at, 1)), undefined, lines[at])
	assert.equal(termsOf(['YIELD_TO_PARENT;']), undefined)
})

test('instructions are typed, and VERIFY_PARENT carries the rule as the wire has it', () => {
	const parsed = parseInstructions(readManifest(manifest, 242))
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
	assert.equal(verify?.kind === 'verify_parent' ? verify.accessRuleSborHex : '', rule.sborHex)
	assert.match(rule.sborHex, /^5c/)
})

test('the outer leaves out what is zero', () => {
	const outer = (platformFee: string, rebate: string) =>
		outerManifest({
			innerId: 'subtxid_sim1…',
			sellResource: xrd,
			platformFee: Decimal.parse(platformFee),
			rebate: Decimal.parse(rebate),
			serviceAccount: 'account_sim1…',
		})
	assert.equal(
		outer('0.1', '0.2'),
		`USE_CHILD NamedIntent("order") Intent("subtxid_sim1…");
YIELD_TO_CHILD NamedIntent("order");
YIELD_TO_PARENT Expression("ENTIRE_WORKTOP");
YIELD_TO_CHILD NamedIntent("order") Expression("ENTIRE_WORKTOP");
TAKE_FROM_WORKTOP Address("${xrd}") Decimal("0.1") Bucket("platform-fee");
CALL_METHOD Address("account_sim1…") "deposit" Bucket("platform-fee");
TAKE_FROM_WORKTOP Address("${xrd}") Decimal("0.2") Bucket("rebate");
YIELD_TO_CHILD NamedIntent("order") Bucket("rebate");
YIELD_TO_PARENT Expression("ENTIRE_WORKTOP");`,
	)
	assert.equal(
		outer('0', '0'),
		`USE_CHILD NamedIntent("order") Intent("subtxid_sim1…");
YIELD_TO_CHILD NamedIntent("order");
YIELD_TO_PARENT Expression("ENTIRE_WORKTOP");
YIELD_TO_CHILD NamedIntent("order") Expression("ENTIRE_WORKTOP");
YIELD_TO_CHILD NamedIntent("order");
YIELD_TO_PARENT Expression("ENTIRE_WORKTOP");`,
	)
})
