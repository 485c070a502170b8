import assert from 'node:assert/strict'
import {
	component,
	edited,
	inserted,
	rebate,
	resources,
	stranger,
	user,
} from '../../../../test/fixtures/limit-order.ts'
import { type RefusedCase, testRefusals } from './refused-case.ts'

const schemaArguments: RefusedCase[] = [
	{
		title: 'a withdrawal from something other than an account',
		parts: { account: component },
		code: 'manifest_schema',
		instruction: 1,
	},
	{
		title: 'a method other than withdraw',
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
		title: 'a resource sold other than the one withdrawn',
		parts: { edit: edited(2, resources.XRD, resources.xUSDC) },
		code: 'manifest_schema',
		instruction: 2,
	},
	// shows manifest: Step 4: the buy assertion
	{
		title: 'a different assertion of the amount',
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
		title: 'the sold tokens yielded in another way',
		parts: { edit: edited(4, 'Bucket("sell")', 'Bucket("sell") Expression("ENTIRE_WORKTOP")') },
		code: 'manifest_schema',
		instruction: 4,
	},
	{
		title: 'a bucket of the prefix yielded under the name of the sold tokens',
		parts: {
			edit: lines => [
				`TAKE_ALL_FROM_WORKTOP Address("${resources.xUSDC}") Bucket("sell");`,
				...lines
					.with(2, lines[2]?.replace('"sell"', '"kept"') ?? '')
					.with(7, `${lines[7]?.slice(0, -1)} Bucket("kept");`),
			],
		},
		code: 'manifest_schema',
		instruction: 5,
	},
	// shows fees: Fee: symbol, anthic_amount, settlement_amount, in the sell token
	// shows error: fee_token
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
	// shows manifest: Step 9: deposit of the entire worktop into the account
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
		title: 'a deposit of something other than the worktop',
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
]

testRefusals(schemaArguments)

const sbor = {
	noArguments: '2100',
	tupleOfOne: '2101',
	arrayOf: '20',
	one: '01',
	bucket: '81',
	expression: '83',
	isTrue: '0101',
}

/** Replaces the last occurrence of the part in the bytes. */
function rewritten(from: string, to: string): (subintent: string) => string {
	return subintent => {
		const at = subintent.lastIndexOf(from)
		assert.ok(at >= 0, `no ${from} in ${subintent}`)
		return subintent.slice(0, at) + to + subintent.slice(at + from.length)
	}
}

/** An array of one value has as many bytes as a tuple of one, but no call accepts it as arguments. */
const inArray = (kind: string) => rewritten(sbor.tupleOfOne + kind, sbor.arrayOf + kind + sbor.one)

testRefusals([
	{
		title: 'a last yield of something that is not a tuple',
		parts: { bytes: rewritten(sbor.noArguments, sbor.isTrue) },
		code: 'manifest_schema',
		instruction: 9,
	},
	{
		title: 'the sold bucket in an array',
		parts: { bytes: inArray(sbor.bucket) },
		code: 'manifest_schema',
		instruction: 4,
	},
	{
		title: 'the deposited worktop in an array',
		parts: { bytes: inArray(sbor.expression) },
		code: 'manifest_schema',
		instruction: 8,
	},
])
