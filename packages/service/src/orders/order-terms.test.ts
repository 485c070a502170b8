import { edited, header, type RefusedCase, testRefusals } from '../testing/order-case.ts'
import { amountOf, goodHeader, nowS, strangersRule, userKey } from '../testing/order-fixture.ts'

const { maxTimestampS: _, ...headerWithoutExpiry } = goodHeader

const terms: RefusedCase[] = [
	// shows error: unknown_token
	// shows manifest: Step 1: VERIFY_PARENT with the rule of /trade/info
	// shows error: verify_parent_mismatch
	{
		title: 'another VERIFY_PARENT rule',
		parts: { verifyParentAccessRule: strangersRule.manifest },
		code: 'verify_parent_mismatch',
		instruction: 0,
	},
	// shows manifest: Step 2: withdrawal of sell amount and both fees
	{
		title: 'a withdrawal of one unit too much',
		parts: { edit: edited(1, '105.35', '105.350000000000000001') },
		code: 'withdraw_mismatch',
		instruction: 1,
	},
	// shows error: withdraw_mismatch
	{
		title: 'a withdrawal of one unit too little',
		parts: { edit: edited(1, '105.35', '105.349999999999999999') },
		code: 'withdraw_mismatch',
		instruction: 1,
	},
	{
		title: 'selling an unlisted token',
		parts: { sell: amountOf('100', 'unlisted') },
		code: 'unknown_token',
		instruction: 2,
	},
	{
		title: 'buying an unlisted token',
		parts: { buy: amountOf('100', 'unlisted') },
		code: 'unknown_token',
		instruction: 3,
	},
	// shows error: unknown_pair
	{
		title: 'two tokens that are not a traded pair',
		parts: { buy: amountOf('1', 'xwBTC') },
		code: 'unknown_pair',
		instruction: 3,
	},
	{ title: 'a token for itself', parts: { buy: amountOf('1', 'XRD') }, code: 'unknown_pair', instruction: 3 },
	// shows error: invalid_amount
	{ title: 'a sell amount of zero', parts: { sell: amountOf('0', 'XRD') }, code: 'invalid_amount', instruction: 2 },
	{ title: 'a buy amount of zero', parts: { buy: amountOf('0', 'xUSDC') }, code: 'invalid_amount', instruction: 3 },
	// shows error: invalid_amount
	{
		title: 'a buy amount with too many decimal places for its token',
		parts: { buy: amountOf('5.0000001', 'xUSDC') },
		code: 'invalid_amount',
		instruction: 3,
	},
	{
		title: 'a fee with too many decimal places for its token',
		parts: {
			sell: amountOf('10', 'xUSDC'),
			buy: amountOf('100', 'XRD'),
			platformFee: '0.0100001',
			settlementFee: '0.2625',
		},
		code: 'invalid_amount',
		instruction: 5,
	},
	// shows fees: Fee rule 4: every order requires both fees
	// shows error: fee_too_low
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
		title: 'both fees, each in the place of the other',
		parts: { platformFee: '5.25', settlementFee: '0.1' },
		code: 'fee_too_low',
		instruction: 6,
	},
	{ title: 'a negative platform fee', parts: { platformFee: '-0.1' }, code: 'invalid_amount', instruction: 5 },
	{ title: 'a negative sell amount', parts: { sell: amountOf('-100', 'XRD') }, code: 'invalid_amount', instruction: 2 },
	{
		title: 'a negative buy amount',
		parts: { buy: amountOf('-5', 'xUSDC') },
		code: 'invalid_signed_partial_transaction',
	},
	// shows fees: Fee rule 4: every order requires both fees
	{
		title: 'a settlement fee one unit too low',
		parts: { settlementFee: '5.249999999999999999' },
		code: 'fee_too_low',
		instruction: 6,
	},
	// shows error: fee_too_low
	{ title: 'the platform fee of another level', parts: { platformFee: '0.05' }, code: 'fee_too_low', instruction: 5 },
	{
		title: 'a zero platform fee of a maker whose level has one',
		parts: { platformFee: '0' },
		rules: { role: 'maker', level: 1 },
		code: 'fee_too_low',
		instruction: 5,
	},
	// shows error: not_signed
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
		title: 'an expiry in milliseconds',
		parts: header({ maxTimestampS: (nowS + 45) * 1000 }),
		code: 'invalid_expiry',
	},
	{
		title: 'a minimum timestamp at the expiry',
		parts: header({ minTimestampS: nowS + 45 }),
		code: 'invalid_signed_partial_transaction',
	},
	{
		title: 'epochs that end where they start',
		parts: header({ startEpoch: 10, endEpoch: 10 }),
		code: 'invalid_signed_partial_transaction',
	},
	{
		title: 'more epochs than the ledger allows',
		parts: header({ startEpoch: 10, endEpoch: 10 + 8641 }),
		code: 'invalid_signed_partial_transaction',
	},
	{
		title: 'a minimum timestamp ahead of the ledger',
		parts: header({ minTimestampS: nowS + 1 }),
		code: 'invalid_header',
	},
	{ title: 'a start epoch ahead', parts: header({ startEpoch: 11 }), code: 'invalid_header' },
	{ title: 'an end epoch that has begun', parts: header({ startEpoch: 9, endEpoch: 10 }), code: 'invalid_header' },
]

testRefusals(terms)
