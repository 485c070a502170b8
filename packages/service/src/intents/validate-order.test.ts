import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSubintent, deriveKeyPair, signSubintent } from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import { edited, header, inserted, type OrderCase, rebate, verdict } from '../testing/order-case.ts'
import {
	amountOf,
	component,
	goodHeader,
	networkId,
	nowS,
	type OrderParts,
	orderLines,
	resources,
	rules,
	secondKey,
	signedOrder,
	stranger,
	strangersRule,
	user,
	userKey,
} from '../testing/order-fixture.ts'
import { readSignedPartial } from './read-intent.ts'
import { validateOrder } from './validate-order.ts'

const accepted: OrderCase[] = [
	{ title: 'the specification’s manifest', parts: {} },
	{
		title: 'the optional assertion of the fee resource before step 8',
		parts: { edit: inserted(7, rebate(resources.XRD)) },
	},
	{ title: 'a leading ASSERT_WORKTOP_IS_EMPTY', parts: { edit: inserted(0, 'ASSERT_WORKTOP_IS_EMPTY;') } },
	{
		title: 'the signer’s own prefix',
		parts: { edit: inserted(0, `CALL_METHOD Address("${component}") "swap" 1u8;`, 'DROP_AUTH_ZONE_PROOFS;') },
	},
	{ title: 'several signatures, of both curves', parts: { keyPairs: [userKey, secondKey] } },
	{ title: 'an account other than the signer’s, which only the ledger can check', parts: { account: stranger } },
	{ title: 'fees above the minimum', parts: { platformFee: '0.2', settlementFee: '6' } },
	{ title: 'the platform fee of a better level', parts: { platformFee: '0.05' }, rules: { level: 1 } },
	{ title: 'a zero platform fee where the fraction is zero', parts: { platformFee: '0' }, rules: { role: 'maker' } },
	{
		title: 'the platform fee cut at 18 places, then rounded up to the unit',
		parts: {
			sell: amountOf('33.333333', 'xUSDC'),
			buy: amountOf('600', 'XRD'),
			platformFee: '0.033334',
			settlementFee: '0.2625',
		},
	},
	{ title: 'the smallest amounts of both tokens', parts: smallest() },
	{ title: 'an expiry 15 s ahead', parts: header({ maxTimestampS: nowS + 15 }) },
	{ title: 'an expiry 60 s ahead', parts: header({ maxTimestampS: nowS + 60 }) },
	{ title: 'a minimum timestamp at the ledger’s clock', parts: header({ minTimestampS: nowS }) },
	{ title: 'only the current epoch', parts: header({ startEpoch: 10, endEpoch: 11 }) },
]

function smallest(): OrderParts {
	const platformFee = '0.000000000000000001'
	return { sell: amountOf('0.000000000000001', 'XRD'), buy: amountOf('0.000001', 'xUSDC'), platformFee }
}

for (const one of accepted) {
	test(`accepted: ${one.title}`, () => {
		const { validated, code, errors } = verdict(one)
		assert.ok(validated !== undefined, `${code}: ${JSON.stringify(errors)}`)
	})
}

test('a validated order has the terms of its bytes', () => {
	const info = signedOrder()
	assert.deepEqual(validateOrder(rules, info), {
		subintentHash: info.subintentHash,
		subintentId: info.subintentId,
		account: user,
		payers: [user],
		limitOrder: {
			sell: { symbol: 'XRD', amount: Decimal.parse('100') },
			buy: { symbol: 'xUSDC', amount: Decimal.parse('5') },
		},
		fee: { symbol: 'XRD', platformAmount: Decimal.parse('0.1'), settlementAmount: Decimal.parse('5.25') },
		withdrawn: { symbol: 'XRD', amount: Decimal.parse('105.35') },
		sellResource: resources.XRD,
		pair: { base: 'XRD', quote: 'xUSDC' },
		side: 'bids',
		expiresAtS: nowS + 45,
		hasPrefix: false,
		prefixLength: 0,
		assertionAt: 3,
		signers: [{ curve: 'Ed25519', publicKey: userKey.publicKey }],
	})
	assert.equal(info.reading.terms?.account, user)
})

test('an order that buys the base takes the asks', () => {
	const parts = {
		sell: amountOf('5', 'xUSDC'),
		buy: amountOf('90', 'XRD'),
		platformFee: '0.005',
		settlementFee: '0.2625',
	}
	assert.equal(validateOrder(rules, signedOrder(parts)).side, 'asks')
})

test('a leading ASSERT_WORKTOP_IS_EMPTY alone is not a prefix; with anything else it is', () => {
	const prefixOf = (...lines: string[]) => {
		const { hasPrefix, prefixLength, assertionAt } = validateOrder(rules, signedOrder({ edit: inserted(0, ...lines) }))
		return { hasPrefix, prefixLength, assertionAt }
	}
	assert.deepEqual(prefixOf('ASSERT_WORKTOP_IS_EMPTY;'), { hasPrefix: false, prefixLength: 1, assertionAt: 4 })
	assert.deepEqual(prefixOf('DROP_AUTH_ZONE_PROOFS;'), { hasPrefix: true, prefixLength: 1, assertionAt: 4 })
	assert.deepEqual(prefixOf('ASSERT_WORKTOP_IS_EMPTY;', 'ASSERT_WORKTOP_IS_EMPTY;'), {
		hasPrefix: true,
		prefixLength: 2,
		assertionAt: 5,
	})
})

// shows decision 29: All violations are listed, and the table’s order decides the code
test('error: all violations are listed, and the first in the error table decides the code', () => {
	const parts: OrderParts = {
		buy: amountOf('5.0000001', 'xUSDC'),
		platformFee: '0',
		verifyParentAccessRule: strangersRule.manifest,
		edit: edited(8, user, stranger),
		...header({ maxTimestampS: nowS + 61 }),
	}
	const { code, errors } = verdict({ title: '', parts })
	assert.equal(code, 'manifest_schema')
	assert.deepEqual(
		errors?.map(({ rule, instruction }) => [rule, instruction]),
		[
			['manifest_schema', 8],
			['verify_parent_mismatch', 0],
			['invalid_amount', 3],
			['fee_too_low', 5],
			['invalid_expiry', undefined],
		],
	)
})

test('a fill has at most ten signatures, so that those of a whole bundle fit into one transaction; an order has sixteen', () => {
	const keys = (count: number) =>
		Array.from({ length: count }, (_, n) => deriveKeyPair({ seed: 'test', name: `key-${n}`, curve: 'Ed25519' }))
	const validate = (role: 'maker' | 'taker', count: number) =>
		verdict({ title: '', parts: { keyPairs: keys(count) }, rules: { role } }).code
	assert.equal(validate('maker', 10), undefined)
	assert.equal(validate('maker', 11), 'invalid_signed_partial_transaction')
	assert.equal(validate('taker', 16), undefined)
})

// shows error: children_not_allowed
test('error: a child is refused, however it is used', () => {
	const child = createSubintent({ manifest: 'YIELD_TO_PARENT;', header: goodHeader })
	const childSigned = signSubintent({ subintent: child, keyPairs: [secondKey], networkId })
	const lines = orderLines({
		edit: inserted(
			0,
			`USE_CHILD NamedIntent("child") Intent("${child.subintentId}");`,
			'YIELD_TO_CHILD NamedIntent("child");',
		),
	})
	const subintent = createSubintent({ manifest: lines.join('\n'), header: goodHeader })
	const children = [childSigned.signedPartialTransaction]
	const signed = signSubintent({ subintent, keyPairs: [userKey], networkId, children })
	const info = readSignedPartial({ networkId }, signed.signedPartialTransaction)
	assert.throws(() => validateOrder(rules, info), { code: 'children_not_allowed' })
})
