import type { ErrorCode } from '@accord/protocol'
import {
	amountOf,
	component,
	edited,
	goodHeader,
	inserted,
	nowS,
	type OrderParts,
	rebate,
	replaced,
	resources,
	secondKey,
	stranger,
	strangersRule,
	user,
	userKey,
	without,
} from '../../test/fixtures/limit-order.ts'

/** An order or a fill to print: how it differs from a valid one, and its verdict. */
export type VectorCase = {
	readonly label: string
	readonly role: 'order' | 'fill'
	readonly parts: OrderParts
	/** Plain text that the signer sees. */
	readonly message?: string
	/** Final change to the signed bytes (hex). */
	readonly alter?: (signed: string) => string
	/** Absent when it is accepted. `instruction` is the index of the first violation, from 0. */
	readonly refused?: { readonly code: ErrorCode; readonly instruction?: number }
}

const header = (change: Partial<typeof goodHeader>) => ({ header: { ...goodHeader, ...change } })
const order = (label: string, parts: OrderParts = {}, more: Partial<VectorCase> = {}): VectorCase => {
	return { label, role: 'order', parts, ...more }
}
const refused = (label: string, parts: OrderParts, code: ErrorCode, instruction?: number): VectorCase =>
	order(label, parts, { refused: { code, ...(instruction === undefined ? {} : { instruction }) } })

/** A maker's answer to the order of 100 XRD for 5 xUSDC. */
const fillParts: OrderParts = {
	sell: amountOf('5', 'xUSDC'),
	buy: amountOf('100', 'XRD'),
	platformFee: '0',
	settlementFee: '0.2625',
	account: stranger,
	keyPairs: [secondKey],
}

/** By the rules of `context` in docs/vectors.json: variations that are allowed. */
export const acceptedCases: readonly VectorCase[] = [
	order('100 XRD for 5 xUSDC, signed with Ed25519'),
	order('the same, signed with Secp256k1', { account: stranger, keyPairs: [secondKey] }),
	order('signed by two keys, one of either curve', { keyPairs: [userKey, secondKey] }),
	order('with a message for the signer', {}, { message: 'Swap 100 XRD for at least 5 xUSDC' }),
	order('the optional assertion of the fee token before step 8', { edit: inserted(7, rebate(resources.XRD)) }),
	order('ASSERT_WORKTOP_IS_EMPTY at the beginning', { edit: inserted(0, 'ASSERT_WORKTOP_IS_EMPTY;') }),
	order('a prefix of the signer’s own', { edit: inserted(0, `CALL_METHOD Address("${component}") "swap" 1u8;`) }),
	order('fees above the least', { platformFee: '0.2', settlementFee: '6' }),
	order('a platform fee that rounds up to the token’s unit', {
		sell: amountOf('33.333333', 'xUSDC'),
		buy: amountOf('600', 'XRD'),
		platformFee: '0.033334',
		settlementFee: '0.2625',
	}),
	order('the smallest amounts of both tokens', {
		sell: amountOf('0.000000000000001', 'XRD'),
		buy: amountOf('0.000001', 'xUSDC'),
		platformFee: '0.000000000000000001',
	}),
	order('a token of 8 places, bought', {
		buy: amountOf('0.00005', 'xwBTC'),
		sell: amountOf('5', 'xUSDC'),
		platformFee: '0.005',
		settlementFee: '0.2625',
	}),
	order('the earliest expiry, 15 s ahead', header({ maxTimestampS: nowS + 15 })),
	order('the latest expiry, 60 s ahead', header({ maxTimestampS: nowS + 60 })),
	order('a minimum timestamp that has come', header({ minTimestampS: nowS })),
	order('the current epoch only', header({ startEpoch: 10, endEpoch: 11 })),
	order('the largest discriminator', header({ intentDiscriminator: '18446744073709551615' })),
	{ label: 'the fill of it: 5 xUSDC for 100 XRD, platform fee 0', role: 'fill', parts: fillParts },
	{
		label: 'a fill with the earliest expiry, 10 s ahead',
		role: 'fill',
		parts: { ...fillParts, ...header({ maxTimestampS: nowS + 10 }) },
	},
]

/** The last byte of the only signature, before the `202000` that ends the bytes. */
const flip = (signed: string) =>
	`${signed.slice(0, -8)}${signed.slice(-8, -6) === '00' ? '01' : '00'}${signed.slice(-6)}`

/** Variations that are not. */
export const refusedCases: readonly VectorCase[] = [
	refused('step 1 is missing', { edit: without(0) }, 'manifest_schema', 0),
	refused('step 2 is missing', { edit: without(1) }, 'manifest_schema', 1),
	refused('step 4 is missing', { edit: without(3) }, 'manifest_schema', 3),
	refused('step 9 is missing', { edit: without(8) }, 'manifest_schema', 8),
	refused(
		'an instruction between steps 2 and 3',
		{ edit: inserted(2, 'DROP_AUTH_ZONE_PROOFS;') },
		'manifest_schema',
		2,
	),
	refused(
		'lock_fee in the prefix',
		{ edit: inserted(0, `CALL_METHOD Address("${user}") "lock_fee" Decimal("1");`) },
		'prefix_not_allowed',
		0,
	),
	refused(
		'the rule of another key in VERIFY_PARENT',
		{ verifyParentAccessRule: strangersRule.manifest },
		'verify_parent_mismatch',
		0,
	),
	refused(
		'withdraw with a locked fee',
		{ edit: edited(1, '"withdraw"', '"lock_fee_and_withdraw" Decimal("5")') },
		'manifest_schema',
		1,
	),
	refused('a withdrawal that is not the sum', { edit: edited(1, '"105.35"', '"105.36"') }, 'withdraw_mismatch', 1),
	refused(
		'another token sold than withdrawn',
		{ edit: edited(2, resources.XRD, resources.xUSDC) },
		'manifest_schema',
		2,
	),
	refused('ExactAmount in the assertion', { edit: edited(3, 'AtLeastAmount', 'ExactAmount') }, 'manifest_schema', 3),
	refused(
		'RETURNS_INCLUDE instead of RETURNS_ONLY',
		{ edit: edited(3, 'RETURNS_ONLY', 'RETURNS_INCLUDE') },
		'manifest_schema',
		3,
	),
	refused('the platform fee in another token', { edit: edited(5, resources.XRD, resources.xUSDC) }, 'fee_token', 5),
	refused(
		'the optional assertion of another token',
		{ edit: inserted(7, rebate(resources.xUSDC)) },
		'manifest_schema',
		7,
	),
	refused('a deposit into another account', { edit: edited(8, user, stranger) }, 'manifest_schema', 8),
	refused(
		'a deposit that can fail silently',
		{
			edit: edited(
				8,
				'"deposit_batch" Expression("ENTIRE_WORKTOP")',
				'"try_deposit_batch_or_refund" Expression("ENTIRE_WORKTOP") Enum<0u8>()',
			),
		},
		'manifest_schema',
		8,
	),
	refused(
		'something yielded at the end',
		{ edit: replaced(9, 'YIELD_TO_PARENT Expression("ENTIRE_WORKTOP");') },
		'manifest_schema',
		9,
	),
	refused('no sell amount', { sell: amountOf('0', 'XRD'), platformFee: '0' }, 'invalid_amount', 2),
	refused('a buy amount of more places than the token', { buy: amountOf('5.0000001', 'xUSDC') }, 'invalid_amount', 3),
	refused('a platform fee one unit too low', { platformFee: '0.099999999999999999' }, 'fee_too_low', 5),
	refused(
		'a platform fee that was cut, not rounded up',
		{
			sell: amountOf('33.333333', 'xUSDC'),
			buy: amountOf('600', 'XRD'),
			platformFee: '0.033333',
			settlementFee: '0.2625',
		},
		'fee_too_low',
		5,
	),
	refused('a settlement fee too low', { settlementFee: '5.24' }, 'fee_too_low', 6),
	refused(
		'a token that is not traded',
		{ buy: { ...amountOf('5', 'xUSDC'), resource: resources.unlisted } },
		'unknown_token',
		3,
	),
	refused('two tokens that are no pair', { buy: amountOf('0.0001', 'xwBTC') }, 'unknown_pair', 3),
	refused('an expiry 14 s ahead', header({ maxTimestampS: nowS + 14 }), 'invalid_expiry'),
	refused('an expiry 61 s ahead', header({ maxTimestampS: nowS + 61 }), 'invalid_expiry'),
	refused(
		'no expiry',
		{ header: { networkId: 242, startEpoch: 10, endEpoch: 12, intentDiscriminator: '7' } },
		'invalid_expiry',
	),
	refused('an epoch that has ended', header({ startEpoch: 8, endEpoch: 10 }), 'invalid_header'),
	refused('an epoch that has not begun', header({ startEpoch: 11, endEpoch: 13 }), 'invalid_header'),
	refused('no signature', { keyPairs: [] }, 'not_signed'),
	order('a signature with one bit changed', {}, { alter: flip, refused: { code: 'invalid_signature' } }),
	order('a byte too many', {}, { alter: hex => `${hex}00`, refused: { code: 'invalid_signed_partial_transaction' } }),
	order(
		'a byte too few',
		{},
		{ alter: hex => hex.slice(0, -2), refused: { code: 'invalid_signed_partial_transaction' } },
	),
	{
		label: 'a fill with an expiry 9 s ahead, earlier than its order’s',
		role: 'fill',
		parts: { ...fillParts, ...header({ maxTimestampS: nowS + 9 }) },
		refused: { code: 'invalid_expiry' },
	},
]
