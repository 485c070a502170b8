import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSubintent, signSubintent } from '@accord/ledger'
import { Decimal, TradeError } from '@accord/protocol'
import { accountOf, type JudgeRules, judgeLimitOrder } from './judge-limit-order.ts'
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
} from './order-fixture.ts'
import { readSignedPartial } from './read-signed-partial.ts'

type Case = { title: string; parts: OrderParts; rules?: Partial<JudgeRules> }
type Refused = Case & { code: string; codes?: string[]; instruction?: number }

const replaced = (at: number, line: string) => (lines: string[]) => lines.with(at, line)
const without = (at: number) => (lines: string[]) => lines.toSpliced(at, 1)
const inserted =
	(at: number, ...extra: string[]) =>
	(lines: string[]) =>
		lines.toSpliced(at, 0, ...extra)
const edited = (at: number, from: string, to: string) => (lines: string[]) => {
	const line = lines[at] ?? ''
	assert.ok(line.includes(from), `${line} has no ${from}`)
	return lines.with(at, line.replace(from, to))
}
const rebate = (resource: string, amount = '0') =>
	`ASSERT_NEXT_CALL_RETURNS_ONLY Map<Address, Enum>(Address("${resource}") => Enum<ResourceConstraint::AtLeastAmount>(Decimal("${amount}")));`
const accountPackage = 'package_sim1pkgxxxxxxxxxaccntxxxxxxxxxx000929625493xxxxxxxxxrn8jm6'
const { maxTimestampS: _, ...headerWithoutExpiry } = goodHeader
const header = (change: Partial<typeof goodHeader>) => ({ header: { ...goodHeader, ...change } })

const accepted: Case[] = [
	{ title: 'the specification’s manifest', parts: {} },
	{
		title: 'the optional assertion of the fee resource before step 8',
		parts: { edit: inserted(7, rebate(resources.XRD)) },
	},
	{ title: 'a leading ASSERT_WORKTOP_IS_EMPTY', parts: { edit: inserted(0, 'ASSERT_WORKTOP_IS_EMPTY;') } },
	{
		title: 'a prefix of the signer’s own',
		parts: { edit: inserted(0, `CALL_METHOD Address("${component}") "swap" 1u8;`, 'DROP_AUTH_ZONE_PROOFS;') },
	},
	{ title: 'several signatures, of both curves', parts: { keyPairs: [userKey, secondKey] } },
	{ title: 'another account than the signer’s, which only the ledger can judge', parts: { account: stranger } },
	{ title: 'fees above the lowest', parts: { platformFee: '0.2', settlementFee: '6' } },
	{ title: 'the platform fee of a better level', parts: { platformFee: '0.05' }, rules: { level: 1 } },
	{ title: 'a zero platform fee, where the fraction is zero', parts: { platformFee: '0' }, rules: { role: 'maker' } },
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
	{ title: 'the current epoch alone', parts: header({ startEpoch: 10, endEpoch: 11 }) },
]

function smallest(): OrderParts {
	const platformFee = '0.000000000000000001'
	return { sell: amountOf('0.000000000000001', 'XRD'), buy: amountOf('0.000001', 'xUSDC'), platformFee }
}

const refusedSteps: Refused[] = [
	{ title: 'step 1 missing', parts: { edit: without(0) }, code: 'manifest_schema', instruction: 0 },
	{ title: 'step 2 missing', parts: { edit: without(1) }, code: 'manifest_schema', instruction: 1 },
	{
		title: 'step 3 missing',
		parts: { edit: lines => without(2)(replaced(4, 'YIELD_TO_PARENT Expression("ENTIRE_WORKTOP");')(lines)) },
		code: 'manifest_schema',
		instruction: 2,
	},
	{ title: 'step 4 missing', parts: { edit: without(3) }, code: 'manifest_schema', instruction: 3 },
	{
		title: 'step 5 missing',
		parts: { edit: replaced(4, `CALL_METHOD Address("${stranger}") "deposit" Bucket("sell");`) },
		code: 'manifest_schema',
		instruction: 4,
	},
	{
		title: 'step 6 missing',
		parts: { edit: lines => without(5)(replaced(7, 'YIELD_TO_PARENT Bucket("solver-fee");')(lines)) },
		code: 'manifest_schema',
	},
	{
		title: 'step 7 missing',
		parts: { edit: lines => without(6)(replaced(7, 'YIELD_TO_PARENT Bucket("anthic-fee");')(lines)) },
		code: 'manifest_schema',
		instruction: 6,
	},
	{
		title: 'step 8 missing',
		parts: {
			edit: replaced(7, 'RETURN_TO_WORKTOP Bucket("anthic-fee"); RETURN_TO_WORKTOP Bucket("solver-fee");'),
		},
		code: 'manifest_schema',
		instruction: 7,
	},
	{ title: 'step 9 missing', parts: { edit: without(8) }, code: 'manifest_schema', instruction: 8 },
	{ title: 'step 10 missing', parts: { edit: without(9) }, code: 'invalid_signed_partial_transaction' },

	{
		title: 'step 1 doubled',
		parts: { edit: lines => inserted(0, lines[0] ?? '')(lines) },
		code: 'prefix_not_allowed',
		instruction: 0,
	},
	{ title: 'step 2 doubled', parts: { edit: lines => inserted(1, lines[1] ?? '')(lines) }, code: 'manifest_schema' },
	{
		title: 'step 3 doubled',
		parts: {
			edit: lines => [
				...lines.slice(0, 2),
				`TAKE_FROM_WORKTOP Address("${resources.XRD}") Decimal("0") Bucket("more");`,
				...lines.slice(2, 4),
				'YIELD_TO_PARENT Bucket("sell") Bucket("more");',
				...lines.slice(5),
			],
		},
		code: 'manifest_schema',
	},
	{
		title: 'step 4 doubled',
		parts: { edit: lines => inserted(3, lines[3] ?? '')(lines) },
		code: 'invalid_signed_partial_transaction',
	},
	{
		title: 'step 5 doubled',
		parts: { edit: inserted(5, 'YIELD_TO_PARENT;') },
		code: 'manifest_schema',
		instruction: 5,
	},
	{
		title: 'step 6 doubled',
		parts: {
			edit: lines => [
				...lines.slice(0, 6),
				`TAKE_FROM_WORKTOP Address("${resources.XRD}") Decimal("0.1") Bucket("more");`,
				...lines.slice(6, 7),
				'YIELD_TO_PARENT Bucket("anthic-fee") Bucket("more") Bucket("solver-fee");',
				...lines.slice(8),
			],
		},
		code: 'manifest_schema',
	},
	{
		title: 'step 7 doubled',
		parts: {
			edit: lines => [
				...lines.slice(0, 7),
				`TAKE_FROM_WORKTOP Address("${resources.XRD}") Decimal("0") Bucket("more");`,
				'YIELD_TO_PARENT Bucket("anthic-fee") Bucket("solver-fee") Bucket("more");',
				...lines.slice(8),
			],
		},
		code: 'manifest_schema',
	},
	{
		title: 'the optional assertion doubled',
		parts: { edit: inserted(7, rebate(resources.XRD), rebate(resources.XRD)) },
		code: 'invalid_signed_partial_transaction',
	},
	{
		title: 'step 8 doubled',
		parts: { edit: inserted(8, 'YIELD_TO_PARENT;') },
		code: 'manifest_schema',
		instruction: 8,
	},
	{ title: 'step 9 doubled', parts: { edit: lines => inserted(8, lines[8] ?? '')(lines) }, code: 'manifest_schema' },
	{ title: 'step 10 doubled', parts: { edit: inserted(9, 'YIELD_TO_PARENT;') }, code: 'manifest_schema' },

	...[0, 1, 3, 4, 5, 7, 8].map((at): Refused => {
		const swap = (lines: string[]) => lines.with(at, lines[at + 1] ?? '').with(at + 1, lines[at] ?? '')
		return { title: `steps ${at + 1} and ${at + 2} swapped`, parts: { edit: swap }, code: swapCode(at) }
	}),
	{
		title: 'steps 3 and 4 swapped',
		parts: { edit: lines => lines.with(2, lines[3] ?? '').with(3, lines[2] ?? '') },
		code: 'invalid_signed_partial_transaction',
	},
	{
		title: 'steps 7 and 8 swapped',
		parts: {
			edit: lines => [
				...lines.slice(0, 6),
				'YIELD_TO_PARENT Bucket("anthic-fee");',
				lines[6] ?? '',
				`CALL_METHOD Address("${user}") "deposit_batch" Array<Bucket>(Bucket("solver-fee"));`,
				...lines.slice(9),
			],
		},
		code: 'manifest_schema',
	},
	{
		title: 'the fee buckets swapped',
		parts: { edit: replaced(7, 'YIELD_TO_PARENT Bucket("solver-fee") Bucket("anthic-fee");') },
		code: 'manifest_schema',
		instruction: 7,
	},

	...[1, 2, 3, 5, 6, 7, 8, 9].map((at): Refused => {
		const title = `an extra instruction between steps ${at} and ${at + 1}`
		return { title, parts: { edit: inserted(at, 'DROP_AUTH_ZONE_PROOFS;') }, code: 'manifest_schema', instruction: at }
	}),
	{
		title: 'an extra instruction between steps 4 and 5',
		parts: { edit: inserted(4, 'DROP_AUTH_ZONE_PROOFS;') },
		code: 'invalid_signed_partial_transaction',
	},
	{
		title: 'an extra instruction after step 10',
		parts: { edit: inserted(10, 'DROP_AUTH_ZONE_PROOFS;') },
		code: 'invalid_signed_partial_transaction',
	},
	{
		title: 'an extra deposit of the bought tokens elsewhere',
		parts: { edit: inserted(5, `CALL_METHOD Address("${stranger}") "deposit_batch" Expression("ENTIRE_WORKTOP");`) },
		code: 'manifest_schema',
		instruction: 5,
	},
]

function swapCode(at: number): string {
	// Where an assertion is followed by no call, or the end by anything, the ledger itself refuses the bytes.
	return at === 3 || at === 4 || at === 8 ? 'invalid_signed_partial_transaction' : 'manifest_schema'
}

const refusedDetails: Refused[] = [
	{
		title: 'another VERIFY_PARENT rule',
		parts: { verifyParentAccessRule: strangersRule.manifest },
		code: 'verify_parent_mismatch',
		instruction: 0,
	},
	{
		title: 'a withdrawal from something else than an account',
		parts: { account: component },
		code: 'manifest_schema',
		instruction: 1,
	},
	{
		title: 'another method than withdraw',
		parts: { edit: edited(1, '"withdraw"', '"withdraw_all"') },
		code: 'manifest_schema',
		instruction: 1,
	},
	{
		title: 'a fee locked with the withdrawal',
		parts: { edit: edited(1, '"withdraw"', '"lock_fee_and_withdraw" Decimal("5")') },
		code: 'manifest_schema',
		instruction: 1,
	},
	{
		title: 'a unit too much withdrawn',
		parts: { edit: edited(1, '105.35', '105.350000000000000001') },
		code: 'withdraw_mismatch',
		instruction: 1,
	},
	{
		title: 'a unit too little withdrawn',
		parts: { edit: edited(1, '105.35', '105.349999999999999999') },
		code: 'withdraw_mismatch',
		instruction: 1,
	},
	{
		title: 'another resource sold than withdrawn',
		parts: { edit: edited(2, resources.XRD, resources.xUSDC) },
		code: 'manifest_schema',
		instruction: 2,
	},
	{
		title: 'another assertion of the amount',
		parts: { edit: edited(3, 'AtLeastAmount', 'ExactAmount') },
		code: 'manifest_schema',
		instruction: 3,
	},
	{
		title: 'a second resource in the assertion',
		parts: {
			edit: edited(
				3,
				'));',
				`), Address("${resources.xwBTC}") => Enum<ResourceConstraint::AtLeastAmount>(Decimal("0")));`,
			),
		},
		code: 'manifest_schema',
		instruction: 3,
	},
	{
		title: 'ASSERT_NEXT_CALL_RETURNS_INCLUDE instead',
		parts: { edit: edited(3, 'RETURNS_ONLY', 'RETURNS_INCLUDE') },
		code: 'manifest_schema',
		instruction: 3,
	},
	{
		title: 'the sold tokens yielded otherwise',
		parts: { edit: edited(4, 'Bucket("sell")', 'Bucket("sell") Expression("ENTIRE_WORKTOP")') },
		code: 'manifest_schema',
		instruction: 4,
	},
	{
		title: 'the platform fee in another token',
		parts: { edit: edited(5, resources.XRD, resources.xUSDC) },
		code: 'fee_token',
		instruction: 5,
	},
	{
		title: 'the settlement fee in another token',
		parts: { edit: edited(6, resources.XRD, resources.xUSDC) },
		code: 'fee_token',
		instruction: 6,
	},
	{
		title: 'the optional assertion of another resource',
		parts: { edit: inserted(7, rebate(resources.xUSDC)) },
		code: 'manifest_schema',
		instruction: 7,
	},
	{
		title: 'the optional assertion of an amount',
		parts: { edit: inserted(7, rebate(resources.XRD, '0.000000000000000001')) },
		code: 'manifest_schema',
		instruction: 7,
	},
	{
		title: 'something else yielded with the fees',
		parts: { edit: edited(7, 'Bucket("solver-fee")', 'Bucket("solver-fee") Expression("ENTIRE_WORKTOP")') },
		code: 'manifest_schema',
		instruction: 7,
	},
	{ title: 'a deposit elsewhere', parts: { edit: edited(8, user, stranger) }, code: 'manifest_schema', instruction: 8 },
	{
		title: 'a deposit that can fail silently',
		parts: {
			edit: edited(
				8,
				'"deposit_batch" Expression("ENTIRE_WORKTOP")',
				'"try_deposit_batch_or_refund" Expression("ENTIRE_WORKTOP") Enum<0u8>()',
			),
		},
		code: 'manifest_schema',
		instruction: 8,
	},
	{
		title: 'a deposit of something else than the worktop',
		parts: { edit: edited(8, 'Expression("ENTIRE_WORKTOP")', 'Array<Bucket>()') },
		code: 'manifest_schema',
		instruction: 8,
	},
	{
		title: 'something yielded at the end',
		parts: { edit: edited(9, 'YIELD_TO_PARENT', 'YIELD_TO_PARENT Expression("ENTIRE_WORKTOP")') },
		code: 'manifest_schema',
		instruction: 9,
	},
	{
		title: 'an unlisted token sold',
		parts: { sell: amountOf('100', 'unlisted') },
		code: 'unknown_token',
		instruction: 2,
	},
	{
		title: 'an unlisted token bought',
		parts: { buy: amountOf('100', 'unlisted') },
		code: 'unknown_token',
		instruction: 3,
	},
	{
		title: 'two tokens that are no pair',
		parts: { buy: amountOf('1', 'xwBTC') },
		code: 'unknown_pair',
		instruction: 3,
	},
	{ title: 'a token for itself', parts: { buy: amountOf('1', 'XRD') }, code: 'unknown_pair', instruction: 3 },
	{ title: 'nothing sold', parts: { sell: amountOf('0', 'XRD') }, code: 'invalid_amount', instruction: 2 },
	{ title: 'nothing bought', parts: { buy: amountOf('0', 'xUSDC') }, code: 'invalid_amount', instruction: 3 },
	{
		title: 'a buy amount finer than its token',
		parts: { buy: amountOf('5.0000001', 'xUSDC') },
		code: 'invalid_amount',
		instruction: 3,
	},
	{
		title: 'a fee finer than its token',
		parts: {
			sell: amountOf('10', 'xUSDC'),
			buy: amountOf('100', 'XRD'),
			platformFee: '0.0100001',
			settlementFee: '0.2625',
		},
		code: 'invalid_amount',
		instruction: 5,
	},
	{
		title: 'a platform fee one unit too low',
		parts: { platformFee: '0.099999999999999999' },
		code: 'fee_too_low',
		instruction: 5,
	},
	{
		title: 'a platform fee one unit below the product rounded up',
		parts: {
			sell: amountOf('33.333333', 'xUSDC'),
			buy: amountOf('600', 'XRD'),
			platformFee: '0.033333',
			settlementFee: '0.2625',
		},
		code: 'fee_too_low',
		instruction: 5,
	},
	{
		title: 'a settlement fee one unit too low',
		parts: { settlementFee: '5.249999999999999999' },
		code: 'fee_too_low',
		instruction: 6,
	},
	{ title: 'the platform fee of another level', parts: { platformFee: '0.05' }, code: 'fee_too_low', instruction: 5 },
	{
		title: 'a maker’s fee where the maker pays one',
		parts: { platformFee: '0' },
		rules: { role: 'maker', level: 1 },
		code: 'fee_too_low',
		instruction: 5,
	},
	{ title: 'no signature', parts: { keyPairs: [] }, code: 'not_signed' },
	{
		title: 'the same signer twice',
		parts: { keyPairs: [userKey, userKey] },
		code: 'invalid_signed_partial_transaction',
	},
	{ title: 'an expiry 14 s ahead', parts: header({ maxTimestampS: nowS + 14 }), code: 'invalid_expiry' },
	{ title: 'an expiry 61 s ahead', parts: header({ maxTimestampS: nowS + 61 }), code: 'invalid_expiry' },
	{ title: 'no expiry', parts: { header: headerWithoutExpiry }, code: 'invalid_expiry' },
	{
		title: 'a minimum timestamp ahead of the ledger',
		parts: header({ minTimestampS: nowS + 1 }),
		code: 'invalid_header',
	},
	{ title: 'a start epoch ahead', parts: header({ startEpoch: 11 }), code: 'invalid_header' },
	{ title: 'an end epoch that has come', parts: header({ startEpoch: 9, endEpoch: 10 }), code: 'invalid_header' },
]

const refusedPrefixes: Refused[] = [
	...[
		`CALL_METHOD Address("${user}") "lock_fee" Decimal("5");`,
		`CALL_METHOD Address("${user}") "lock_contingent_fee" Decimal("5");`,
		`CALL_METHOD Address("${user}") "lock_fee_and_withdraw" Decimal("5") Address("${resources.XRD}") Decimal("1");`,
		'YIELD_TO_PARENT;',
	].map((line): Refused => {
		const title = `a prefix with ${line.split(' ').slice(0, 3).join(' ')}`
		return {
			title,
			parts: { edit: inserted(0, 'DROP_AUTH_ZONE_PROOFS;', line) },
			code: 'prefix_not_allowed',
			instruction: 1,
		}
	}),
	{
		title: 'lock_fee on an address that is only allocated in the manifest',
		parts: {
			edit: inserted(
				0,
				`ALLOCATE_GLOBAL_ADDRESS Address("${accountPackage}") "Account" AddressReservation("reserved") NamedAddress("mine");`,
				'CALL_METHOD NamedAddress("mine") "lock_fee" Decimal("5");',
				`CALL_FUNCTION Address("${accountPackage}") "Account" "create_advanced" Enum<0u8>() Enum<1u8>(AddressReservation("reserved"));`,
			),
		},
		code: 'prefix_not_allowed',
		instruction: 1,
	},
]

function outcome({ parts, rules: change }: Case) {
	try {
		return { judged: judgeLimitOrder({ ...rules, ...change }, signedOrder(parts)) }
	} catch (error) {
		if (!(error instanceof TradeError)) throw error
		return { code: error.code, errors: error.errors }
	}
}

for (const one of accepted) {
	test(`accepted: ${one.title}`, () => {
		const { judged, code, errors } = outcome(one)
		assert.ok(judged !== undefined, `${code}: ${JSON.stringify(errors)}`)
	})
}

for (const one of [...refusedSteps, ...refusedDetails, ...refusedPrefixes]) {
	test(`error: ${one.title} is refused as ${one.code}`, () => {
		const { code, errors } = outcome(one)
		assert.equal(code, one.code, JSON.stringify(errors))
		if (one.instruction === undefined) return
		const named = errors?.find(error => error.instruction === one.instruction)
		assert.ok(named?.expected !== undefined && named.found !== undefined, JSON.stringify(errors))
	})
}

test('a judged order says what its bytes say', () => {
	const info = signedOrder()
	assert.deepEqual(judgeLimitOrder(rules, info), {
		subintentHash: info.subintentHash,
		subintentId: info.subintentId,
		account: user,
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
	assert.equal(accountOf(info), user)
})

test('an order that buys the base takes the asks', () => {
	const parts = {
		sell: amountOf('5', 'xUSDC'),
		buy: amountOf('90', 'XRD'),
		platformFee: '0.005',
		settlementFee: '0.2625',
	}
	assert.equal(judgeLimitOrder(rules, signedOrder(parts)).side, 'asks')
})

test('a leading ASSERT_WORKTOP_IS_EMPTY alone is no prefix, anything beside it is one', () => {
	const prefixOf = (...lines: string[]) => {
		const { hasPrefix, prefixLength, assertionAt } = judgeLimitOrder(
			rules,
			signedOrder({ edit: inserted(0, ...lines) }),
		)
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

test('error: all broken rules are listed, the first of the error table is reported', () => {
	const parts: OrderParts = {
		buy: amountOf('5.0000001', 'xUSDC'),
		platformFee: '0',
		verifyParentAccessRule: strangersRule.manifest,
		edit: edited(8, user, stranger),
		...header({ maxTimestampS: nowS + 61 }),
	}
	const { code, errors } = outcome({ title: '', parts })
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
	assert.throws(() => judgeLimitOrder(rules, info), { code: 'children_not_allowed' })
})
